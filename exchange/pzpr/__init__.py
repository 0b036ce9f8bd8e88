"""puzz.link addresses and pzprv3 boards, in and out. What a genre looks like there stands in its rulebook, as data."""

"""`python -m cluewright`."""

from cluewright.cli import main

main()

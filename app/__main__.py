"""The command, also as `python -m cluewright`."""

import gc

gc.disable()  # nothing that is imported goes before the end: the collector would look through all of it in vain
from cluewright.cli import main  # noqa: E402 - not before the collector rests

gc.enable()

if __name__ == "__main__":
    main()

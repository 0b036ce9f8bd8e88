"""The command, also as `python -m cluewright`."""

import gc

gc.disable()  # nothing that is imported goes before the end: the collector would look through all of it in vain
try:
    from cluewright.cli import main
except KeyboardInterrupt:  # before anything was asked
    raise SystemExit(130) from None

gc.enable()

if __name__ == "__main__":
    main()

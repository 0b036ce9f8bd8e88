"""Ctrl-C is tested also where the tests run in the background of a shell, which has it ignored by all it starts."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)

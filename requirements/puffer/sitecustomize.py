"""Lets PufferLib 3.0.0 be installed without its C environments.

Its setup.py has a switch for that, NO_OCEAN=1, but then reads a list that it has not made. This one stands in for it.
"""

import builtins

builtins.c_extension_paths = []  # type: ignore[attr-defined]

"""Runs the command line: ``python -m expedition``."""

import sys

from .cli import main

sys.exit(main())

"""Runs the command line: ``python -m expedition``."""

import sys

from .cli.main import main

sys.exit(main())

"""The training commands as a module: ``python -m expedition.train``."""

import sys

from .commands import main

sys.exit(main())

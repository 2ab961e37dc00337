"""``python -m expedition.train``."""

import sys

from .commands import main

sys.exit(main())

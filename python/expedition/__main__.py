"""The command line as a module: ``python -m expedition``."""

import sys

from .cli.main import main

sys.exit(main())

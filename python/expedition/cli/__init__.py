"""The command ``expedition``: one module per command."""

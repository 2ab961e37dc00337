"""The command ``expedition``: one module a command."""

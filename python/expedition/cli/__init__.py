"""The command line ``expedition``: one module per command."""

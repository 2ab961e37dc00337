"""Playing and watching: one session behind the terminal and the browser, and replay pages."""

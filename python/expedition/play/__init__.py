"""Playing and watching: one session behind the terminal and the browser, replay and review pages, exploration."""

# The strength of the agents.

.PHONY: ladder
ladder: build ## play the agents' ladders (hours) and write docs/strength.md; LADDER="agartha -n 400" plays one
	$(STEP) "ladders"
	@$(BIN)/python tools/ladder.py $(LADDER)

"""The game system: commands, events, state, ledger, and the service that runs them."""

"""Note acceptors that speak JCM's ID-003."""

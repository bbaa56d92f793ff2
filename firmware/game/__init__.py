"""The rules, pure: cards to hands, rule books as data, the coup, the shoe, wagers, settlement, roads and odds."""

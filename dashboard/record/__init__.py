"""Writing down an evening while it is played."""

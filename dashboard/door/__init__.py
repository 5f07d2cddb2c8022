"""Access control: what stands in front of every page, route and socket of the dashboard."""

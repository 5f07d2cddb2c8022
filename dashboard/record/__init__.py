"""Recording a session while it is played."""

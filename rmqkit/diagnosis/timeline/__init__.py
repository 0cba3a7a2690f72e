"""The incident as a timeline: what changed when, and the epochs between changes."""

"""Hostile input for all that reads text: `python -m tests.fuzz TARGET --seconds N`. Core tests run the corpus."""

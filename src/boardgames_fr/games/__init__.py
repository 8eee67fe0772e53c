"""The games, one package each. They know the vocabulary, never one another and never a tool."""

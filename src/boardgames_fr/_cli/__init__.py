"""What stands behind the command line, one module a group of commands. `boardgames_fr.cli` is its door."""

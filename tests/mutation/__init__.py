"""Mutation testing of the games: how many small faults the tests of a game notice (`python -m tests.mutation`)."""

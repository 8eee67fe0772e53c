"""Two small games of our own, to try the tools on: `nim` is open, `bluff` has chance and a hidden card."""

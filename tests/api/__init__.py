"""The public names, kept in `public_api.txt` so that none changes by mistake (`python -m tests.api` writes it anew)."""

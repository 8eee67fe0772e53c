"""A table in the browser for any game of boardgames_fr, made of its public library, Starlette and uvicorn.

Read in this order: `messages` (what browsers may say), `table` (one game: who sits where, bots, races, what is saved),
`journal` (the file that nothing accepted is lost from), `frames` (what a seat is shown), `host` (all tables),
`app` (HTTP and WebSocket).
"""

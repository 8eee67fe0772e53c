"""A table in the browser: `python examples/web`, then open the address that it prints."""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn

from webtable.app import MOST_FRAME_BYTES, make_app
from webtable.host import Host


def _address(host: str, port: int) -> str:
    """Where a browser finds the table; for all addresses at once, the one that this machine's own browser can use."""
    if host in ("0.0.0.0", "::"):
        return f"http://localhost:{port}/ (in the network: at this machine's addresses)"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python examples/web", description="Board games at a table in the browser.")
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="the address to listen at; 0.0.0.0: all of this machine's (%(default)s)")
    add("--port", type=int, default=8000, help="the port to listen at (%(default)s)")
    add("--data", type=Path, default=Path("boardgames-tables"), help="the directory of saved tables (%(default)s)")
    add("--sync", action="store_true", help="wait for the disk at every move, so that a power cut loses nothing (no)")
    add("--pace", type=float, default=0.7, help="seconds that a bot waits before it moves (%(default)s)")
    options = parser.parse_args()
    host = Host(options.data, pace=options.pace, sync=options.sync)
    print(f"The table is at {_address(options.host, options.port)} - stop it with Ctrl+C.", flush=True)
    # No access log: nobody needs it, and it would say who plays when.
    uvicorn.run(
        make_app(host),
        host=options.host,
        port=options.port,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_FRAME_BYTES,
    )


if __name__ == "__main__":
    main()

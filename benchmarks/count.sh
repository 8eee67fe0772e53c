#!/usr/bin/env bash
# Instructions a move, counted by callgrind for a fixed random playout of each game: the same figure every time, where
# seconds are not, so it shows what a change costs. Needs valgrind. Usage: benchmarks/count.sh [GAME:PRESET:GAMES …]
# Two runs a game, of n and of 2 n games: their difference leaves out starting Python and filling tables.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
[ $# -gt 0 ] || set -- pecking_order:classic:40 domestication:classic:40 animals:classic:20 dinosaures:classic:20 capharnaum:two:4
instructions() {
  PYTHONHASHSEED=0 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$python" count_playout.py "$1" "$2" "$3" 2>&1 |
    awk '/ moves$/ { moves = $1 } /Collected :/ { print moves, $NF }'
}
"$python" count_playout.py animals classic 1 >/dev/null  # so that all modules are compiled
for entry in "$@"; do
  IFS=: read -r game preset games <<<"$entry"
  read -r moves_once once < <(instructions "$game" "$preset" "$games")
  read -r moves_twice twice < <(instructions "$game" "$preset" $((2 * games)))
  printf '%-16s %-10s %9d instructions a move (%d moves)\n' "$game" "$preset" \
    $(((twice - once) / (moves_twice - moves_once))) $((moves_twice - moves_once))
done

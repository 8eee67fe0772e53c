#!/usr/bin/env bash
# Instructions a move, counted by callgrind for a fixed random playout of each game, and how many of them are the
# interpreter's own loop: the same figures every time, where seconds are not, so they show what a change costs. Needs
# valgrind. Usage: benchmarks/count.sh [GAME:PRESET:GAMES …]
# Two runs a game, of n and of 3 n games: their difference leaves out starting Python and filling tables.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
[ $# -gt 0 ] || set -- pecking_order:classic:100 domestication:classic:60 animals:classic:60 dinosaures:classic:60 capharnaum:two:4
work=$(mktemp -d)
out=$work/callgrind
trap 'rm -rf "$work"' EXIT
# All modules compiled beforehand, and nowhere but here.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$work
# Prints the moves made, all instructions, and those of the interpreter's loop.
count() {
  PYTHONHASHSEED=0 valgrind --tool=callgrind --callgrind-out-file="$out" "$python" count_playout.py "$1" "$2" "$3" 2>&1 |
    awk '/ moves$/ { moves = $1 } /Collected :/ { print moves, $NF }'
  callgrind_annotate --threshold=100 "$out" | sed 's/([^)]*%)//' |
    awk '/_PyEval_EvalFrameDefault/ { gsub(",", "", $1); sum += $1 } END { print sum + 0 }'
}
for entry in "$@"; do
  IFS=: read -r game preset games <<<"$entry"
  "$python" count_playout.py "$game" "$preset" 1 >/dev/null
  read -r moves_few few loop_few < <(count "$game" "$preset" "$games" | xargs)
  read -r moves_many many loop_many < <(count "$game" "$preset" $((3 * games)) | xargs)
  moves=$((moves_many - moves_few))
  printf '%-16s %-10s %9d instructions a move, %d of them the loop (%d moves)\n' "$game" "$preset" \
    $(((many - few) / moves)) $(((loop_many - loop_few) / moves)) "$moves"
done

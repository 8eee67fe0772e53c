"""What is fuzzed. A target takes any text; only errors of the library may come out of it, and what is accepted must be
what it says: it is written and read again, and a state that is accepted is played on.

Where a target needs to know which game, the first line says so.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random
from typing import Any, Final

from boardgames_fr import AnyGame, BoardGamesError, Lang, Seat, cli, find_game, games, read_record
from boardgames_fr._cli._options import make_parser
from boardgames_fr._cli._terminal import Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.bots import make_bot
from boardgames_fr.codec import KINDS, Codec
from boardgames_fr.games import animals, capharnaum, dinosaures, domestication
from boardgames_fr.record import read_good, replay
from boardgames_fr.session import Session

OURS: Final = tuple(find_game(name) for name in games())
TEXT_VALUES: Final[tuple[Callable[[str], object], ...]] = (
    animals.Card.parse,
    dinosaures.Square.parse,
    dinosaures.Line.parse,
    dinosaures.Tiles.parse,
)


def _lines(text: str) -> tuple[list[str], str]:
    """The words of the first line, and the rest."""
    first, _, rest = text.partition("\n")
    return first.split(), rest


def notation(text: str) -> None:
    """Moves, cards, squares and shapes, and the names of bots."""
    for game in OURS:
        try:
            move = game.parse_move(text)
        except BoardGamesError:
            continue
        assert game.format_move(move) == text, f"{game.name}: accepted and written as {game.format_move(move)!r}"
        assert game.parse_move(text) == move
        for rules in game.presets.values():
            state = game.new_game(rules)
            refusal = game.why_illegal(state, move)
            if refusal is not None:
                assert all(game.explain(refusal, lang) for lang in Lang)
    for parse in TEXT_VALUES:
        try:
            value = parse(text)
        except BoardGamesError:
            continue
        assert str(value) == text, f"accepted and written as {value}"
    try:
        card = dinosaures.Card.parse(text)
    except BoardGamesError:
        pass
    else:  # spaces around its lines are free
        assert dinosaures.Card.parse(str(card)) == card
    try:
        make_bot(OURS[0], OURS[0].rules_type(), text, 0)
    except BoardGamesError:
        return


def record(text: str) -> None:
    """Records: what can be read of them, and whether it can be read again."""
    try:
        good, _ = read_good(text, find_game)
    except BoardGamesError:
        return
    assert read_record(str(good)) == good
    *_, last = replay(good)
    use_state(good.game, last)
    try:
        read_record(text)
    except BoardGamesError:
        return


def json(text: str) -> None:
    """JSON of every kind: `GAME KIND` in the first line."""
    words, rest = _lines(text)
    if len(words) != 2 or words[0] not in games() or words[1] not in KINDS:
        return
    game, kind = find_game(words[0]), words[1]
    codec: Codec[Any, Any, Any, Any] = Codec(game)
    try:
        value = getattr(codec, f"{kind}_from_json")(rest)
    except BoardGamesError:
        return
    written = getattr(codec, f"{kind}_to_json")(value)
    assert getattr(codec, f"{kind}_from_json")(written) == value
    if kind == "state":
        use_state(game, value)
    elif kind == "rules":
        use_state(game, game.new_game(value))
    elif kind == "view":
        use_view(game, value)


def use_state(game: AnyGame, state: Any) -> None:
    """Ask everything about a state that the library vouches for, and play on in it for a few moves."""
    for _ in range(3):
        mover, moves = game.to_move(state), game.legal_moves(state)
        assert (mover is None) == (not moves) == (game.outcome(state) is not None)
        for seat in (None, Seat(0)):
            view = game.observe(state, seat)
            game.draw(view, Lang.FR)
            game.features(view)
        if not moves:
            return
        for move in (moves[0], moves[-1]):
            assert game.why_illegal(state, move) is None
        game.check_state(state)
        state = game.apply(state, moves[len(moves) // 2])


def use_view(game: AnyGame, view: Any) -> None:
    """Look for a state behind a view: there is none, or one that gives this view."""
    try:
        state = game.sample_world(view, Random(1))
        weight, first = next(game.worlds(view))
    except BoardGamesError:
        return
    assert weight > 0
    game.check_state(state)
    game.check_state(first)
    seat = getattr(view, "seat", Seat(0))
    assert game.observe(state, seat) == view
    assert game.observe(first, seat) == view


def house(text: str) -> None:
    """Houses of Capharnaüm."""
    try:
        found = capharnaum.House.parse(text)
    except BoardGamesError:
        return
    assert capharnaum.House.parse(found.format()) == found
    assert found.rooms
    assert found.squares
    for seats in (2, 6):
        try:
            found.check(found.numbers, seats=seats, adults=1)
        except BoardGamesError:
            continue


def deck(text: str) -> None:
    """Decks of Domestication, as CSV and as JSON."""
    for read in (domestication.read_deck_csv, domestication.read_deck_json):
        try:
            cards = domestication.deck_cards(read(text))
            domestication.Rules(deck=cards)
        except BoardGamesError:
            continue


def session(text: str) -> None:
    """Saved sessions: `GAME` in the first line."""
    words, rest = _lines(text)
    if len(words) != 1 or words[0] not in games():
        return
    game = find_game(words[0])
    try:
        loaded: Session[Any, Any, Any, Any] = Session.load(game, rest)
    except BoardGamesError:
        return
    again: Session[Any, Any, Any, Any] = Session.load(game, loaded.save())
    assert again.save() == loaded.save()
    assert again.state == loaded.state
    use_state(game, loaded.state)


def arguments(text: str) -> None:
    """The command line, an argument a line. What would write files, take long or import modules is only parsed."""
    argv = text.split("\n")
    out, err = io.StringIO(), io.StringIO()
    terminal = Terminal(io.StringIO(""), out, err, {})
    try:
        options = make_parser(Words(Lang.EN), terminal).parse_args(argv)
    except UsageError:
        options = None
    except SystemExit:  # --help and --version
        return
    if options is not None:
        quick = options.command in ("list", "rules", "schema") or (options.command == "perft" and options.depth <= 2)
        if not quick or any("@" in argument for argument in argv):
            return
    code = cli.main(argv, stdin=io.StringIO(""), stdout=out, stderr=err, environ={})
    assert code in (0, 2)
    assert (code == 0) == (not err.getvalue())
    assert err.getvalue().count("\n") == (code == 2), f"more than one line: {err.getvalue()!r}"


TARGETS: Final[dict[str, Callable[[str], None]]] = {
    "notation": notation,
    "record": record,
    "json": json,
    "house": house,
    "deck": deck,
    "session": session,
    "arguments": arguments,
}
"""Every target, by the name that the command and the folder of its corpus have."""

"""What a browser is sent. Everything here is made from what its seat sees, and from nothing else."""

from __future__ import annotations

from typing import Any

from boardgames_fr import CHANCE, IllegalMoveError, Lang, Seat
from boardgames_fr.errors import NotYourTurnError, StaleVersionError
from boardgames_fr.render import to_svg
from webtable.messages import PROTOCOL, Fields, Refused
from webtable.table import Subscriber, Table
from webtable.words import outcome_words, say, status_words

__all__ = ["END", "options", "past", "position", "record"]

END = ""
"""The phrase that says that a move ends here."""


def position(table: Table, reader: Subscriber) -> Fields:
    """All that a browser needs to show the present position, and what happened since it was last told."""
    session, seat, lang = table.session, reader.seat, reader.lang
    version = session.version
    since = reader.since if reader.since <= version else 0
    view = session.view(seat)
    outcome = session.outcome
    status, yours = _status(table, reader)
    frame: Fields = {
        "op": "position",
        "v": PROTOCOL,
        "game": table.game.name,
        "title": table.game.title,
        "seat": seat,
        "seats": [chair.bot for chair in table.chairs],
        "lang": lang.value,
        "version": version,
        "since": since,
        "log": [
            {"number": entry.number, "seen": entry.seen, "words": entry.narration, "undo": entry.undo}
            for entry in session.log(seat, since, lang)
        ],
        "to_move": session.to_move if table.race is None else sorted(table.race.asked),
        "yours": yours,
        "status": status,
        "live": table.seconds is not None,
        "undo": seat is not None and table.seconds is None and session.can_undo(seat),
        "over": outcome is not None,
        "won": outcome is not None and seat is not None and seat in outcome.winners,
        "can_save": outcome is not None or session.is_open,
    }
    frame["options"] = _options(table, reader, ())[0] if yours else []
    if reader.as_json:
        frame["view"] = table.codec.view_to_data(view)
    else:
        picture = table.picture(seat, lang)
        frame["picture"] = to_svg(picture.scene)
        frame["columns"] = picture.scene.width
    reader.since = version
    return frame


def _status(table: Table, reader: Subscriber) -> tuple[str, bool]:
    """Whose turn it is, in a line, and whether it is the reader's."""
    session, seat, lang = table.session, reader.seat, reader.lang
    outcome, mover = session.outcome, session.to_move
    if outcome is not None:
        return outcome_words(outcome, seat, lang), False
    if table.failed is not None:
        return status_words(lang, "bot-failed", (table.failed,)), False
    assert mover is not None
    if table.seconds is None:
        if mover == seat:
            return status_words(lang, "your-turn"), True
        key = "their-turn" if table.chairs[mover].bot is None else "bot-turn"
        return status_words(lang, key, (mover,)), False
    if table.race is None:
        return status_words(lang, "absent", table.absent), False
    if seat is None or seat not in table.race.asked:
        return status_words(lang, "race"), False
    if seat in table.heard:
        return status_words(lang, "called"), False
    return status_words(lang, "your-call"), True


def _options(table: Table, reader: Subscriber, said: tuple[int, ...]) -> tuple[list[Fields], str]:
    """What the reader can say next, each phrase with words for a button and the move that it completes, if it does."""
    assert reader.seat is not None
    state, actions = _state_for(table, reader.seat), table.actions
    view = table.session.view(reader.seat)
    found: list[Fields] = []
    for action in actions.legal(state, said):
        phrase = END if action == actions.END else actions.phrases[action]
        longer, move = actions.say(state, said, action)
        if phrase == END:
            words = say(reader.lang, "end")
        elif move is not None:
            words = table.game.label(view, move, reader.lang)
        elif actions.END in actions.legal(state, longer):
            _, shortest = actions.say(state, longer, actions.END)
            assert shortest is not None
            words = f"{table.game.label(view, shortest, reader.lang)}\u00a0…"
        else:
            hint = _hint(table, reader, phrase)
            words = f"{hint[:1].upper()}{hint[1:]}\u00a0…"
        found.append({"phrase": phrase, "words": words, "move": None if move is None else table.game.format_move(move)})
    return found, actions.text(state, said)


def _hint(table: Table, reader: Subscriber, phrase: str) -> str:
    """What the picture calls the shape that says this phrase; the phrase itself, if none does."""
    scene = table.picture(reader.seat, reader.lang).scene
    return next((shape.hint for shape in reversed(scene.shapes) if shape.phrase == phrase and shape.hint), phrase)


def _state_for(table: Table, seat: Seat) -> Any:
    return table.session.state if table.race is None else table.race.asked[seat]


def options(table: Table, reader: Subscriber, version: int, phrases: list[str]) -> Fields:
    """How a half-said move can go on.

    Raises:
        Refused, NotYourTurnError, StaleVersionError, NotationError: it is not the reader's turn, or it cannot be said.
    """
    if not _status(table, reader)[1]:
        raise NotYourTurnError(CHANCE if reader.seat is None else reader.seat)
    if version != table.session.version:
        raise StaleVersionError(version, table.session.version)
    assert reader.seat is not None
    said: tuple[int, ...] = ()
    state = _state_for(table, reader.seat)
    for phrase in phrases:
        try:
            said, move = table.actions.say(state, said, table.actions.number(phrase))
        except IllegalMoveError:
            raise Refused("illegal") from None
        if move is not None:
            raise Refused("illegal")
    found, text = _options(table, reader, said)
    return {"op": "options", "version": version, "said": list(phrases), "text": text, "options": found}


def past(table: Table, reader: Subscriber, ply: int) -> Fields:
    """A finished game after so many moves, as the reader's seat saw it then.

    Raises:
        Refused: the game is not over, or not so long.
    """
    states, game = table.past(), table.game
    if ply >= len(states):
        raise Refused("no-such-ply")
    view = game.observe(states[ply], reader.seat)
    frame: Fields = {"op": "past", "ply": ply, "plies": len(states) - 1, "words": ""}
    if ply:
        move = table.session.record().moves[ply - 1]
        seen = game.seen(states[ply - 1], move, reader.seat)
        frame["words"] = game.narrate(game.observe(states[ply - 1], reader.seat), seen, view, reader.lang)
    if reader.as_json:
        frame["view"] = table.codec.view_to_data(view)
    else:
        scene = game.draw(view, reader.lang)
        frame["picture"] = to_svg(scene)
        frame["columns"] = scene.width
    return frame


def record(table: Table, lang: Lang) -> Fields:
    """The game as a text to keep: when it is over, or has no secrets.

    Raises:
        Refused: it still has secrets.
    """
    if table.session.to_move is not None and not table.session.is_open:
        raise Refused("not-over")
    headers = tuple(
        (f"seat {number}", say(lang, "seat", seat=number) if chair.bot is None else chair.bot)
        for number, chair in enumerate(table.chairs)
    )
    found = table.session.record()
    text = str(type(found)(found.game, found.rules, found.moves, (*headers, *found.headers)))
    return {"op": "record", "name": f"{table.game.name}.txt", "text": text}

"""Laws about what the tools make of a game: JSON, records, matches, actions."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Final

from boardgames_fr.actions import Actions
from boardgames_fr.chance import below, stream
from boardgames_fr.codec import Codec, Json
from boardgames_fr.conformance._play import (
    BreachError,
    choose,
    played,
    require,
    sample,
    seats_of,
    told,
    viewers,
    views_of,
)
from boardgames_fr.conformance._values import play_alike
from boardgames_fr.errors import BoardGamesError, CodecError, WorldsError
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, RulesT, StateT, ViewT
from boardgames_fr.match import play as play_match
from boardgames_fr.record import Record, as_seen, read, replay, with_digests

__all__ = [
    "damaged_json_is_refused",
    "json_round_trips",
    "moves_are_cut_into_phrases",
    "reached_states_pass_the_check",
    "records_replay",
    "seeded_matches_are_the_same",
]


def reached_states_pass_the_check(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """`check_state` accepts every state that play can reach."""
    play = played("reached_states_pass_the_check", game, rules, rng)
    for ply in range(len(play.states)):
        with play.at("reached_states_pass_the_check", ply) as state:
            game.check_state(state)


def json_round_trips(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Rules, states, moves, views, outcomes and scenes come back from their JSON equal; equal ones have equal JSON.

    Derived fields are not written: the state with those worked out of the rest plays on as the one that was played.
    """
    play = played("json_round_trips", game, rules, rng)
    with told("json_round_trips", game, rules):
        codec = Codec(game)
        back = codec.rules_from_json(codec.rules_to_json(rules))
        require(back == rules and repr(back) == repr(rules), "the rules come back from JSON as others")
    for ply in play.some(rng, 7):
        with play.at("json_round_trips", ply) as state:
            text = codec.state_to_json(state)
            require(text.isascii() and text.endswith("\n") and "\n" not in text[:-1], "JSON is not one line of ASCII")
            require(codec.state_to_json(copy.deepcopy(state)) == text, "equal states have different JSON")
            if "check_state" not in game.missing:
                found = codec.state_from_json(text)
                require(found == state and repr(found) == repr(state), "a state comes back from JSON as another")
                require(hash(found) == hash(state), "a state comes back from JSON with another hash")
                play_alike(game, state, found, "JSON", rng)
            for move in sample(game.legal_moves(state), rng, 4):
                require(
                    codec.move_from_json(codec.move_to_json(move)) == move, f"{move} comes back from JSON as another"
                )
            for number, (_, view) in enumerate(views_of(game, rules, state, rng)):
                seen = codec.view_from_json(codec.view_to_json(view))
                require(seen == view and repr(seen) == repr(view), "a view comes back from JSON as another")
                if "draw" not in game.missing and number == 0:
                    scene = game.draw(view, Lang.FR)
                    same = codec.scene_from_json(codec.scene_to_json(scene)) == scene
                    require(same, "a scene comes back from JSON as another")
            outcome = game.outcome(state)
            if outcome is not None:
                same = codec.outcome_from_json(codec.outcome_to_json(outcome)) == outcome
                require(same, "an outcome comes back from JSON as another")


def damaged_json_is_refused(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """JSON of a state with one value changed is refused, or gives a state on which everything works."""
    play = played("damaged_json_is_refused", game, rules, rng)
    codec = Codec(game)
    for ply in play.some(rng, 6):
        with play.at("damaged_json_is_refused", ply) as state:
            whole = codec.state_to_data(state)
            places = list(_places(whole, ()))
            for _ in range(16):
                place, damaged = _damaged(whole, places, rng)
                try:
                    found = codec.state_from_data(damaged)
                except CodecError:
                    continue
                try:
                    _works(game, found, rng)
                except Exception as error:
                    problem = f"with {place} changed it is accepted, and then raises {type(error).__name__}: {error}"
                    raise BreachError(problem) from error


_Place = tuple[str | int, ...]


def _places(data: Json, path: _Place) -> Iterator[_Place]:
    """The paths to all values in plain data, but not into the rules."""
    if path:
        yield path
    if isinstance(data, dict):
        for key, value in data.items():
            if key != "rules":
                yield from _places(value, (*path, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _places(item, (*path, index))


_VALUES: Final[tuple[Json, ...]] = (None, True, False, 0, 1, -1, 2, 7, 99, -(10**9), 10**12, "", "x", [], {}, 0.5)


def _damaged(whole: Json, places: list[_Place], rng: Random) -> tuple[str, Json]:
    """A copy with another value in one place, and the place's name."""
    damaged = copy.deepcopy(whole)
    place = places[below(rng, len(places))]
    holder = _at(damaged, place[:-1])
    old = _at(damaged, place)
    new: Json
    match below(rng, 4):
        case 0 if isinstance(old, int):
            new = old + (1, -1, 2, -2)[below(rng, 4)]
        case 1 if isinstance(old, int):
            new = old ^ 1 << below(rng, 16)
        case 0 | 1 if isinstance(old, list) and old:
            new = [old[:-1], [*old, old[-1]], old[::-1], old[1:]][below(rng, 4)]
        case 2:
            new = _VALUES[below(rng, len(_VALUES))]
        case _:
            new = copy.deepcopy(_at(whole, places[below(rng, len(places))]))
    if isinstance(holder, dict):
        holder[str(place[-1])] = new
    elif isinstance(holder, list):
        holder[int(place[-1])] = new
    return "/".join(map(str, place)), damaged


def _at(data: Json, path: _Place) -> Json:
    for step in path:
        if isinstance(data, dict):
            data = data[str(step)]
        else:
            assert isinstance(data, list)
            data = data[int(step)]
    return data


def _works(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, rng: Random) -> None:
    """Asks everything of a state that passed `check_state`, and plays on; only the library's own errors may come."""
    rules_of: object = getattr(state, "rules", None)
    for step in range(4):
        mover, moves = game.to_move(state), game.legal_moves(state)
        require((mover is None) == (not moves) == (game.outcome(state) is not None), "over is not over")
        require(len(game.chance_weights(state)) == (len(moves) if mover is CHANCE else 0), "odds do not fit the moves")
        seats = seats_of(game, rules_of) if isinstance(rules_of, game.rules_type) else ()
        for seat in (*seats, None):
            view = game.observe(state, seat)
            if "features" not in game.missing:
                game.features(view)
            if "draw" not in game.missing and step == 0 and seat is None:
                game.draw(view, Lang.FR)
            if "sample_world" not in game.missing and seat is not None:
                try:
                    game.sample_world(view, rng)
                except WorldsError:
                    continue
        if mover is None:
            return
        move = choose(game, state, rng)
        require(game.why_illegal(state, move) is None, "a legal move is refused")
        try:
            state = game.apply(state, move)
        except BoardGamesError as error:
            raise BreachError(f"a legal move cannot be applied: {error}") from error


def records_replay(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """A record with digests comes back equal from its text and replays to the same states; logs are complete."""
    play = played("records_replay", game, rules, rng)
    with play.at("records_replay", len(play.moves)):
        record = with_digests(Record(game, rules, play.moves), every=10)
        text = str(record)
        back = read(text, lambda _: game)
        require(back == record and str(back) == text, "a record comes back from its text as another")
        for ply, (state, again) in enumerate(zip(play.states, replay(back), strict=True)):
            require(again == state, f"replaying gives another state at ply {ply}")
        for seat in viewers(game, rules, rng):
            log = list(as_seen(game, record, seat))
            require(len(log) == len(play.moves), f"{seat} sees {len(log)} of {len(play.moves)} moves")


class _Chooser:
    """A bot that chooses with even odds, from a stream of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = stream(seed, "conformance")

    def __call__(self, _view: object, moves: tuple[MoveT, ...]) -> MoveT:
        return moves[below(self.rng, len(moves))]


def seeded_matches_are_the_same(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """A match between bots with the same seeds is the same match, and one with another seed can be played too."""
    seed = below(rng, 2**53)
    with told("seeded_matches_are_the_same", game, rules):
        one, two = (
            play_match(game, rules, [_Chooser(seed + seat) for seat in seats_of(game, rules)], seed=seed, limit=2_000)
            for _ in range(2)
        )
    with told("seeded_matches_are_the_same", game, rules, one.moves):
        require(one == two, "two matches with the same seed differ")
        require(str(one) == str(two), "two matches with the same seed have different records")


def moves_are_cut_into_phrases(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Every legal move can be said by actions that the masks allow, with at least one; the masks allow nothing else.

    Moves that look alike to somebody else take equally many actions, so that their number gives nothing away.
    """
    play = played("moves_are_cut_into_phrases", game, rules, rng)
    with told("moves_are_cut_into_phrases", game, rules):
        actions = Actions(game, rules)
        for phrase in (*actions.phrases, *actions.chance_phrases):
            require(phrase.isascii() and phrase.split(" ") == phrase.split(), f"{phrase!r} is no phrase")
    for ply in play.some(rng, 12):
        with play.at("moves_are_cut_into_phrases", ply) as state:
            mover, moves = game.to_move(state), game.legal_moves(state)
            first = actions.legal(state)
            require(first == tuple(sorted(set(first))), "the mask is not ascending, each action once")
            size = actions.chance_size if mover is CHANCE else actions.size
            require(all(0 <= action < size for action in first), "an action is out of range")
            if mover is CHANCE:
                odds = sum(actions.weights(state))
                require(odds == sum(game.chance_weights(state)), "the odds of phrases do not add up to those of moves")
            takes: dict[tuple[object, str], int] = {}
            for move in sample(moves, rng, 16):
                said = _said(actions, state, move)
                for seat in viewers(game, rules, rng):
                    if seat != mover:
                        seen = game.seen(state, move, seat)
                        same = takes.setdefault((seat, seen), said) == said
                        require(same, f"of two moves that {seat} sees as {seen!r} one takes more actions")
            _walk(actions, game, state, rng)


def _said(actions: Actions[RulesT, StateT, MoveT, ViewT], state: StateT, move: MoveT) -> int:
    """How many actions this move takes, after saying it one by one."""
    path = actions.cut(state, move)
    require(bool(path), f"{move} takes no action")
    said: tuple[int, ...] = ()
    for step, action in enumerate(path, 1):
        require(action in actions.legal(state, said), f"{move} cannot be said: the mask forbids an action of it")
        said, spoken = actions.say(state, said, action)
        require((spoken is not None) == (step == len(path)), f"{move} is finished too early or too late")
        require(spoken is None or spoken == move, f"saying {move} gives {spoken}")
    return len(path)


def _walk(
    actions: Actions[RulesT, StateT, MoveT, ViewT], game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, rng: Random
) -> None:
    """Says whatever the masks allow, which must end as a legal move."""
    said: tuple[int, ...] = ()
    spoken: MoveT | None = None
    while spoken is None and (mask := actions.legal(state, said)):
        said, spoken = actions.say(state, said, mask[below(rng, len(mask))])
    if spoken is None:
        require(game.to_move(state) is None and not said, "what the masks allow comes to no end")
    else:
        require(spoken in game.legal_moves(state), f"the masks allow to say {spoken}, which is not legal")

"""Laws about secrets: whatever a seat may not know cannot change anything that it receives.

Two states that a seat cannot tell apart are made in two ways that do not rest on each other: from the game's own
`worlds` and `sample_world`, and, without them, from two moves of chance that look alike to that seat (a *twin*). The
two are compared byte for byte: that is also the search for a canary, since a hidden card's name that got into
anything would be another name in the other state.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final, Generic

import attrs

from boardgames_fr.actions import Actions
from boardgames_fr.chance import below
from boardgames_fr.codec import Codec
from boardgames_fr.conformance._play import (
    BreachError,
    Played,
    choose,
    first_difference,
    played,
    pool,
    require,
    sample,
    seats_of,
    spelled,
    told,
    viewers,
    worlds_of,
)
from boardgames_fr.errors import WorldsError
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, RulesT, Seat, StateT, ViewT

__all__ = [
    "nothing_leaks",
    "sampled_worlds_fit_the_weights",
    "twins_look_alike",
    "views_forget_nothing",
    "worlds_contain_the_truth",
    "worlds_look_alike",
    "worlds_play_on",
]

_FEW_WORLDS: Final = 400
_STEPS: Final = 5
_COMPARISONS: Final = 24


def worlds_contain_the_truth(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """`worlds` lists states, each once, with positive int weights; if it ends soon, the true state is among them.

    So must be the twins of the true state: states that another draw of chance, unseen by the seat, would have given.
    A spectator is told that there are no worlds, or gets states that look the same to everybody.
    """
    play = played("worlds_contain_the_truth", game, rules, rng)
    for ply in play.some(rng, 12):
        with play.at("worlds_contain_the_truth", ply) as state:
            for seat in sample(seats_of(game, rules), rng, 3):
                view = game.observe(state, seat)
                _listed(game, view, [state, *_twins(play, ply, seat, rng)], seat)
            public = game.observe(state, None)
            try:
                found = list(islice(game.worlds(public), 20))
            except WorldsError:
                continue
            for _, world in found:
                require(game.observe(world, None) == public, "a spectator's world looks otherwise to it")


def _listed(game: Game[RulesT, StateT, MoveT, ViewT], view: ViewT, truths: Sequence[StateT], seat: Seat) -> None:
    listed = list(islice(game.worlds(view), _FEW_WORLDS + 1))
    require(bool(listed), f"seat {seat} has no worlds")
    require(all(type(weight) is int and weight > 0 for weight, _ in listed), "weights of worlds must be positive ints")
    worlds = {world for _, world in listed}
    require(len(worlds) == len(listed), f"a world of seat {seat} is listed twice")
    if len(listed) <= _FEW_WORLDS:
        for index, truth in enumerate(truths):
            what = "the true state" if index == 0 else "a state that only an unseen draw tells from the true one"
            require(truth in worlds, f"{what} is not among the {len(listed)} worlds of seat {seat}")


def _twins(play: Played[RulesT, StateT, MoveT, ViewT], ply: int, seat: Seat | None, rng: Random) -> list[StateT]:
    """States that the seat cannot tell from the one at this ply: an unseen draw before it went otherwise."""
    game = play.game
    hidden = [
        at
        for at in range(max(0, ply - 12), ply)
        if game.to_move(play.states[at]) is CHANCE and "?" in game.seen(play.states[at], play.moves[at], seat)
    ]
    if not hidden:
        return []
    at = hidden[below(rng, len(hidden))]
    twins = []
    seen = game.seen(play.states[at], play.moves[at], seat)
    for move in sample(game.legal_moves(play.states[at]), rng, 4):
        if move != play.moves[at] and game.seen(play.states[at], move, seat) == seen:
            twin = _same_again(play, game.apply_unchecked(play.states[at], move), at + 1, ply, seat)
            if twin is not None:
                twins.append(twin)
    return twins


def _same_again(
    play: Played[RulesT, StateT, MoveT, ViewT], twin: StateT, start: int, stop: int, seat: Seat | None
) -> StateT | None:
    """The twin after the same moves as in the play, if they are legal and always look the same to the seat."""
    game = play.game
    for at in range(start, stop + 1):
        if game.to_move(twin) != game.to_move(play.states[at]) or game.observe(twin, seat) != game.observe(
            play.states[at], seat
        ):
            return None
        if at < stop:
            move = play.moves[at]
            if move not in game.legal_moves(twin) or game.seen(twin, move, seat) != game.seen(
                play.states[at], move, seat
            ):
                return None
            twin = game.apply_unchecked(twin, move)
    return twin


def worlds_look_alike(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Every world of a view, listed or sampled, gives its seat that very view again, to the last byte."""
    play = played("worlds_look_alike", game, rules, rng)
    for ply in play.some(rng, 12):
        with play.at("worlds_look_alike", ply) as state:
            for seat in sample(seats_of(game, rules), rng, 3):
                view = game.observe(state, seat)
                for world in worlds_of(game, view, rng, listed=12, sampled=6):
                    require(type(world) is game.state_type, f"a world of seat {seat} is a {type(world).__name__}")
                    other = game.observe(world, seat)
                    require(
                        other == view and repr(other) == repr(view) and hash(other) == hash(view),
                        f"a world of seat {seat} gives it another view",
                    )


def worlds_play_on(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """A sampled world is a state like any other: it passes `check_state` and can be played to the end."""
    play = played("worlds_play_on", game, rules, rng)
    for ply in play.some(rng, 5):
        with play.at("worlds_play_on", ply) as state:
            for seat in sample(seats_of(game, rules), rng, 2):
                for world in worlds_of(game, game.observe(state, seat), rng, listed=0, sampled=1):
                    _play_on(game, world, rng)


def _play_on(game: Game[RulesT, StateT, MoveT, ViewT], state: StateT, rng: Random) -> None:
    for _ in range(120):
        if "check_state" not in game.missing:
            game.check_state(state)
        if game.to_move(state) is None:
            require(game.outcome(state) is not None, "a world ends without an outcome")
            return
        state = game.apply(state, choose(game, state, rng))


def nothing_leaks(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Non-interference: states that a seat cannot tell apart are alike in all that the seat receives.

    Compared are its view (value, repr, JSON), who is to move, its legal moves in order, refusals and their sentences,
    labels, scenes, features, the outcome; then both are played on by moves that look alike to the seat, as long as its
    views stay equal, comparing narration, the number of actions that each move takes, and all the above again. A
    spectator is compared over the worlds of every seat.
    """
    play = played("nothing_leaks", game, rules, rng)
    with told("nothing_leaks", game, rules):
        compare = _Comparison(
            game,
            Codec(game),
            None if "phrases" in game.missing else Actions(game, rules),
            pool(play, rng, each=3, spoken=12),
        )
    compared = 0
    for ply in sample(range(len(play.states)), rng, 30):
        with play.at("nothing_leaks", ply) as state:
            for seat in sample(seats_of(game, rules), rng, 3):
                others = _twins(play, ply, seat, rng)
                others += worlds_of(game, game.observe(state, seat), rng, listed=2, sampled=3)
                for other in dict.fromkeys(others):
                    if other != state and compared < _COMPARISONS:
                        compared += 1
                        compare.follow(state, other, seat, rng)
                        compare.follow(state, other, None, rng)


@attrs.frozen(eq=False)
class _Comparison(Generic[RulesT, StateT, MoveT, ViewT]):
    """Compares what a seat receives in two states, now and while both are played on."""

    game: Game[RulesT, StateT, MoveT, ViewT]
    codec: Codec[RulesT, StateT, MoveT, ViewT]
    actions: Actions[RulesT, StateT, MoveT, ViewT] | None
    tried: tuple[MoveT, ...]

    def follow(self, one: StateT, other: StateT, seat: Seat | None, rng: Random) -> None:
        """Plays both on for some moves that look alike to the seat, as long as its views stay equal."""
        game = self.game
        for step in range(_STEPS):
            self.alike(one, other, seat, all_words=step == 0)
            if game.to_move(one) is None:
                return
            self.masked_alike(one, other, seat, rng)
            move = choose(game, one, rng)
            text = game.seen(one, move, seat)
            same = [match for match in game.legal_moves(other) if game.seen(other, match, seat) == text]
            if game.to_move(one) == seat:
                require(
                    move in same, f"seat {seat} sees its own move {move} otherwise in a world that it cannot exclude"
                )
                same = [move]
            if not same:
                return  # only in one of the two can this happen: from now on the seat may tell them apart
            match = same[below(rng, len(same))]
            if self.actions is not None:
                alike = len(self.actions.cut(one, move)) == len(self.actions.cut(other, match))
                require(alike, f"{text!r} takes more actions in one of two states that {_name(seat)} cannot tell apart")
            before, one, other = one, game.apply_unchecked(one, move), game.apply_unchecked(other, match)
            view, looks = game.observe(one, seat), game.observe(other, seat)
            if view != looks:
                return  # it has learned something, which its view says
            for lang in Lang:
                told_so = [game.narrate(game.observe(before, seat), text, after, lang) for after in (view, looks)]
                require(
                    told_so[0] == told_so[1], f"{text!r} is narrated to {_name(seat)} in a way that gives a secret away"
                )

    def masked_alike(self, one: StateT, other: StateT, seat: Seat | None, rng: Random) -> None:
        """What is hidden of a move's text must not depend on a secret."""
        there = frozenset(self.game.legal_moves(other))
        for move in sample(self.game.legal_moves(one), rng, 4):
            if move in there:
                same = self.game.seen(one, move, seat) == self.game.seen(other, move, seat)
                require(same, f"the text of {move} as {_name(seat)} sees it gives a secret away")

    def alike(self, one: StateT, other: StateT, seat: Seat | None, all_words: bool) -> None:
        different = first_difference(self.received(one, seat, all_words), self.received(other, seat, all_words))
        if different is not None:
            raise BreachError(
                f"{different} gives a secret away to {_name(seat)}: it differs in a state that looks the same"
            )

    def received(self, state: StateT, seat: Seat | None, all_words: bool) -> list[tuple[str, object]]:
        """All that this seat receives in this state, with a name for each; what is costly only with `all_words`."""
        game, view = self.game, self.game.observe(state, seat)
        mover = game.to_move(state)
        got: list[tuple[str, object]] = [
            ("the view", view),
            ("the repr of the view", repr(view)),
            ("the hash of the view", hash(view)),
            ("the JSON of the view", self.codec.view_to_json(view)),
            ("whose turn it is", mover),
            ("the outcome", game.outcome(state)),
        ]
        if "features" not in game.missing:
            got.append(("the feature vector", game.features(view)))
        if "draw" not in game.missing and all_words:
            got += [(f"the scene ({lang.value})", game.draw(view, lang)) for lang in Lang]
        if mover is None or mover != seat:
            return got
        moves = game.legal_moves(state)
        got.append(("the list of legal moves", moves))
        got.append(("the texts of legal moves", spelled(game, moves)))
        if self.actions is not None:
            got.append(("the set of actions", self.actions.legal(state)))
        if not all_words:
            return got
        got += [(f"a label ({lang.value})", tuple(game.label(view, move, lang) for move in moves)) for lang in Lang]
        refusals = tuple(game.why_illegal(state, move) for move in self.tried)
        got.append(("a refusal", refusals))
        for lang in Lang:
            sentences = tuple(refusal and game.explain(refusal, lang) for refusal in refusals)
            got.append((f"the sentence of a refusal ({lang.value})", sentences))
        return got


def _name(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def twins_look_alike(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """What chance draws unseen stays unseen: draws that are the same text to somebody leave it the same view.

    This asks nothing of `worlds`: it catches a secret that both the view and the worlds made from it give away.
    """
    play = played("twins_look_alike", game, rules, rng)
    chance = [ply for ply in range(len(play.moves)) if game.to_move(play.states[ply]) is CHANCE]
    for ply in sample(chance, rng, 16):
        with play.at("twins_look_alike", ply) as state:
            moves = sample(game.legal_moves(state), rng, 6)
            afters = [game.apply_unchecked(state, move) for move in moves]
            for seat in viewers(game, rules, rng):
                views: dict[str, ViewT] = {}
                for move, after in zip(moves, afters, strict=True):
                    seen, view = game.seen(state, move, seat), game.observe(after, seat)
                    first = views.setdefault(seen, view)
                    require(
                        first == view and repr(first) == repr(view),
                        f"{_name(seat)} sees {seen!r}, and then another view, depending on what was drawn",
                    )


def views_forget_nothing(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Two moves that a seat sees as different texts, and that lead to different states, leave it different views.

    Otherwise its view would allow states that it has seen cannot be; or the text says more than the seat may know. (A
    spectator's view may hold less than what everybody has seen.)
    """
    play = played("views_forget_nothing", game, rules, rng)
    for ply in play.some(rng, 24):
        with play.at("views_forget_nothing", ply) as state:
            moves = sample(game.legal_moves(state), rng, 8)
            afters = [game.apply_unchecked(state, move) for move in moves]
            for seat in sample(seats_of(game, rules), rng, 3):
                first: dict[ViewT, tuple[str, StateT]] = {}
                for move, after in zip(moves, afters, strict=True):
                    seen = game.seen(state, move, seat)
                    text, other = first.setdefault(game.observe(after, seat), (seen, after))
                    require(
                        text == seen or other == after,
                        f"seat {seat} sees {text!r} or {seen!r}, and then the same view, although the states differ",
                    )


def sampled_worlds_fit_the_weights(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """`sample_world` draws worlds that `worlds` lists, about as often as their weights say (where they are few)."""
    play = played("sampled_worlds_fit_the_weights", game, rules, rng)
    tested = 0
    for ply in sample(range(len(play.states)), rng, 12):
        with play.at("sampled_worlds_fit_the_weights", ply) as state:
            for seat in sample(seats_of(game, rules), rng, 1):
                view = game.observe(state, seat)
                listed = list(islice(game.worlds(view), 25))
                if 2 <= len(listed) <= 24 and tested < 2:
                    tested += 1
                    _fits(
                        {world: weight for weight, world in listed},
                        _frequencies(game, view, rng, 150 + 25 * len(listed)),
                    )


def _frequencies(game: Game[RulesT, StateT, MoveT, ViewT], view: ViewT, rng: Random, draws: int) -> Counter[StateT]:
    return Counter(game.sample_world(view, rng) for _ in range(draws))


def _fits(weights: dict[StateT, int], counts: Counter[StateT]) -> None:
    """Pearson's chi-square, with a bound that a right sampler passes far more than 999,999 times in a million."""
    require(set(counts) <= set(weights), "a sampled world is not among those listed")
    total, draws = sum(weights.values()), sum(counts.values())
    cells: list[tuple[float, int]] = []  # worlds that are expected less than five times share a cell
    expected, counted = 0.0, 0
    for world, weight in sorted(weights.items(), key=lambda item: item[1]):
        expected, counted = expected + draws * weight / total, counted + counts[world]
        if expected >= 5:
            cells.append((expected, counted))
            expected, counted = 0.0, 0
    if expected:
        cells.append((expected, counted))
    distance = sum((count - mean) ** 2 / mean for mean, count in cells)
    freedom = len(cells) - 1
    require(
        distance <= freedom + 7 * math.sqrt(2 * freedom) + 20 if freedom else True,
        f"sampled worlds do not come as often as their weights say: chi-square {distance:.0f} with {freedom} degrees",
    )

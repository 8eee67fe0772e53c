"""Every law catches games that break it: mutants of two toys, one with a secret and chance, one open."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from boardgames_fr.chance import stream
from boardgames_fr.conformance import LAWS, Report, check
from boardgames_fr.errors import IllegalMoveError, LawBrokenError, NotationError, StateError
from boardgames_fr.game import CHANCE, AnyGame, Game, Lang, Outcome, Refusal, Seat
from boardgames_fr.record import Record, replay
from boardgames_fr.scene import Box, Line, Scene, Text
from tests.toys import bluff, nim

LOW, HIGH = bluff.Level.LOW, bluff.Level.HIGH


def features(view: bluff.View) -> tuple[int, ...]:
    return (*view.points, -1 if view.card is None else bluff.CARDS.index(view.card))


def draw(view: bluff.View, lang: Lang) -> Scene:
    shapes = (Box(0, 0, 4, 2, lines=(str(view.card),), phrase="guess low"), Line(0, 0, 3, 0), Text(0, 1, "Bluff"))
    return Scene("Bluff", {Lang.FR: "Une carte", Lang.EN: "A card"}[lang], 4, 2, shapes)


def talker(rng: Random) -> Callable[[bluff.View, tuple[bluff.Move, ...]], bluff.Move]:
    return lambda _view, moves: moves[int(rng.random() * len(moves))]


BLUFF: Game[bluff.Rules, bluff.State, bluff.Move, bluff.View] = attrs.evolve(
    bluff.GAME,
    feature_names=lambda _rules: ("points 0", "points 1", "card"),
    feature_bounds=lambda rules: ((0, rules.rounds), (0, rules.rounds), (-1, 3)),
    features=features,
    draw=draw,
    policies={"talker": talker},
)
NIM = nim.GAME


def mutant(game: AnyGame, **changes: Any) -> AnyGame:
    """The game with other functions; what it lets the library derive from them is derived again."""
    derived = {
        field.name: getattr(game, field.name)
        for field in attrs.fields(Game)
        if field.name not in ("apply", "why_illegal", "chance_weights")
    }
    if "chance_weights" not in changes and game is BLUFF:
        changes["chance_weights"] = bluff.chance_weights
    return Game(**(derived | changes))


def held_by(law: str, game: AnyGame, rules: Any = None, tries: int = 20) -> LawBrokenError | None:
    """The error if the law is found broken within so many plays."""
    for index in range(tries):
        try:
            LAWS[law].holds(game, rules or game.rules_type(), stream(1, law, index))
        except LawBrokenError as error:
            return error
    return None


@pytest.mark.parametrize("game", [BLUFF, NIM], ids=["bluff", "nim"])
@pytest.mark.parametrize("law", [name for name, law in LAWS.items() if not law.in_processes])
def test_a_right_game_keeps_every_law(law: str, game: AnyGame) -> None:
    if not LAWS[law].lacks(game):
        assert held_by(law, game, tries=5) is None


# Functions that break a law


def alternating(*answers: Callable[..., Any]) -> Callable[..., Any]:
    """Answers by turns as each of these functions."""
    turns = itertools.cycle(answers)
    return lambda *given: next(turns)(*given)


def after_the_end(state: nim.State) -> tuple[nim.Take, ...]:
    return nim.legal_moves(state) or (nim.Take(1),)


def false_seat(state: bluff.State) -> object:
    return bluff.to_move(state) if bluff.to_move(state) != 0 else False


def changed_in_place(state: nim.State, move: nim.Take) -> nim.State:
    after = nim.apply_unchecked(state, move)
    object.__setattr__(state, "last", nim.Take(9))
    return after


def accepts_all(state: nim.State, move: nim.Take) -> nim.State:
    return nim.apply_unchecked(state, move) if isinstance(move, nim.Take) else state


def crashes(state: nim.State, move: nim.Take) -> nim.State:
    if nim.Take(move.count) not in nim.legal_moves(state):
        raise IllegalMoveError(move, Refusal("-", "not-legal-here"))
    return nim.apply_unchecked(state, move)


def other_reason(state: nim.State, move: object) -> nim.State:
    if move not in nim.legal_moves(state):
        raise IllegalMoveError(move, Refusal("N-1", "too-many"))
    assert isinstance(move, nim.Take)
    return nim.apply_unchecked(state, move)


def ends_with(**fields: Any) -> Callable[[nim.State], Outcome | None]:
    def outcome(state: nim.State) -> Outcome | None:
        right = nim.outcome(state)
        return None if right is None else attrs.evolve(right, **fields)

    return outcome


@attrs.frozen(eq=False)
class Thing:
    """Equal to nothing but itself, so a copy of it is another."""

    what: object = 0


@attrs.define(unsafe_hash=True)
class Loose:
    """Hashable, and not frozen."""

    value: int = 0


@attrs.frozen
class Trail(nim.State):
    """A state that remembers what its equality does not know."""

    taken: int = attrs.field(default=0, eq=False)


def trail(rules: nim.Rules) -> Trail:
    return Trail(rules, rules.heap)


def walk_on(state: Trail, move: nim.Take) -> Trail:
    return Trail(state.rules, state.heap - move.count, Seat(1 - state.seat), None, state.taken * 2 + move.count)


def moves_by_trail(state: Trail) -> tuple[nim.Take, ...]:
    return nim.legal_moves(state)[:: -1 if state.taken % 2 else 1]


def turned_round(state: nim.State) -> tuple[nim.Take, ...]:
    return nim.legal_moves(state)[::-1]


def only_one_quick(state: nim.State) -> tuple[nim.Take, ...]:
    return tuple(move for move in nim.legal_moves(state) if not move.quick or move.count == 1)


KEPT: dict[nim.State, nim.State] = {}


def moves_by_identity(state: nim.State) -> tuple[nim.Take, ...]:
    """The right moves for the first object that is equal to this state, and turned round for its copies."""
    return nim.legal_moves(state)[:: 1 if KEPT.setdefault(state, state) is state else -1]


def repairing(text: str) -> bluff.Move:
    return bluff.parse_move(text.strip())


def crashing_parser(text: str) -> nim.Take:
    verb, count, *quick = text.split(" ")
    if verb != "take" or quick not in ([], ["quick"]):
        raise NotationError(text, "a move")
    return nim.Take(int(count), bool(quick))


def empty_handed(text: str) -> nim.Take:
    try:
        return nim.parse_move(text)
    except NotationError:
        raise NotationError("something else", "a move") from None


def forgets_to_derive(state: bluff.State, move: bluff.Move) -> bluff.State:
    after = bluff.apply_unchecked(state, move)
    return attrs.evolve(after, played=state.played) if sum(after.points) == 1 else after


def no_points(state: bluff.State) -> None:
    if state.points[1]:
        raise StateError("points")


def number_shown(state: nim.State, move: nim.Take, seat: Seat | None) -> str:
    return str(move) if seat == state.seat else "take ?"


def card_shown(state: bluff.State, seat: Seat | None) -> bluff.View:
    return attrs.evolve(bluff.observe(state, seat), card=state.card)


def card_shown_to_spectators(state: bluff.State, seat: Seat | None) -> bluff.View:
    return bluff.observe(state, seat) if seat == 1 else attrs.evolve(bluff.observe(state, seat), card=state.card)


def talk_forgotten(state: bluff.State, seat: Seat | None) -> bluff.View:
    return attrs.evolve(bluff.observe(state, seat), talk=None, last=None)


def high_worlds(view: bluff.View) -> Iterator[tuple[int, bluff.State]]:
    for weight, state in bluff.worlds(view):
        if view.seat == 0 or state.card is None or state.card.level is HIGH:
            yield weight, state


def one_world(view: bluff.View) -> Iterator[tuple[int, bluff.State]]:
    """What a game does that leaks in its view, and makes its worlds of that."""
    if view.card is None:
        yield from bluff.worlds(view)
    else:
        yield 1, bluff.State(view.rules, view.points, view.talk, view.last, view.card)


def doubled(view: bluff.View) -> Iterator[tuple[int, bluff.State]]:
    return itertools.chain(bluff.worlds(view), bluff.worlds(view))


def weightless(view: bluff.View) -> Iterator[tuple[int, bluff.State]]:
    return ((weight - 1, state) for weight, state in bluff.worlds(view))


def for_spectators(view: bluff.View) -> Iterator[tuple[int, bluff.State]]:
    yield 1, bluff.State(view.rules, (9, 9))


def even_sample(view: bluff.View, rng: Random) -> bluff.State:
    states = [state for _, state in bluff.worlds(view)]
    return states[int(rng.random() * len(states))]


def strange_sample(view: bluff.View, rng: Random) -> bluff.State:
    return attrs.evolve(bluff.sample_world(view, rng), points=(9, 9), played=0)


def other_sample(view: bluff.View, rng: Random) -> bluff.State:
    return attrs.evolve(bluff.sample_world(view, rng), talk=bluff.Silent(True))


def moves_by_card(state: bluff.State) -> tuple[bluff.Move, ...]:
    moves = bluff.legal_moves(state)
    return moves[::-1] if state.talk is not None and state.card == bluff.CARDS[1] else moves


def one_guess_less(state: bluff.State) -> tuple[bluff.Move, ...]:
    moves = bluff.legal_moves(state)
    return moves[:1] if state.talk is not None and state.card == bluff.CARDS[1] else moves


def refusal_by_card(state: bluff.State, move: bluff.Move) -> Refusal | None:
    if move in bluff.legal_moves(state):
        return None
    over = bluff.to_move(state) is None
    return Refusal("-", "game-over") if over else Refusal("B-1", "no", (("card", str(state.card)),))


def over_early(state: bluff.State) -> Outcome | None:
    known = state.card is not None and state.talk is not None and state.card.level is HIGH
    return Outcome((Seat(0),), (0, 0), (1.0, -1.0)) if known else bluff.outcome(state)


@attrs.frozen
class Leaky:
    """A view that equality calls the same, and whose text is another."""

    view: bluff.View
    secret: bluff.Card | None = attrs.field(eq=False)


def leaky(state: bluff.State, seat: Seat | None) -> Leaky:
    return Leaky(bluff.observe(state, seat), state.card)


SECRET: list[bluff.Card | None] = [None]


def whispering(state: bluff.State, seat: Seat | None) -> bluff.View:
    """The view is clean, but a state of the module's own goes round it."""
    SECRET[0] = state.card
    return bluff.observe(state, seat)


def whispered_scene(view: bluff.View, lang: Lang) -> Scene:
    return attrs.evolve(draw(view, lang), description=f"{SECRET[0]}")


def whispered_features(view: bluff.View) -> tuple[int, ...]:
    return (*view.points, -1 if SECRET[0] is None else bluff.CARDS.index(SECRET[0]))


def whispered_label(_view: bluff.View, move: bluff.Move, _lang: Lang) -> str:
    return f"{move} {SECRET[0]}"


def talk_by_card(state: bluff.State, move: bluff.Move, seat: Seat | None) -> str:
    if isinstance(move, bluff.Talk) and seat != 0 and state.card == bluff.CARDS[1]:
        return "talk ?"
    return bluff.seen(state, move, seat)


moody = alternating(lambda _view, moves: moves[0], lambda _view, moves: moves[-1])


def scene_of(**fields: Any) -> Callable[[bluff.View, Lang], Scene]:
    return lambda view, lang: attrs.evolve(draw(view, lang), **fields)


BROKEN: list[tuple[str, AnyGame, dict[str, Any], str]] = [
    ("rules_are_values", NIM, {"presets": {}}, "there is no preset"),
    ("rules_are_values", NIM, {"presets": {"long": nim.Rules(12)}}, "first preset is not the default"),
    ("rules_are_values", NIM, {"presets": {"a": nim.Rules(), "b": bluff.Rules()}}, "not of the game's rules type"),
    ("rules_are_values", NIM, {"seats": lambda _rules: 0}, "0 seats"),
    ("rules_are_values", NIM, {"state_type": bluff.State}, "new_game gives a State"),
    (
        "rules_are_values",
        NIM,
        {"new_game": alternating(nim.new_game, lambda rules: nim.State(rules, 1))},
        "two new games from the same rules differ",
    ),
    ("over_means_over", NIM, {"legal_moves": after_the_end}, "nobody is to move, and yet 1 moves are legal"),
    ("over_means_over", NIM, {"legal_moves": lambda state: list(nim.legal_moves(state))}, "a list, not a tuple"),
    ("over_means_over", NIM, {"outcome": lambda _state: None}, "nobody is to move, and yet there is no outcome"),
    ("over_means_over", BLUFF, {"outcome": over_early}, "is to move, and yet there is an outcome"),
    ("over_means_over", NIM, {"seats": lambda _rules: 1}, "1 is no seat"),
    ("over_means_over", BLUFF, {"to_move": false_seat}, "False is no seat"),
    ("legal_moves_are_distinct", NIM, {"legal_moves": lambda s: nim.legal_moves(s) * 2}, "a move is listed twice"),
    ("legal_moves_are_distinct", NIM, {"format_move": lambda _move: "take"}, "two legal moves have the same text"),
    ("legal_moves_are_distinct", NIM, {"move_types": (bluff.Talk,)}, "none of the move types"),
    (
        "legal_moves_are_distinct",
        NIM,
        {"legal_moves": alternating(nim.legal_moves, lambda state: nim.legal_moves(state)[::-1])},
        "another order",
    ),
    ("chance_weights_are_odds", BLUFF, {"chance_weights": lambda _state: (1, 1, 1, 1)}, "chance is not to move"),
    ("chance_weights_are_odds", BLUFF, {"chance_weights": lambda s: bluff.chance_weights(s)[:3]}, "3 weights for 4"),
    ("chance_weights_are_odds", BLUFF, {"chance_weights": lambda s: list(bluff.chance_weights(s))}, "not a tuple"),
    (
        "chance_weights_are_odds",
        BLUFF,
        {"chance_weights": lambda s: (5, 0, 1, 2) if bluff.to_move(s) is CHANCE else ()},
        "odds must be positive ints",
    ),
    ("legal_moves_are_accepted", NIM, {"why_illegal": lambda _state, _move: Refusal("-", "no")}, "why_illegal says"),
    ("legal_moves_are_accepted", NIM, {"apply": lambda state, _move: state}, "apply and apply_unchecked differ"),
    ("legal_moves_are_accepted", NIM, {"apply": lambda _state, _move: None}, "gives a NoneType"),
    ("legal_moves_are_accepted", NIM, {"apply": changed_in_place}, "changed the state they started from"),
    (
        "legal_moves_are_accepted",
        NIM,
        {"apply": alternating(nim.apply_unchecked, lambda state, _move: state)},
        "gives another state the second time",
    ),
    ("illegal_moves_are_refused", NIM, {"why_illegal": lambda _state, _move: None}, "why_illegal says None"),
    ("illegal_moves_are_refused", NIM, {"apply": accepts_all}, "apply accepts it"),
    ("illegal_moves_are_refused", NIM, {"apply": crashes}, "raised AttributeError"),
    ("illegal_moves_are_refused", NIM, {"apply": other_reason}, "N-1 too-many, why_illegal says"),
    ("illegal_moves_are_refused", NIM, {"explain": lambda _refusal, _lang: " "}, "has no sentence in fr"),
    (
        "illegal_moves_are_refused",
        NIM,
        {"why_illegal": lambda s, m: None if m in nim.legal_moves(s) else Refusal("N-1", "no")},
        "after the end",
    ),
    (
        "illegal_moves_are_refused",
        NIM,
        {"why_illegal": lambda s, m: None if m in nim.legal_moves(s) else Refusal("", "no")},
        "names no rule",
    ),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(returns=(1.0, 0.0))}, "do not add up to zero"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(returns=(1, -1))}, "must be finite floats"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(returns=(float("nan"), 0.0))}, "must be finite floats"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(returns=(0.0,))}, "1 returns for 2 seats"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(scores=(1,))}, "1 scores for 2 seats"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(scores=(1.0, 0.0))}, "scores must be ints"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(winners=())}, "nobody wins"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(winners=(1, 0))}, "not ascending"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(winners=(2,))}, "not all seats"),
    ("games_end_with_an_outcome", NIM, {"outcome": ends_with(winners=(0, 1))}, "has not the best return"),
    ("games_end_with_an_outcome", NIM, {"outcome": lambda s: nim.outcome(s) and "won"}, "the outcome is 'won'"),
    ("longest_holds", NIM, {"longest": lambda _rules: (2, 0)}, "moves of seats, at most 2 allowed"),
    ("longest_holds", BLUFF, {"longest": lambda _rules: (4, 1)}, "2 moves of chance, at most 1 allowed"),
    ("values_are_frozen", BLUFF, {"observe": lambda _state, _seat: Thing([1])}, "a Thing holds a list"),
    ("values_are_frozen", BLUFF, {"observe": lambda _state, _seat: Thing((1, (Thing({}),)))}, "a Thing holds a dict"),
    ("values_are_frozen", BLUFF, {"observe": lambda _state, _seat: Loose()}, "a Loose, which is not frozen"),
    ("values_are_frozen", BLUFF, {"observe": lambda _state, _seat: [1]}, "raised TypeError: unhashable"),
    ("values_are_frozen", BLUFF, {"observe": lambda _state, _seat: Thing(Random(1))}, "holds a Random"),
    ("copies_play_alike", BLUFF, {"observe": lambda _state, _seat: Thing()}, "copy: equal states, another view"),
    ("copies_play_alike", NIM, {"legal_moves": moves_by_identity}, "equal states, other legal moves"),
    (
        "equal_states_play_alike",
        NIM,
        {"state_type": Trail, "new_game": trail, "apply_unchecked": walk_on, "legal_moves": moves_by_trail},
        "in either order: equal states, other legal moves",
    ),
    ("texts_parse_back", NIM, {"format_move": lambda move: str(move).replace(" ", "  ")}, "single spaces"),
    ("texts_parse_back", NIM, {"format_move": lambda move: f"{move}é"}, "printable ASCII"),
    ("texts_parse_back", NIM, {"parse_move": lambda text: nim.Take(1)}, "parses to Take(count=1"),
    ("texts_parse_back", BLUFF, {"seen": lambda _s, _m, _seat: "?"}, "does not see its own move"),
    ("malformed_texts_are_refused", BLUFF, {"parse_move": repairing}, "is taken for"),
    ("malformed_texts_are_refused", NIM, {"parse_move": crashing_parser}, "raised ValueError"),
    ("malformed_texts_are_refused", NIM, {"parse_move": empty_handed}, "carries 'something else'"),
    ("reached_states_pass_the_check", BLUFF, {"check_state": no_points}, "raised StateError: points"),
    ("json_round_trips", BLUFF, {"apply_unchecked": forgets_to_derive}, "comes back from JSON as another"),
    ("json_round_trips", BLUFF, {"check_state": no_points}, "raised CodecError"),
    ("json_round_trips", BLUFF, {"observe": lambda _state, _seat: (0, 1)}, "raised CodecError"),
    ("json_round_trips", NIM, {"parse_move": lambda _text: nim.Take(9)}, "raised CodecError"),
    ("damaged_json_is_refused", NIM, {"check_state": lambda _state: None}, "is accepted, and then raises"),
    ("records_replay", NIM, {"parse_move": lambda text: nim.Take(1)}, ""),
    ("records_replay", NIM, {"apply": lambda state, _move: state}, ""),
    (
        "seeded_matches_are_the_same",
        NIM,
        {"legal_moves": alternating(nim.legal_moves, nim.legal_moves, turned_round)},
        "differ",
    ),
    ("moves_are_cut_into_phrases", NIM, {"phrases": lambda _rules: (("take", "1", "2"), ())}, "raised NotationError"),
    ("moves_are_cut_into_phrases", NIM, {"phrases": lambda r: (nim.phrases(r)[0] * 2, ())}, "raised ValueError"),
    ("moves_are_cut_into_phrases", NIM, {"phrases": lambda r: ((*nim.phrases(r)[0], " "), ())}, "is no phrase"),
    (
        "moves_are_cut_into_phrases",
        NIM,
        {"seen": number_shown, "legal_moves": only_one_quick},
        "one takes more actions",
    ),
    ("features_fit", BLUFF, {"features": lambda view: features(view)[1:]}, "2 features for 3 names"),
    ("features_fit", BLUFF, {"features": lambda view: (*features(view)[:2], 9)}, "'card' of"),
    ("features_fit", BLUFF, {"features": lambda view: (False, *features(view)[1:])}, "is False, not an int"),
    ("features_fit", BLUFF, {"feature_names": lambda _rules: ("a", "b", "a")}, "the same name"),
    ("features_fit", BLUFF, {"feature_bounds": lambda _rules: ((0, 1),)}, "1 bounds for 3 names"),
    ("features_fit", BLUFF, {"feature_bounds": lambda _rules: ((0, 9), (0, 9), (3, -1))}, "above the upper one"),
    ("scenes_are_well_drawn", BLUFF, {"draw": lambda _view, _lang: "a picture"}, "draw gives a str"),
    ("scenes_are_well_drawn", BLUFF, {"draw": scene_of(title=" ")}, "without title"),
    ("scenes_are_well_drawn", BLUFF, {"draw": scene_of(width=3)}, "is not inside 3 × 2"),
    ("scenes_are_well_drawn", BLUFF, {"draw": scene_of(shapes=(Line(0, 0, 4, 0),))}, "is not inside"),
    ("scenes_are_well_drawn", BLUFF, {"draw": scene_of(shapes=(Text(0, 2, "low"),))}, "is not inside"),
    ("scenes_are_well_drawn", BLUFF, {"draw": scene_of(shapes=(Text(0, 0, "?", phrase="deal low"),))}, "no phrase"),
    ("words_are_there", BLUFF, {"label": lambda _view, _move, _lang: "Talk"}, "the same label in fr"),
    ("words_are_there", BLUFF, {"label": lambda _view, _move, _lang: ""}, "a label is empty"),
    ("words_are_there", BLUFF, {"narrate": lambda _before, _seen, _after, _lang: ""}, "is not narrated"),
    ("own_bots_answer_legally", BLUFF, {"policies": {"mad": lambda _rng: lambda _v, _m: 7}}, "7, which is not legal"),
    (
        "own_bots_answer_legally",
        BLUFF,
        {"policies": {"moody": lambda _rng: moody}},
        "moody, made again from its seed, answers otherwise",
    ),
    ("twins_look_alike", BLUFF, {"observe": card_shown, "worlds": one_world}, "depending on what was drawn"),
    ("twins_look_alike", BLUFF, {"observe": card_shown_to_spectators}, "a spectator sees 'deal ?'"),
    ("views_forget_nothing", BLUFF, {"observe": talk_forgotten}, "and then the same view, although the states differ"),
    (
        "views_forget_nothing",
        BLUFF,
        {"seen": lambda _state, move, _seat: str(move)},
        "seat 1 sees 'deal low' or 'deal ",
    ),
    ("worlds_contain_the_truth", BLUFF, {"worlds": high_worlds}, "is not among the 2 worlds of seat 1"),
    ("worlds_contain_the_truth", BLUFF, {"worlds": doubled}, "is listed twice"),
    ("worlds_contain_the_truth", BLUFF, {"worlds": weightless}, "must be positive ints"),
    ("worlds_contain_the_truth", BLUFF, {"worlds": lambda _view: iter(())}, "has no worlds"),
    (
        "worlds_contain_the_truth",
        BLUFF,
        {"worlds": lambda v: for_spectators(v) if v.seat is None else bluff.worlds(v)},
        "a spectator's world",
    ),
    ("worlds_look_alike", BLUFF, {"observe": card_shown}, "a world of seat 1 gives it another view"),
    (
        "worlds_look_alike",
        BLUFF,
        {
            "observe": leaky,
            "worlds": lambda v: bluff.worlds(v.view),
            "sample_world": lambda v, r: bluff.sample_world(v.view, r),
        },
        "gives it another view",
    ),
    ("worlds_look_alike", BLUFF, {"sample_world": lambda _view, _rng: None}, "is a NoneType"),
    ("worlds_play_on", BLUFF, {"sample_world": strange_sample}, "raised StateError"),
    ("sampled_worlds_fit_the_weights", BLUFF, {"sample_world": even_sample}, "chi-square"),
    ("sampled_worlds_fit_the_weights", BLUFF, {"sample_world": other_sample}, "not among those listed"),
    ("nothing_leaks", BLUFF, {"legal_moves": moves_by_card}, "the list of legal moves gives a secret away to seat 1"),
    ("nothing_leaks", BLUFF, {"legal_moves": one_guess_less}, "the list of legal moves gives a secret away to seat 1"),
    ("nothing_leaks", BLUFF, {"why_illegal": refusal_by_card}, "a refusal gives a secret away to seat 1"),
    ("nothing_leaks", BLUFF, {"outcome": over_early}, "the outcome gives a secret away"),
    ("nothing_leaks", BLUFF, {"observe": whispering, "draw": whispered_scene}, "the scene (fr) gives a secret away"),
    ("nothing_leaks", BLUFF, {"observe": whispering, "features": whispered_features}, "the feature vector gives a"),
    ("nothing_leaks", BLUFF, {"observe": whispering, "label": whispered_label}, "a label (fr) gives a secret away"),
    ("nothing_leaks", BLUFF, {"seen": talk_by_card}, "as seat 1 sees it gives a secret away"),
    ("nothing_leaks", BLUFF, {"observe": card_shown_to_spectators}, "the view gives a secret away to a spectator"),
]


@pytest.mark.parametrize(
    ("law", "game", "changes", "problem"),
    BROKEN,
    ids=[f"{law}-{'-'.join(changes)}-{index}" for index, (law, _, changes, _) in enumerate(BROKEN)],
)
def test_a_law_catches_a_game_that_breaks_it(law: str, game: AnyGame, changes: dict[str, Any], problem: str) -> None:
    error = held_by(law, mutant(game, **changes))
    assert error is not None
    assert error.law == law
    assert problem in error.problem
    assert isinstance(error.record, Record)


def test_the_record_of_a_broken_law_replays_to_the_position_that_shows_it() -> None:
    error = held_by("over_means_over", mutant(NIM, outcome=lambda _state: None))
    assert error is not None
    assert isinstance(error.record, Record)
    *_, last = replay(attrs.evolve(error.record, game=NIM))
    assert nim.to_move(last) is None


def test_a_game_that_crashes_while_it_is_played_is_told_as_the_law_with_the_moves_so_far() -> None:
    def crash(state: nim.State, move: nim.Take) -> nim.State:
        if state.heap < 4:
            raise KeyError("heap")
        return nim.apply_unchecked(state, move)

    error = held_by("longest_holds", mutant(NIM, apply_unchecked=crash, apply=nim.apply_unchecked))
    assert error is not None
    assert "raised KeyError: 'heap'" in error.problem
    assert isinstance(error.record, Record)
    assert sum(move.count for move in error.record.moves) >= 4


# Another process


def game_in(path: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str) -> AnyGame:
    (path / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(path)
    game: AnyGame = __import__(name).GAME
    return game


BY_HASH = """
import attrs
from tests.toys import bluff

def legal_moves(state):
    return tuple(sorted(bluff.legal_moves(state), key=lambda move: hash(str(move))))

GAME = attrs.evolve(bluff.GAME, module="toy_by_hash", legal_moves=legal_moves)
"""

KEEPS_ITS_HASH = """
import attrs
from tests.toys import nim

@attrs.frozen
class State(nim.State):
    kept: int = attrs.field(eq=False, repr=False, default=0)

    @classmethod
    def from_facts(cls, rules, heap, seat, last):
        return made(nim.State(rules, heap, seat, last))

    def __hash__(self):
        return self.kept

def made(state):
    return State(state.rules, state.heap, state.seat, state.last, hash(f"{state.heap} {state.seat} {state.last}"))

GAME = attrs.evolve(
    nim.GAME,
    module="toy_keeps_its_hash",
    state_type=State,
    view_type=State,
    new_game=lambda rules: made(nim.new_game(rules)),
    apply=lambda state, move: made(nim.apply_unchecked(state, move)),
    apply_unchecked=lambda state, move: made(nim.apply_unchecked(state, move)),
)
"""

AT_HOME_ONLY = """
import sys
import attrs
from tests.toys import nim

if sys.argv[0] == "-c":
    raise OSError("not at home")
GAME = attrs.evolve(nim.GAME, module="toy_at_home_only")
"""


@pytest.mark.parametrize(
    ("name", "source", "problem"),
    [
        ("toy_by_hash", BY_HASH, "the order of legal moves is another"),
        ("toy_keeps_its_hash", KEEPS_ITS_HASH, "the hash of a pickled state is another"),
        ("toy_at_home_only", AT_HOME_ONLY, "the other process failed: OSError: not at home"),
    ],
)
def test_another_process_notices(
    name: str, source: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = held_by("another_process_agrees", game_in(tmp_path, monkeypatch, name, source), tries=3)
    assert error is not None
    assert problem in error.problem


@pytest.mark.parametrize("game", [bluff.GAME, nim.GAME], ids=["bluff", "nim"])
def test_another_process_agrees_about_a_right_game(game: AnyGame) -> None:
    assert held_by("another_process_agrees", game, tries=1) is None


def test_a_game_that_cannot_be_imported_by_name_is_not_asked_in_another_process() -> None:
    assert LAWS["another_process_agrees"].lacks(BLUFF) == ("tests.toys.bluff.GAME",)
    assert LAWS["another_process_agrees"].lacks(attrs.evolve(NIM, module="nobody.knows")) == ("nobody.knows.GAME",)


# check


def test_check_reports_the_laws_that_held_and_those_that_could_not_be_asked() -> None:
    report = check(nim.GAME, games=2)
    assert set(report.held) == set(LAWS) - {"features_fit", "scenes_are_well_drawn"}
    assert dict(report.left_out) == {
        "features_fit": ("feature_names", "feature_bounds", "features"),
        "scenes_are_well_drawn": ("draw",),
    }
    assert str(report) == (
        "toy_nim: 29 laws hold, 2 left out, 0 broken\n"
        "  left out: features_fit (needs feature_names, feature_bounds, features)\n"
        "  left out: scenes_are_well_drawn (needs draw)"
    )


def test_check_raises_at_the_first_broken_law() -> None:
    with pytest.raises(LawBrokenError, match="over_means_over: nobody is to move, and yet there is no outcome"):
        check(mutant(NIM, outcome=lambda _state: None), games=1)


def test_check_keeps_going_if_asked_and_reports_every_broken_law_once_for_each_rules_object() -> None:
    broken = mutant(NIM, outcome=lambda _state: None, parse_move=empty_handed)
    laws = ["over_means_over", "legal_moves_are_distinct", "malformed_texts_are_refused"]
    report = check(broken, games=1, laws=laws, keep_going=True)
    assert report.held == ("legal_moves_are_distinct",)
    assert [error.law for error in report.broken] == ["over_means_over"] * 2 + ["malformed_texts_are_refused"] * 2
    assert "  broken:   over_means_over: nobody is to move" in str(report)
    one = check(broken, nim.Rules(heap=3), games=1, laws=laws, keep_going=True)
    assert len(one.broken) == 2


def test_check_tries_the_same_again_whichever_laws_are_asked() -> None:
    broken = mutant(BLUFF, legal_moves=moves_by_card)

    def found(laws: list[str] | None) -> list[tuple[str, str]]:
        report = check(broken, bluff.Rules(), seed=7, games=3, laws=laws, keep_going=True)
        return [(str(error), str(error.record)) for error in report.broken if error.law == "nothing_leaks"]

    assert found(None) == found(["nothing_leaks"]) != []


def test_check_knows_its_laws() -> None:
    with pytest.raises(ValueError, match="no such law: gravity; there are: rules_are_values, "):
        check(nim.GAME, laws=["gravity"])


def test_check_runs_every_law_on_as_many_games_as_asked() -> None:
    begun: list[nim.Rules] = []

    def new_game(rules: nim.Rules) -> nim.State:
        begun.append(rules)
        return nim.new_game(rules)

    check(mutant(NIM, new_game=new_game), games=3, laws=["over_means_over"])
    assert begun == [nim.Rules()] * 3 + [nim.GAME.presets["long"]] * 3


def test_every_law_says_itself_in_a_sentence() -> None:
    for name, law in LAWS.items():
        assert law.name == name
        assert len(law.says.split()) > 5


def test_errors_of_laws_cross_process_borders() -> None:
    error = LawBrokenError("over_means_over", "no", Record(nim.GAME, nim.Rules(), (nim.Take(1),)))
    again = pickle.loads(pickle.dumps(error))
    assert (again.law, again.problem, again.record) == (error.law, error.problem, error.record)


def test_reports_are_equal_by_what_they_say() -> None:
    assert Report("toy", ("a",), ()) == Report("toy", ("a",), ())


def test_a_game_without_presets_is_not_passed_unseen() -> None:
    bare = attrs.evolve(nim.GAME, presets={})
    with pytest.raises(ValueError, match="no presets"):
        check(bare)
    assert check(bare, nim.Rules(), laws=["over_means_over"], games=1).held == ("over_means_over",)

"""The example of a game of one's own: it obeys all laws, and gets every tool without a line more."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations

import pytest

from boardgames_fr import CHANCE, IllegalMoveError, Lang, NotationError, RulesError, Seat, StateError, WorldsError
from boardgames_fr.actions import Actions
from boardgames_fr.arena import Entrant, tournament
from boardgames_fr.bots import MonteCarlo, RandomBot, TreeSearch, make_bot
from boardgames_fr.codec import Codec
from boardgames_fr.conformance import LAWS
from boardgames_fr.match import play
from boardgames_fr.record import read
from boardgames_fr.render import to_svg, to_text
from boardgames_fr.session import Session
from bobard import GAME, Believe, Card, Claim, Draw, Move, Round, Rules, State, View
from bobard import points as points_of

ANNA, BEN = Seat(0), Seat(1)
SMALL = Rules(cards=4, rounds=3)


def after(*texts: str, rules: Rules = Rules()) -> State:  # noqa: B008 - it is frozen
    state = GAME.new_game(rules)
    for text in texts:
        state = GAME.apply(state, GAME.parse_move(text))
    return state


@pytest.mark.parametrize("law", list(LAWS))
@pytest.mark.parametrize("preset", list(GAME.presets))
def test_it_obeys_every_law(law: str, preset: str) -> None:
    for seed in range(2):
        LAWS[law].holds(GAME, GAME.presets[preset], random.Random(seed))


def test_nothing_is_left_out() -> None:
    assert GAME.missing == ()
    assert not [law.name for law in LAWS.values() if law.lacks(GAME)]


def test_the_table_draws_what_was_not_drawn_for_each_seat_in_turn() -> None:  # BO-1, BO-6
    state = after("draw 3", "claim 1", "believe", rules=SMALL)
    assert GAME.to_move(state) is CHANCE
    assert list(map(str, GAME.legal_moves(state))) == ["draw 1", "draw 2", "draw 4"]
    assert GAME.chance_weights(state) == (1, 1, 1)
    assert GAME.to_move(GAME.apply(state, Draw(Card(1)))) == BEN


def test_any_claim_may_be_made_and_only_believed_or_doubted() -> None:  # BO-2, BO-3
    state = after("draw 1", rules=SMALL)
    assert list(map(str, GAME.legal_moves(state))) == ["claim 1", "claim 2", "claim 3", "claim 4"]
    state = GAME.apply(state, Claim(Card(4)))
    assert GAME.to_move(state) == BEN
    assert list(map(str, GAME.legal_moves(state))) == ["believe", "doubt"]


@pytest.mark.parametrize(
    ("texts", "points"),
    [
        (("draw 2", "claim 4", "believe"), (4, 0)),  # BO-4: true or not
        (("draw 4", "claim 4", "doubt"), (8, 0)),  # BO-5: at least so high
        (("draw 4", "claim 3", "doubt"), (6, 0)),
        (("draw 2", "claim 3", "doubt"), (0, 3)),
        (("draw 2", "claim 3"), (0, 0)),
        (("draw 2", "claim 3", "doubt", "draw 4", "claim 2", "doubt"), (0, 7)),  # the second round is Ben's
    ],
)
def test_points(texts: tuple[str, ...], points: tuple[int, int]) -> None:
    for seat in (ANNA, BEN, None):
        assert points_of(GAME.observe(after(*texts, rules=SMALL), seat)) == points


def test_most_points_win_and_equal_points_share() -> None:  # BO-7
    short = GAME.presets["short"]
    won = GAME.outcome(after("draw 3", "claim 3", "believe", "draw 1", "claim 1", "believe", rules=short))
    assert won is not None
    assert (won.winners, won.scores, won.returns) == ((ANNA,), (3, 1), (1.0, -1.0))
    shared = GAME.outcome(after("draw 3", "claim 2", "believe", "draw 1", "claim 2", "believe", rules=short))
    assert shared is not None
    assert (shared.winners, shared.returns) == ((ANNA, BEN), (0.0, 0.0))


def test_a_believed_card_stays_the_secret_of_its_seat_and_a_doubted_one_is_shown() -> None:
    state = after("draw 3", "claim 1", "believe", "draw 2", "claim 4", "doubt", "draw 1", rules=SMALL)
    cards = {seat: [each.card for each in GAME.observe(state, seat).rounds] for seat in (ANNA, BEN, None)}
    assert cards == {ANNA: [3, 2, 1], BEN: [None, 2, None], None: [None, 2, None]}
    assert GAME.seen(after(rules=SMALL), Draw(Card(3)), ANNA) == "draw 3"
    assert GAME.seen(after(rules=SMALL), Draw(Card(3)), BEN) == "draw ?"
    assert GAME.seen(after(rules=SMALL), Draw(Card(3)), None) == "draw ?"


def test_worlds_are_all_states_that_look_the_same() -> None:
    tiny = Rules(cards=3, rounds=3)
    states, new = [GAME.new_game(tiny)], [GAME.new_game(tiny)]
    while new:
        new = [GAME.apply_unchecked(state, move) for state in new for move in GAME.legal_moves(state)]
        states += new
    alike: dict[View, set[State]] = {}
    for state in states:
        for seat in (ANNA, BEN):
            alike.setdefault(GAME.observe(state, seat), set()).add(state)
    for view, expected in alike.items():
        listed = list(GAME.worlds(view))
        assert {world for _, world in listed} == expected
        assert len(listed) == len(expected)
        assert {weight for weight, _ in listed} == {1}


def test_sampled_worlds_are_even() -> None:
    view = GAME.observe(after("draw 3", "claim 1", "believe", "draw 2", "claim 4", "believe", "draw 1"), BEN)
    rng = random.Random(1)
    counts = Counter(GAME.sample_world(view, rng) for _ in range(4200))
    assert len(counts) == len(list(permutations(range(7), 2))) == 42
    assert all(60 < count < 145 for count in counts.values())


def test_what_gives_no_worlds_is_refused() -> None:
    state = after("draw 3", "claim 1", "doubt")
    with pytest.raises(WorldsError, match="spectator"):
        next(GAME.worlds(GAME.observe(state, None)))
    blank = GAME.observe(state, ANNA)
    impossible = View(BEN, blank.cards, blank.rounds_to_play, tuple(type(e)(None, e.claim, True) for e in blank.rounds))
    with pytest.raises(WorldsError, match="hidden"):
        GAME.sample_world(impossible, random.Random(1))


@pytest.mark.parametrize(
    ("field", "value"), [("cards", 1), ("cards", 13), ("cards", True), ("rounds", 0), ("rounds", 9)]
)
def test_rules_that_make_no_game_are_refused(field: str, value: int) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{field: value})
    assert caught.value.field == field


@pytest.mark.parametrize(
    "text", ["", "claim 0", "claim 13", "claim 04", "draw x", "doubt 1", "Believe", "claim  1", "bid 3"]
)
def test_other_texts_spell_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_move(text)


def test_refusals_are_sentences_with_the_rule() -> None:
    over = after("draw 3", "claim 3", "believe", "draw 1", "claim 1", "believe", rules=GAME.presets["short"])
    for state, rule, english, french in (
        (after(), "BO-1", "The table is to draw a card of the pack.", "C’est à la table de tirer une carte du paquet."),
        (after("draw 1"), "BO-2", "A card from 1 to 8 must be claimed.", "Il faut annoncer une carte de 1 à 8."),
        (after("draw 1", "claim 2"), "BO-3", "The answer is to believe or to doubt.", "Il faut croire ou douter."),
        (over, "-", "The game is over.", "La partie est terminée."),
    ):
        move = Draw(Card(1)) if GAME.to_move(state) is not CHANCE else Believe()
        with pytest.raises(IllegalMoveError) as caught:
            GAME.apply(state, move)
        assert caught.value.refusal.rule == rule
        assert GAME.explain(caught.value.refusal, Lang.EN) == english
        assert GAME.explain(caught.value.refusal, Lang.FR) == french


@pytest.mark.parametrize(
    ("rounds", "problem"),
    [
        ((Round(Card(9)),), "no such card"),
        ((Round(Card(0)),), "no such card"),
        ((Round(Card(1), Card(9)),), "no such card"),
        ((Round(Card(1), Card(0)),), "no claim"),
        ((Round(Card(1), None, True),), "no claim"),
        ((Round(Card(1)), Round(Card(2))), "not finished"),
        ((Round(Card(1), Card(1), True), Round(Card(1))), "twice"),
        ((*(Round(Card(n), Card(1), True) for n in range(1, 8)),), "more rounds"),
    ],
)
def test_states_that_cannot_be_are_refused(rounds: tuple[Round, ...], problem: str) -> None:
    with pytest.raises(StateError, match=problem):
        GAME.check_state(State(Rules(), rounds))


def test_words_and_pictures_are_there_in_both_languages() -> None:
    before, state = after("draw 3", "claim 5"), after("draw 3", "claim 5", "doubt")
    views = GAME.observe(before, BEN), GAME.observe(state, BEN)
    assert GAME.narrate(views[0], "doubt", views[1], Lang.EN) == "Seat 1 doubts it: it was the 3."
    assert GAME.narrate(views[0], "doubt", views[1], Lang.FR) == "Le siège 1 en doute\u00a0: c’était le 3."
    for lang, words in ((Lang.EN, "believe"), (Lang.FR, "croire")):
        scene = GAME.draw(views[0], lang)
        assert words in to_text(scene)
        assert to_svg(scene).startswith("<svg")
        assert [shape.phrase for shape in scene.shapes if shape.phrase] == ["believe", "doubt"]
        rules = set(re.findall(r"BO-\d", GAME.rule_book(lang)))
        assert rules == {f"BO-{number}" for number in range(1, 8)}
    assert [shape.phrase for shape in GAME.draw(GAME.observe(before, ANNA), Lang.EN).shapes if shape.phrase] == []


def test_records_json_actions_and_sessions_work() -> None:
    record = play(GAME, Rules(), (RandomBot(), RandomBot()), seed=3)
    assert read(str(record), lambda _name: GAME) == record
    codec = Codec(GAME)
    state = after("draw 3", "claim 5")
    assert codec.state_from_json(codec.state_to_json(state)) == state
    assert len(Actions(GAME, Rules()).legal(state, ())) == 2
    session = Session(GAME, Rules(), seed=1)
    session.submit(ANNA, "claim 2", session.version)
    assert session.legal(BEN) == ("believe", "doubt")


def test_search_and_tournaments_work() -> None:
    bots = (MonteCarlo(GAME, iterations=5, seed=1), TreeSearch(GAME, iterations=5, seed=1))
    assert play(GAME, Rules(), bots, seed=1).result() is not None

    def entrant(name: str) -> Entrant[View, Move]:
        return Entrant(name, lambda seed: make_bot(GAME, Rules(), name, seed))

    standings = tournament(GAME, Rules(), [entrant("random"), entrant("honest")], games=60, seed=1)
    assert standings.rows[0].name == "honest"

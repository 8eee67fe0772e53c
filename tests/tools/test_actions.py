"""Actions: every move said in numbers from a fixed vocabulary, with exact masks."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest

from boardgames_fr import CHANCE, AnyGame, IllegalMoveError, Lang, NotationError, games
from boardgames_fr.actions import Actions
from boardgames_fr.chance import below
from boardgames_fr.record import replay
from tests.tools.cases import NAMES, cases, find, played, watchers
from tests.toys import bluff, nim

CASES = cases()


def sample(name: str, preset: str, step: int = 7) -> list[Any]:
    return list(replay(played(name, preset, limit=160)))[::step]


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_saying_every_legal_move_gives_that_move(name: str, preset: str) -> None:
    game = find(name)
    actions = Actions(game, game.presets[preset])
    for state in sample(name, preset):
        chance = game.to_move(state) is CHANCE
        size = actions.chance_size if chance else actions.size
        moves = game.legal_moves(state)
        ways = set()
        for move in moves[:: max(1, len(moves) // 40)]:
            said: tuple[int, ...] = ()
            finished = None
            for action in actions.cut(state, move):
                assert finished is None
                legal = actions.legal(state, said)
                assert list(legal) == sorted(set(legal))
                assert action in legal
                assert 0 <= action < size
                said, finished = actions.say(state, said, action)
            assert finished == move
            assert len(said) >= 1
            ways.add(said)
        assert len(ways) == len(moves[:: max(1, len(moves) // 40)])


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_whatever_is_said_ends_in_a_legal_move(name: str, preset: str) -> None:
    game, rng = find(name), Random(1)
    actions = Actions(game, game.presets[preset])
    for state in sample(name, preset):
        moves = game.legal_moves(state)
        for _ in range(4 if moves else 0):
            said: tuple[int, ...] = ()
            move = None
            while move is None:
                legal = actions.legal(state, said)
                said, move = actions.say(state, said, legal[below(rng, len(legal))])
            assert move in moves
            assert actions.cut(state, move) == said
            assert str(move).startswith(actions.text(state, said))
            assert actions.text(state, said) == str(move)


@pytest.mark.parametrize("name", NAMES)
def test_the_leaves_are_exactly_the_legal_moves(name: str) -> None:
    game = find(name)
    for preset in game.presets:
        actions = Actions(game, game.presets[preset])
        for state in sample(name, preset, 40):
            found: list[Any] = []
            waiting: list[tuple[int, ...]] = [()]
            while waiting:
                said = waiting.pop()
                for action in actions.legal(state, said):
                    longer, move = actions.say(state, said, action)
                    if move is None:
                        waiting.append(longer)
                    else:
                        found.append(move)
            assert Counter(map(str, found)) == Counter(map(str, game.legal_moves(state)))


@pytest.mark.parametrize("name", NAMES)
def test_moves_that_look_alike_to_another_seat_take_equally_many_actions(name: str) -> None:
    game = find(name)
    preset = next(iter(game.presets))
    actions = Actions(game, game.presets[preset])
    for state in sample(name, preset, 3):
        mover = game.to_move(state)
        for seat in watchers(game, game.presets[preset]):
            if seat is not None and seat == mover:
                continue
            lengths: dict[str, int] = {}
            for move in game.legal_moves(state)[:60]:
                count = len(actions.cut(state, move))
                assert lengths.setdefault(game.seen(state, move, seat), count) == count


@pytest.mark.parametrize("name", NAMES)
def test_odds_of_chance_add_up(name: str) -> None:
    game = find(name)
    for preset in game.presets:
        actions = Actions(game, game.presets[preset])
        for state in sample(name, preset, 11):
            weights = actions.weights(state)
            if game.to_move(state) is CHANCE:
                assert sum(weights) == sum(game.chance_weights(state))
                assert len(weights) == len(actions.legal(state))
                assert min(weights) > 0
            else:
                assert weights == ()


# By hand: take, 1, 2, 3, quick, END

NIM = Actions(nim.GAME, nim.Rules())
START = nim.new_game(nim.Rules())


def test_the_vocabulary_is_numbered_in_its_order() -> None:
    assert NIM.phrases == ("take", "1", "2", "3", "quick")
    assert (NIM.size, NIM.END) == (6, 5)
    assert (NIM.chance_phrases, NIM.chance_size, NIM.CHANCE_END) == ((), 1, 0)
    assert [NIM.number(phrase) for phrase in NIM.phrases] == [0, 1, 2, 3, 4]
    with pytest.raises(NotationError, match="a phrase of the game's vocabulary"):
        NIM.number("4")


def test_forced_phrases_are_said_by_themselves() -> None:
    assert NIM.legal(START) == (1, 2, 3)
    assert NIM.text(START, ()) == "take"
    assert NIM.say(START, (), 2) == ((2,), None)
    assert NIM.text(START, (2,)) == "take 2"


def test_phrases_in_the_middle_can_be_forced_too() -> None:
    moves = ("walk 3 to a1", "walk 3 to a2", "walk 4 to a1", "stay")
    words = ("walk", "3", "4", "to", "a1", "a2", "stay")
    plain: AnyGame = nim.GAME
    game = attrs.evolve(
        plain,
        legal_moves=lambda _state: moves,
        phrases=lambda _rules: (words, ()),
        why_illegal=lambda _state, _move: None,
    )
    actions: Actions[Any, Any, Any, Any] = Actions(game, None)
    assert actions.legal(START) == (0, 6)
    assert actions.legal(START, (0,)) == (1, 2)
    assert actions.legal(START, (0, 1)) == (4, 5)
    assert actions.legal(START, (0, 2)) == (4,)
    assert [actions.text(START, (0, 1, 5)[:count]) for count in range(4)] == ["", "walk", "walk 3 to", "walk 3 to a2"]
    assert [actions.cut(START, move) for move in moves] == [(0, 1, 4), (0, 1, 5), (0, 2, 4), (6,)]


def test_end_can_be_said_where_a_longer_move_could_come_too() -> None:
    assert NIM.legal(START, (2,)) == (4, 5)
    assert NIM.say(START, (2,), 4) == ((2, 4), nim.Take(2, True))
    assert NIM.say(START, (2,), 5) == ((2, 5), nim.Take(2))
    assert NIM.text(START, (2, 5)) == "take 2"
    assert NIM.cut(START, nim.Take(2)) == (2, 5)
    assert NIM.cut(START, nim.Take(2, True)) == (2, 4)


def test_the_last_phrase_is_never_forced() -> None:
    state = nim.State(nim.Rules(), 1)
    assert nim.legal_moves(state) == (nim.Take(1),)
    assert NIM.legal(state) == (1,)
    assert NIM.say(state, (), 1) == ((1,), nim.Take(1))
    assert NIM.cut(state, nim.Take(1)) == (1,)
    assert NIM.legal(state, (1,)) == ()


def test_nothing_can_be_said_when_the_game_is_over() -> None:
    state = nim.State(nim.Rules(), 0, last=nim.Take(1))
    assert NIM.legal(state) == ()
    assert NIM.weights(state) == ()
    with pytest.raises(IllegalMoveError, match="game-over"):
        NIM.say(state, (), 1)


@pytest.mark.parametrize(("said", "action"), [((), 0), ((), 4), ((), 5), ((), -1), ((), 99), ((2,), 1), ((2, 4), 5)])
def test_what_cannot_be_said_is_refused(said: tuple[int, ...], action: int) -> None:
    with pytest.raises(IllegalMoveError, match="not-legal-here"):
        NIM.say(START, said, action)


def test_what_cannot_have_been_said_is_refused() -> None:
    for ask in (NIM.legal, NIM.text):
        with pytest.raises(IllegalMoveError, match=r"^quick: not-legal-here"):
            ask(START, (4,))
    with pytest.raises(IllegalMoveError, match="take 7"):
        NIM.cut(START, nim.Take(7))


def test_chance_has_a_vocabulary_and_odds_of_its_own() -> None:
    actions = Actions(bluff.GAME, bluff.Rules())
    state = bluff.new_game(bluff.Rules())
    assert actions.chance_phrases == ("deal low", "deal low*", "deal high", "deal high*")
    assert (actions.chance_size, actions.CHANCE_END) == (5, 4)
    assert actions.legal(state) == (0, 1, 2, 3)
    assert actions.weights(state) == (3, 3, 1, 1)
    assert actions.number("deal high", chance=True) == 2
    assert actions.number("talk high") == 1
    assert actions.say(state, (), 2) == ((2,), bluff.Deal(bluff.Card(bluff.Level.HIGH)))


def test_odds_of_a_phrase_are_the_sums_of_the_moves_behind_it() -> None:
    words = attrs.evolve(bluff.GAME, phrases=lambda _rules: ((), ("deal", "low", "low*", "high", "high*")))
    actions = Actions(words, bluff.Rules())
    state = bluff.new_game(bluff.Rules())
    assert actions.legal(state) == (1, 2, 3, 4)
    assert actions.weights(state) == (3, 3, 1, 1)

    def legal(_state: bluff.State) -> tuple[Any, ...]:
        return (nim.Take(1), nim.Take(1, True), nim.Take(2, True))

    tree: Actions[Any, Any, Any, Any] = Actions(
        attrs.evolve(
            words,
            phrases=lambda _rules: ((), ("take", "1", "2", "quick")),
            legal_moves=legal,
            chance_weights=lambda _state: (5, 6, 7),
        ),
        bluff.Rules(),
    )
    assert tree.legal(state) == (1, 2)
    assert tree.weights(state) == (11, 7)
    assert tree.legal(state, (1,)) == (3, 4)
    assert tree.weights(state, (1,)) == (6, 5)
    assert tree.legal(state, (2,)) == (3,)
    assert tree.say(state, (1,), tree.CHANCE_END) == ((1, 4), nim.Take(1))


def test_texts_are_cut_into_the_longest_phrases() -> None:
    longer = attrs.evolve(nim.GAME, phrases=lambda _rules: (("take", "take 1", "1", "2", "3", "quick"), ()))
    actions = Actions(longer, nim.Rules())
    assert [actions.phrases[action] for action in actions.legal(START)] == ["take", "take 1"]
    assert [actions.phrases[action] for action in actions.legal(START, (0,))] == ["2", "3"]


def test_a_vocabulary_that_does_not_cover_the_moves_is_reported() -> None:
    poor = Actions(attrs.evolve(nim.GAME, phrases=lambda _rules: (("take", "1", "2", "3"), ())), nim.Rules())
    with pytest.raises(NotationError, match=r"take 1 quick.*phrases of the game's vocabulary"):
        poor.legal(START)
    with pytest.raises(ValueError, match="stands twice"):
        Actions(attrs.evolve(nim.GAME, phrases=lambda _rules: (("take", "take"), ())), nim.Rules())


def test_what_is_remembered_is_bounded_and_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames_fr.actions._KEPT_TEXTS", 3)
    actions = Actions(nim.GAME, nim.Rules(heap=1000))
    states = [nim.State(nim.Rules(heap=1000), heap) for heap in range(1, 1000)]
    before = [actions.legal(state) for state in states]
    assert [actions.legal(state) for state in states] == before
    assert [actions.cut(state, nim.Take(1)) for state in states][1:] == [(1, 5)] * 998
    assert len(actions._trees) <= 512
    assert len(actions._trees_of_moves) <= 512
    assert len(actions._seats._cut) <= 3


def test_the_same_moves_with_other_odds_are_told_apart() -> None:
    kept = bluff.legal_moves(bluff.new_game(bluff.Rules()))
    game = attrs.evolve(bluff.GAME, legal_moves=lambda _state: kept)
    actions = Actions(game, bluff.Rules())
    for _ in range(2):
        for odds in (3, 5):
            assert actions.weights(bluff.new_game(bluff.Rules(low_weight=odds))) == (odds, odds, 1, 1)


@pytest.mark.parametrize(
    ("lang", "words"), [(Lang.FR, "Ce coup n’est pas permis ici."), (Lang.EN, "This move is not allowed here.")]
)
@pytest.mark.parametrize("name", games())
def test_every_game_can_explain_what_cannot_be_said(name: str, lang: Lang, words: str) -> None:
    game = find(name)
    state = sample(name, next(iter(game.presets)), 1)[9]
    actions = Actions(game, next(iter(game.presets.values())))
    with pytest.raises(IllegalMoveError) as caught:
        actions.say(state, (), 10**6)
    assert game.explain(caught.value.refusal, lang) == words

"""What leaves the rules of Dinosaures and comes back: views, states from outside, words, numbers, pictures, bots."""

from __future__ import annotations

import tracemalloc
from random import Random

import attrs
import pytest

from boardgames_fr.errors import RulesError, StateError, WorldsError
from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games import dinosaures as di
from boardgames_fr.games.dinosaures import (
    Axis,
    Card,
    CardName,
    Colour,
    Line,
    Move,
    Rules,
    Square,
    Step,
    Symmetry,
    Tile,
    Tiles,
    View,
    _rules,
)
from boardgames_fr.scene import Box, Disc, Scene, Shape, Text, Tone

BEIGE, BROWN = Seat(0), Seat(1)
FR, EN = Lang.FR, Lang.EN
I3 = Card.parse("I3 ###")
ASKED = ("flip col 0", "flip row 1")
TWO, SON = "(2 tuiles)", "son archéologue."
STANDS = "(2 tiles); the archaeologist stands there now."


def played(rules: Rules, *texts: str) -> di.State:
    state = di.new_game(rules)
    for text in texts:
        state = di.apply(state, di.parse_move(text))
    return state


def view_after(*texts: str, rules: Rules | None = None) -> View:
    return di.observe(played(rules or Rules(), *texts), None)


# --- Views and worlds --------------------------------------------------------------------------------------------


def test_everybody_has_the_same_view_in_nouns() -> None:
    state = played(Rules(), "lay 2,0 beige", "flip col 0")
    views = {di.observe(state, seat) for seat in (BEIGE, BROWN, None)}
    assert views == {
        View(
            rules=Rules(),
            step=Step.MOVE,
            mover=BEIGE,
            tiles=(
                Tile(Square(0, 0), Colour.BROWN),
                Tile(Square(1, 0), Colour.BROWN),
                Tile(Square(2, 0), Colour.BEIGE),
                Tile(Square(0, 1), Colour.BEIGE),
                Tile(Square(1, 1), Colour.BEIGE),
            ),
            archaeologists=(None, Line(Axis.COL, 0)),
            supplies=(5, 6),
            dug=((), ()),
            stalled=1,
        )
    }
    assert view_after(*ASKED, "dig O4").dug == ((), ("O4",))
    assert view_after(*ASKED).step is Step.DIG


@pytest.mark.parametrize("preset", di.PRESETS)
def test_the_one_world_of_a_view_is_the_truth(preset: str) -> None:
    for seed in range(10):
        rng, state = Random(seed), di.new_game(di.PRESETS[preset])
        while True:
            view = di.observe(state, None)
            assert list(di.worlds(view)) == [(1, state)]
            assert di.sample_world(view, rng) == state
            moves = di.legal_moves(state)
            if not moves:
                break
            state = di.apply(state, moves[int(rng.random() * len(moves))])


START = view_after()


@pytest.mark.parametrize(
    "changes",
    [
        {"tiles": START.tiles[1:]},
        {"tiles": (*START.tiles, Tile(Square(5, 5), Colour.BEIGE)), "supplies": (5, 6)},
        {"tiles": (*START.tiles, Tile(Square(2, 0), Colour.BEIGE))},
        {"tiles": START.tiles[::-1]},
        {"tiles": (*START.tiles, START.tiles[0])},
        {"tiles": (*START.tiles, Tile(Square(500, 0), Colour.BEIGE)), "supplies": (5, 6)},
        {"supplies": (7, 5)},
        {"supplies": (6,)},
        {"mover": None},
        {"mover": 2},
        {"step": Step.DIG},
        {"step": Step.OVER},
        {"dug": (("Rex",), ())},
        {"dug": (("O4", "O4"), ())},
        {"dug": ((),)},
        {"dug": (("O4", "I3"), ())},
        {"archaeologists": (Line(Axis.COL, 5), None)},
        {"archaeologists": (Line(Axis.COL, 500), None)},
        {"stalled": None},
        {"stalled": 1},
        {"stalled": 21},
        {"stalled": -1},
    ],
)
def test_a_view_that_no_state_gives_has_no_worlds(changes: dict[str, object]) -> None:
    view = attrs.evolve(START, **changes)  # type: ignore[arg-type]  # wrong types are part of the test
    with pytest.raises(WorldsError, match=r"^no state gives this view"):
        next(di.worlds(view))
    with pytest.raises(WorldsError, match=r"^no state gives this view"):
        di.sample_world(view, Random(1))


APART = "the tiles do not hang together"
BARE = "an archaeologist stands at a line without tiles"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        # Six tiles a seat: the grid goes from -12 to 13 both ways, one square further than tiles can get.
        *(
            ({"tiles": (*START.tiles, Tile(Square(x, y), Colour.BEIGE)), "supplies": (5, 6)}, problem)
            for x, y, problem in (
                (13, 0, APART),
                (14, 0, "the tile on 14,0 is beyond the grid"),
                (-12, 0, APART),
                (-13, 0, "the tile on -13,0 is beyond the grid"),
                (0, 13, APART),
                (0, 14, "the tile on 0,14 is beyond the grid"),
                (0, -12, APART),
                (0, -13, "the tile on 0,-13 is beyond the grid"),
            )
        ),
        *(
            ({"archaeologists": (Line(axis, number), None)}, problem)
            for axis, number, problem in (
                (Axis.COL, 13, BARE),
                (Axis.COL, 14, "the line col 14 is beyond the grid"),
                (Axis.COL, -12, BARE),
                (Axis.COL, -13, "the line col -13 is beyond the grid"),
                (Axis.ROW, 13, BARE),
                (Axis.ROW, 14, "the line row 14 is beyond the grid"),
                (Axis.ROW, -12, BARE),
                (Axis.ROW, -13, "the line row -13 is beyond the grid"),
            )
        ),
        ({"dug": (("Rex",), ())}, "a card that is not in these rules"),
        ({"dug": ((), ("I3", "Rex"))}, "a card that is not in these rules"),
        ({"mover": None, "step": Step.DIG}, "the game is over and nothing has ended it"),
        ({"supplies": (7, 5)}, "supplies: not two numbers from 0 to 6"),
        ({"stalled": 21}, "stalled: not a number from 0 to 20"),
        ({"rules": Rules(stall_limit=None), "stalled": 1}, "stalled: not a number from 0 to 0"),
    ],
)
def test_an_error_about_a_view_says_what_is_wrong_with_it(changes: dict[str, object], problem: str) -> None:
    view = attrs.evolve(START, **changes)  # type: ignore[arg-type]  # wrong values are the test
    with pytest.raises(WorldsError) as caught:
        next(di.worlds(view))
    assert str(caught.value) == f"no state gives this view: {problem}"


def test_a_view_whose_state_looks_otherwise_has_no_worlds() -> None:
    with pytest.raises(WorldsError, match=r"^no state gives this view$"):
        next(di.worlds(attrs.evolve(START, tiles=START.tiles[::-1])))


# --- States from outside -----------------------------------------------------------------------------------------

FACTS = ("rules", "beige", "brown", "mover", "asked", "supplies", "dug", "archaeologists", "stalled")


def facts(state: di.State, **changes: object) -> di.State:
    values = {name: getattr(state, name) for name in FACTS}
    return di.State.from_facts(**{**values, **changes})


def _each(mask: int) -> list[int]:
    return [1 << at for at in range(mask.bit_length()) if mask >> at & 1]


@pytest.mark.parametrize("tiles", [1, 6, 22])
def test_more_tiles_than_there_are_are_refused_before_anything_is_derived_from_them(tiles: int) -> None:
    state = di.new_game(di.Rules(tiles=tiles))
    taken = state.beige | state.brown
    free = [mask for row in state.rules._tables.grid.rows for mask in _each(row & ~taken)]
    assert facts(state, beige=Tiles(state.beige | sum(free[: 2 * tiles]))).covered.bit_count() > 4 + 2 * tiles
    for added in (free[: 2 * tiles + 1], free[::2]):
        beige = Tiles(state.beige | sum(added))
        tracemalloc.start()
        with pytest.raises(StateError, match=r"^the tiles on the table and in the supplies do not add up$"):
            facts(state, beige=beige)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1_000_000


@pytest.mark.parametrize(
    ("said", "changes", "problem"),
    [
        ((), {"beige": 5}, "beige: not a set of squares"),
        ((), {"brown": 5}, "brown: not a set of squares"),
        ((), {"beige": Tiles(-1)}, "beige: not a set of squares"),
        ((), {"mover": 2}, "mover: not a seat"),
        ((), {"mover": True}, "mover: not a seat"),
        ((), {"asked": 128}, "asked: not a mask of cards"),
        ((), {"supplies": (6, 7)}, "supplies: not two numbers from 0 to 6"),
        ((), {"supplies": (6, 6, 0)}, "supplies: not two numbers from 0 to 6"),
        ((), {"supplies": 6}, "supplies: not two numbers from 0 to 6"),
        ((), {"dug": (0, 128)}, "dug: not two masks of cards"),
        ((), {"archaeologists": (-2, -1)}, "archaeologists: not two lines"),
        ((), {"archaeologists": (52, -1)}, "archaeologists: not two lines"),
        ((), {"stalled": 21}, "stalled: not a number from 0 to 20"),
        ((), {"rules": None}, "rules: not a Rules"),
        ((), {"edge": ()}, "what follows from the facts is not what the state says"),
        ((), {"beige_zones": (1, ())}, "what follows from the facts is not what the state says"),
    ],
)
def test_fields_of_a_wrong_range_or_type_are_refused(
    said: tuple[str, ...], changes: dict[str, object], problem: str
) -> None:
    state = attrs.evolve(played(Rules(), *said), **changes)  # type: ignore[arg-type]  # wrong types are part of the test
    with pytest.raises(StateError) as caught:
        di.check_state(state)
    assert caught.value.problem == problem


def bit(x: int, y: int) -> int:
    return 1 << Rules()._tables.grid.index(x, y)


FIVE = played(Rules(), "lay 2,0 beige")
OVER = played(Rules(tiles=1), "lay 2,0 brown")
STALLED = played(Rules(stall_limit=2), "flip col 0", "flip col 1")


@pytest.mark.parametrize(
    ("state", "changes", "problem"),
    [
        (FIVE, {"brown": Tiles(FIVE.brown | bit(2, 0))}, "a square has two tiles"),
        (FIVE, {"beige": Tiles(bit(1, 1))}, "a tile of the start is missing"),
        (FIVE, {"supplies": (6, 6)}, "the tiles on the table and in the supplies do not add up"),
        (FIVE, {"beige": Tiles(FIVE.beige ^ bit(2, 0) ^ bit(2, 2))}, "the tiles do not hang together"),
        (FIVE, {"archaeologists": (12, 12)}, "both archaeologists stand at one line"),
        (FIVE, {"archaeologists": (0, 12)}, "an archaeologist stands at a line without tiles"),
        (FIVE, {"dug": (127, 127)}, "both seats have dug up all cards"),
        (OVER, {"supplies": (0, 0)}, "the tiles on the table and in the supplies do not add up"),
        (FIVE, {"stalled": 1}, "a turn stalled and its archaeologist does not stand anywhere"),
        (
            FIVE,
            {"stalled": 2, "archaeologists": (12, -1)},
            "a turn stalled and its archaeologist does not stand anywhere",
        ),
        (FIVE, {"stalled": 1, "archaeologists": (-1, 12)}, "the last turn stalled and flipped no line"),
        (FIVE, {"mover": None, "asked": 1}, "the game is over and somebody is asked to dig"),
        (FIVE, {"mover": None}, "the game is over and nothing has ended it"),
        (STALLED, {"stalled": 1}, "the game is over and nothing has ended it"),
        (STALLED, {"dug": (127, 0)}, "the game has ended in a turn that neither lays nor digs"),
        (FIVE, {"dug": (127, 0)}, "all cards are dug up and the game goes on"),
        (OVER, {"mover": BROWN}, "a supply is empty and the game goes on"),
        (OVER, {"mover": BEIGE}, "a supply is empty and the game goes on"),
        (STALLED, {"mover": BEIGE}, "the game has stalled and goes on"),
        (FIVE, {"asked": 1}, "asked: not the cards that can be dug up"),
        (played(Rules(), *ASKED), {"asked": 9}, "asked: not the cards that can be dug up"),
        (
            played(Rules(), *ASKED),
            {"archaeologists": (13, -1)},
            "a turn stalled and its archaeologist does not stand anywhere",
        ),
        (
            played(Rules(stall_limit=None), *ASKED),
            {"archaeologists": (13, -1)},
            "the mover has neither laid nor flipped",
        ),
        (
            played(Rules(), *ASKED),
            {"archaeologists": (13, -1), "stalled": 1},
            "the mover has flipped no line",
        ),
    ],
)
def test_facts_that_contradict_one_another_are_refused(
    state: di.State, changes: dict[str, object], problem: str
) -> None:
    with pytest.raises(StateError) as caught:
        di.check_state(facts(state, **changes))
    assert caught.value.problem == problem


def test_a_game_that_only_the_last_card_has_ended_is_a_state_and_so_are_tables_of_one_colour() -> None:  # DI-6
    dug = played(Rules(cards=(Card.parse("I2 ##"),)), "lay -1,0 beige", "dig I2")
    assert (dug.step, dug.supplies) == (Step.OVER, (5, 6))
    di.check_state(dug)
    for row, beige in ((0, 4), (1, 0)):
        state = played(Rules(), "flip col 0", f"flip row {row}")
        assert (state.beige.bit_count(), state.brown.bit_count()) == (beige, 4 - beige)
        di.check_state(state)


def test_a_tile_just_beyond_the_grid_is_refused() -> None:
    for x, y in ((0, 14), (0, -13), (14, 0)):
        with pytest.raises(StateError, match=r"^a tile is beyond the grid$"):
            di.check_state(facts(FIVE, brown=Tiles(FIVE.brown | bit(x, y))))


def test_zones_are_listed_by_their_lowest_squares_whatever_is_above() -> None:
    tall, small = bit(0, 0) | bit(0, 1) | bit(0, 2), bit(2, 1)
    grid = Rules()._tables.grid
    assert grid.zones(tall | small) == [tall, small]
    assert grid.zones(tall | small << 1 | bit(2, 0)) == [tall, bit(2, 0), small << 1]


def test_the_order_in_which_shapes_were_found_does_not_matter() -> None:
    rng, seen = Random(3), 0
    for _ in range(5):
        state = di.new_game(Rules(zones=di.Zones.WITHIN))
        while moves := di.legal_moves(state):
            state = di.apply(state, moves[int(rng.random() * len(moves))])
            found, pairs = state.beige_zones
            if len(pairs) > 1:
                seen += 1
                di.check_state(attrs.evolve(state, beige_zones=(found, pairs[::-1])))
    assert seen >= 5


def test_two_empty_supplies_and_a_late_flip_are_refused() -> None:
    rules = Rules(tiles=1)
    both = played(rules, "lay 2,0 brown")
    index = rules._tables.grid.index
    full = facts(both, beige=Tiles(both.beige | 1 << index(-1, 0)), supplies=(0, 0))
    with pytest.raises(StateError, match=r"^both supplies are empty"):
        di.check_state(full)
    asked = played(Rules(tiles=1, cards=(Card.parse("I2 ##"), I3)), "flip col 1", "dig I2")
    asked = di.apply(asked, di.parse_move("lay -1,0 brown"))
    late = facts(
        asked, mover=BROWN, asked=sum(asked.rules._tables.card_bits[name] for name in di.diggable(asked, BROWN))
    )
    late = facts(late, stalled=1, archaeologists=(asked.archaeologists[0], 8))
    with pytest.raises(StateError, match=r"^the last tile is laid and the turn is not over"):
        di.check_state(late)


def test_facts_beyond_the_grid_make_no_state() -> None:
    state = di.new_game(Rules())
    for changes in ({"beige": Tiles(1)}, {"brown": Tiles(1 << 4000)}, {"beige": Tiles(-1)}):
        with pytest.raises(StateError, match=r"^a tile is beyond the grid"):
            facts(state, **changes)
    for line in (-2, 52, 10**9):
        with pytest.raises(StateError, match=r"^an archaeologist is beyond the grid"):
            facts(state, archaeologists=(line, -1))
    beyond = attrs.evolve(state, beige=Tiles(state.beige | 1))
    with pytest.raises(StateError, match=r"^a tile is beyond the grid"):
        di.check_state(beyond)


# --- Many cards, many positions ----------------------------------------------------------------------------------


def test_two_shapes_alike_are_named_however_many_cards_there_are() -> None:
    """Each card is looked up, not compared with all before it: the names of the first and the last come out."""
    cards = [Card(CardName(f"C{n}"), ("#" * 12, f"{n:012b}".replace("0", ".").replace("1", "#"))) for n in range(1, 16)]
    assert len(Rules(cards=tuple(cards), symmetry=Symmetry.FIXED).cards) == 15
    again = Card(CardName("again"), cards[4].drawing)
    with pytest.raises(RulesError, match=r"^cards = 'C5, again': no two shapes alike$"):
        Rules(cards=(*cards, again), symmetry=Symmetry.FIXED)


def test_what_is_kept_of_moves_is_bounded_and_the_moves_stay_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_rules, "_KEPT", 3)
    tables = Rules(tiles=3)._tables
    tables.flips.clear()
    for mask in range(1, 60):
        assert [str(move) for move in tables.digs[mask]] == [
            *(f"dig {card.name}" for number, card in enumerate(di.CLASSIC_CARDS) if mask >> number & 1),
            "skip",
        ]
        assert [str(move) for move in tables.flips[mask]] == [
            f"flip col {number - 6}" for number in range(6) if mask >> number & 1
        ]
        assert len(tables.digs) <= 3
        assert len(tables.flips) <= 3


# --- Words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "french", "english"),
    [
        ("lay 2,-1 beige", "Poser en 2,-1, face beige", "Lay beige on 2,-1"),
        ("lay 2,-1 brown", "Poser en 2,-1, face marron", "Lay brown on 2,-1"),
        ("flip col -3", "Retourner la colonne -3", "Flip column -3"),
        ("flip row 3", "Retourner la rangée 3", "Flip row 3"),
        ("dig L4", "Exhumer L4", "Dig up L4"),
        ("skip", "Ne rien exhumer", "Dig nothing up"),
    ],
)
def test_labels_are_words_for_buttons(text: str, french: str, english: str) -> None:
    move = di.parse_move(text)
    assert di.label(START, move, FR) == french
    assert di.label(START, move, EN) == english


@pytest.mark.parametrize(
    ("said", "text", "french", "english"),
    [
        (
            (),
            "lay 0,0 brown",
            "Il y a déjà une tuile beige en 0,0. (DI-T1)",
            "There is a beige tile on 0,0 already. (DI-T1)",
        ),
        (
            (),
            "lay 5,5 brown",
            "La case 5,5 ne touche aucune tuile par un côté. (DI-T1)",
            "The square 5,5 shares no side with a tile. (DI-T1)",
        ),
        (
            ("flip col 0",),
            "flip col 0",
            "L’archéologue de Beige bloque la colonne 0. (DI-2)",
            "Beige’s archaeologist locks column 0. (DI-2)",
        ),
        (
            (),
            "flip row 4",
            "Il n’y a aucune tuile dans la rangée 4. (DI-1)",
            "There is no tile in row 4. (DI-1)",
        ),
        (
            (),
            "skip",
            "Il faut d’abord poser une tuile ou retourner une ligne. (DI-5)",
            "First lay a tile or flip a line. (DI-5)",
        ),
        (
            ASKED,
            "flip col 1",
            "Le coup est joué\u00a0: il reste à exhumer un dinosaure ou à passer. (DI-5)",
            "The move is made: now dig up a dinosaur, or skip. (DI-5)",
        ),
        (ASKED, "dig Rex", "Aucune carte ne s’appelle Rex. (DI-5)", "No card is called Rex. (DI-5)"),
        (
            ASKED,
            "dig I3",
            "Aucune zone de la couleur de Marron n’a la forme de I3. (DI-5)",
            "No zone of Brown’s colour has the shape of I3. (DI-5)",
        ),
    ],
)
def test_refusals_are_explained(said: tuple[str, ...], text: str, french: str, english: str) -> None:
    refusal = di.why_illegal(played(Rules(), *said), di.parse_move(text))
    assert refusal is not None
    assert di.explain(refusal, FR) == french
    assert di.explain(refusal, EN) == english


def test_the_plain_refusals_are_explained_too() -> None:
    dug = Refusal("DI-5", "already-dug", (("card", "O4"),))
    assert [di.explain(dug, lang) for lang in (FR, EN)] == [
        "O4 est déjà exhumé. (DI-5)",
        "O4 is dug up already. (DI-5)",
    ]
    over = Refusal("-", "game-over")
    assert [di.explain(over, lang) for lang in (FR, EN)] == ["La partie est terminée.", "The game is over."]
    none = Refusal("-", "no-move")
    assert [di.explain(none, lang) for lang in (FR, EN)] == [
        "Ce n’est pas un coup de ce jeu.",
        "This is no move of this game.",
    ]


@pytest.mark.parametrize(
    ("rules", "said", "text", "french", "english"),
    [
        (
            Rules(),
            (),
            "lay 2,0 brown",
            "Beige pose une tuile en 2,0, face marron.",
            "Beige lays a tile on 2,0, brown side up.",
        ),
        (
            Rules(),
            ("flip col 0",),
            "flip row 1",
            "Marron retourne la rangée 1 (2 tuiles) et y place son archéologue.",
            "Brown flips row 1 (2 tiles); the archaeologist stands there now.",
        ),
        (
            Rules(),
            ("lay 2,0 beige",),
            "flip col 2",
            "Marron retourne la colonne 2 (1 tuile) et y place son archéologue.",
            "Brown flips column 2 (1 tile); the archaeologist stands there now.",
        ),
        (Rules(), ASKED, "dig O4", "Marron exhume O4.", "Brown digs up O4."),
        (Rules(), ASKED, "skip", "Marron n’exhume rien.", "Brown digs nothing up."),
        (
            Rules(cards=(Card.parse("O4 ##/##"),)),
            ASKED,
            "dig O4",
            "Marron exhume O4. Tous les dinosaures sont exhumés. Marron gagne (pénalités\u00a0: 10 – 6).",
            "Brown digs up O4. All dinosaurs are dug up. Brown wins (penalties: 10 – 6).",
        ),
        (
            Rules(tiles=1),
            (),
            "lay 2,0 brown",
            "Beige pose une tuile en 2,0, face marron. Une réserve est vide. Beige gagne (pénalités\u00a0: 26 – 27).",
            "Beige lays a tile on 2,0, brown side up. A supply is empty. Beige wins (penalties: 26 – 27).",
        ),
        (
            Rules(stall_limit=1),
            (),
            "flip col 0",
            f"Beige retourne la colonne 0 {TWO} et y place {SON} La partie n’avance plus. Égalité (32 – 32).",
            f"Beige flips column 0 {STANDS} The game has stalled. A draw (32 – 32).",
        ),
    ],
)
def test_moves_are_told(rules: Rules, said: tuple[str, ...], text: str, french: str, english: str) -> None:
    before, after = view_after(*said, rules=rules), view_after(*said, text, rules=rules)
    assert di.narrate(before, text, after, FR) == french
    assert di.narrate(before, text, after, EN) == english


def test_the_rule_books_have_every_rule_and_option_in_both_languages() -> None:
    for lang in Lang:
        book = di.rule_book(lang)
        for word in (*(f"DI-{number}" for number in (*range(1, 10), "T1")), *(f.name for f in attrs.fields(Rules))):
            assert word in book, word
        assert book.startswith("# Dinosaures (Plato 54)\n")
    assert "« des zones" not in di.rule_book(FR)
    assert "«\u00a0des zones de même forme\u00a0»" in di.rule_book(FR)


# --- Numbers -----------------------------------------------------------------------------------------------------


def test_features_hold_all_of_the_view_under_their_names() -> None:
    rules = Rules()
    names, bounds = di.feature_names(rules), di.feature_bounds(rules)
    assert len(names) == len(set(names)) == len(bounds) == 312 + 48 + 2 + 14 + 3
    values = dict(zip(names, di.features(view_after("lay 2,0 beige", *ASKED)), strict=True))
    named = {name: value for name, value in values.items() if value}
    assert named == {
        "tile 0,0": 2,
        "tile 1,0": 2,
        "tile 2,0": 1,
        "tile 0,1": 2,
        "tile 1,1": 2,
        "line col 0": 2,
        "line row 1": 1,
        "supply 0": 5,
        "supply 1": 6,
        "stalled": 2,
        "mover": 1,
    }
    asked = dict(zip(names, di.features(view_after(*ASKED)), strict=True))
    assert (asked["step"], asked["mover"], asked["supply 0"]) == (1, 1, 6)
    dug = dict(zip(names, di.features(view_after(*ASKED, "dig O4")), strict=True))
    assert [name for name in names if name.startswith("dug") and dug[name]] == ["dug 1 O4"]
    assert dict(zip(names, bounds, strict=True))["stalled"] == (0, 20)
    assert dict(zip(names, bounds, strict=True))["supply 1"] == (0, 6)
    assert dict(zip(names, bounds, strict=True))["dug 0 L4"] == (0, 1)
    assert dict(zip(names, bounds, strict=True))["line row 12"] == (0, 2)
    assert bounds[0] == dict(zip(names, bounds, strict=True))["step"] == (0, 2)


def test_features_of_other_rules_have_other_lengths() -> None:
    rules = Rules(tiles=1, cards=(I3,), stall_limit=None)
    names = di.feature_names(rules)
    assert names[:4] == ("tile 0,-1", "tile 1,-1", "tile -1,0", "tile 0,0")
    assert names[-4:] == ("dug 0 I3", "dug 1 I3", "step", "mover")
    assert len(di.feature_bounds(rules)) == len(names) == 12 + 8 + 2 + 2 + 2
    over = dict(zip(names, di.features(view_after("lay 2,0 brown", rules=rules)), strict=True))
    assert (over["step"], over["mover"], over["tile 2,0"], over["supply 0"]) == (2, 2, 2, 0)


# --- Pictures ----------------------------------------------------------------------------------------------------


def shapes_with(scene: Scene, phrase: str) -> list[Shape]:
    return [shape for shape in scene.shapes if shape.phrase == phrase]


def cells(shape: Shape) -> set[tuple[int, int]]:
    if isinstance(shape, Text):
        assert shape.align.value in ("start", "end")
        left = shape.x if shape.align.value == "start" else shape.x - len(shape.text) + 1
        return {(left + step, shape.y) for step in range(len(shape.text))}
    assert isinstance(shape, Box | Disc)
    return {(shape.x + a, shape.y + b) for a in range(shape.width) for b in range(shape.height)}


@pytest.mark.parametrize("lang", Lang)
def test_every_legal_move_can_be_clicked_and_nothing_overlaps(lang: Lang) -> None:
    wide = Card.parse("I16 ################")
    for rules in (*di.PRESETS.values(), Rules(cards=(wide, *di.CLASSIC_CARDS), tiles=3, stall_limit=None)):
        for seed in range(6):
            rng, state = Random(seed), di.new_game(rules)
            while True:
                scene = di.draw(di.observe(state, None), lang)
                phrases = [shape.phrase for shape in scene.shapes if shape.phrase is not None]
                assert sorted(phrases) == sorted(map(str, di.legal_moves(state)))
                taken: set[tuple[int, int]] = set()
                for shape in scene.shapes:
                    own = cells(shape)
                    assert not own & taken
                    assert all(0 <= x < scene.width and 0 <= y < scene.height for x, y in own)
                    taken |= own
                moves = di.legal_moves(state)
                if not moves:
                    break
                state = di.apply(state, moves[int(rng.random() * len(moves))])


def test_the_start_fits_a_telephone_and_says_where_everything_is() -> None:
    scene = di.draw(START, EN)
    assert (scene.title, scene.width) == ("Dinosaures (Plato 54)", 46)
    assert scene.description == (
        "○ Beige: lay or flip. Tiles beige side up: 0,0, 1,1. Tiles brown side up: 1,0, 0,1."
        " ○ Beige: supply 6, dug up 0 / 7. ● Brown: supply 6, dug up 0 / 7."
    )
    assert Text(0, 0, "○ Beige: lay or flip", bold=True) in scene.shapes
    (west,) = shapes_with(scene, "lay -1,0 beige")
    (east,) = shapes_with(scene, "lay -1,0 brown")
    assert (west.hint, east.hint) == ("Lay beige on -1,0", "Lay brown on -1,0")
    assert isinstance(west, Box)
    assert isinstance(east, Box)
    assert (west.x + west.width, west.y, west.lines, east.lines) == (east.x, east.y, ("○",), ("●",))
    tiles = {shape.hint: shape for shape in scene.shapes if isinstance(shape, Box) and shape.phrase is None}
    beige, brown = tiles["0,0 beige"], tiles["1,0 brown"]
    assert (beige.fill, beige.width, beige.height, beige.lines) == (Tone.BEIGE, 4, 2, ())
    assert (brown.fill, brown.x, brown.y, brown.lines) == (Tone.BROWN, beige.x + 4, beige.y, ("▓▓", "▓▓"))
    assert tiles["0,1 brown"].y == beige.y - 2
    assert [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.tone is Tone.MUTED] == [
        *("-1", "0", "1", "2", "-1", "0", "1", "2")
    ]


def test_archaeologists_stand_at_their_lines_and_the_last_flip_is_marked() -> None:
    scene = di.draw(view_after("lay 2,0 beige", "flip col 0", "flip row 1"), FR)
    discs = {shape.hint: shape for shape in scene.shapes if isinstance(shape, Disc)}
    assert {hint: disc.marked for hint, disc in discs.items()} == {
        "L’archéologue de Marron bloque la colonne 0.": False,
        "L’archéologue de Beige bloque la rangée 1.": True,
    }
    assert [disc.text for disc in discs.values()] == ["●", "○"]
    assert "L’archéologue de Beige bloque la rangée 1." in scene.description
    assert Text(0, 1, "Tours sans pose ni fouille\u00a0: 2 / 20", Tone.MUTED) in scene.shapes
    asked = di.draw(view_after(*ASKED), EN)
    assert [shape.marked for shape in asked.shapes if isinstance(shape, Disc)] == [False, True]
    assert Text(0, 1, "Turns without a lay or a dig: 2 / 20", Tone.MUTED) in asked.shapes
    laid = di.draw(view_after("flip col 0", "lay 2,0 brown", "skip", "lay -1,0 beige"), EN)
    assert [shape.marked for shape in laid.shapes if isinstance(shape, Disc)] == [False]


def test_cards_that_can_be_dug_are_marked_and_dug_ones_ticked() -> None:
    scene = di.draw(view_after(*ASKED), FR)
    (card,) = shapes_with(scene, "dig O4")
    assert isinstance(card, Box)
    assert (card.marked, card.lines, card.hint) == (True, ("O4", "■■", "■■"), "Exhumer O4")
    (skip,) = shapes_with(scene, "skip")
    assert skip.hint == "Ne rien exhumer"
    assert Text(0, 0, "● Marron\u00a0: exhumer ou passer", bold=True) in scene.shapes
    for lang, hint in ((FR, "O4\u00a0: exhumé"), (EN, "O4: dug up")):
        after = di.draw(view_after(*ASKED, "dig O4"), lang)
        (ticked,) = [shape for shape in after.shapes if shape.hint == hint]
        assert isinstance(ticked, Box)
        assert (ticked.lines, ticked.marked, ticked.phrase) == (("O4", "✓", ""), False, None)


def test_a_finished_game_says_who_has_won_and_why() -> None:
    view = view_after("lay 2,0 brown", rules=Rules(tiles=1))
    french = [shape.text for shape in di.draw(view, FR).shapes if isinstance(shape, Text)]
    assert french[:3] == ["Partie terminée", "Une réserve est vide.", "Beige gagne (pénalités\u00a0: 26 – 27)."]
    english = [shape.text for shape in di.draw(view, EN).shapes if isinstance(shape, Text)]
    assert english[:3] == ["The game is over", "A supply is empty.", "Beige wins (penalties: 26 – 27)."]
    draw = view_after("flip col 0", rules=Rules(stall_limit=1))
    assert [shape.text for shape in di.draw(draw, EN).shapes if isinstance(shape, Text)][1:3] == [
        *("The game has stalled.", "A draw (32 – 32).")
    ]


def test_a_wide_card_makes_the_picture_wider() -> None:
    rules = Rules(cards=(Card(CardName("A" * 60), "#"), I3))
    assert di.draw(di.observe(di.new_game(rules), None), EN).width == 62


# --- Bots --------------------------------------------------------------------------------------------------------


def choose_randomly(rng: Random) -> di.Bot:
    def choose(_view: View, moves: tuple[Move, ...]) -> Move:
        return moves[int(rng.random() * len(moves))]

    return choose


def wins(first: str, games: int, second: str | None = None, preset: str = "classic") -> float:
    """The share of games that the first bot wins, seats and starters rotated; a draw is half a win."""
    won = 0.0
    for number in range(games):
        rng = Random(number)
        other = choose_randomly(rng) if second is None else di.GAME.policies[second](rng)
        bots = [di.GAME.policies[first](rng), other]
        if number % 2:
            bots.reverse()
        state = di.new_game(attrs.evolve(di.PRESETS[preset], first=Seat(number // 2 % 2)))
        while state.mover is not None:
            move = bots[state.mover](di.observe(state, state.mover), di.legal_moves(state))
            state = di.apply(state, move)
        result = di.outcome(state)
        assert result is not None
        won += (result.returns[number % 2] + 1) / 2
    return won / games


def test_the_bots_are_named_weakest_first_and_each_beats_the_one_before() -> None:
    assert list(di.GAME.policies) == ["easy", "medium", "hard"]
    assert wins("easy", 24) > 0.7
    assert wins("medium", 40, "easy") > 0.55
    assert wins("hard", 12, "medium", "quick") > 0.6
    assert wins("hard", 4) == 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_better_bots_dig_what_they_can_and_win_when_they_can(level: str) -> None:
    view = view_after(*ASKED, rules=Rules(cards=(Card.parse("O4 ##/##"),)))
    bot = di.GAME.policies[level](Random(1))
    assert str(bot(view, di.legal_moves(di.sample_world(view, Random(1))))) == "dig O4"
    before = view_after("flip col 0", rules=Rules(cards=(Card.parse("O4 ##/##"),)))
    assert str(bot(before, di.legal_moves(di.sample_world(before, Random(1))))) in ("flip row 0", "flip row 1")


def test_bots_choose_the_same_from_the_same_generator() -> None:
    view = view_after("lay 2,0 beige")
    moves = di.legal_moves(di.sample_world(view, Random(1)))
    for make in di.GAME.policies.values():
        assert [make(Random(5))(view, moves) for _ in range(3)] == [make(Random(5))(view, moves)] * 3

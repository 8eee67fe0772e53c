"""Capharnaüm's houses: text to house and back, what is refused and where, plans, and houses of one's own."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Callable
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings

from boardgames_fr.codec import Codec
from boardgames_fr.errors import NotationError, RulesError
from boardgames_fr.game import Seat
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games.capharnaum import DEFAULT_HOUSE, House, Opening, Part, PartNumber, Phase, Room, RoomKind, Rules
from tests.games.capharnaum_houses import legal, play, position, random_house_text, seeds

SMALL = """part 1
+--+--+--+
|A. Ao A*:
+--+==+--+
|S* S. S*|
+--+--+--+

room A bedroom chambre à coucher / bed room
room S room salon / living room
"""

WING = """part 1
+--+--+
:A. A.|
+  +  +
 A. Ao:
+--+--+

part 2
+--+
|B.:
+==+
|A._
+--+

part 3
+==+
|C.|
+  +
:Co|
+--+

room A bedroom chambre / bedroom
""".replace("_", " ")


def test_the_shipped_house_is_the_default_and_fits_what_is_known() -> None:
    text = (files("boardgames_fr.games.capharnaum") / "capharnaum_house.txt").read_text(encoding="utf-8")
    assert House.parse(text) == DEFAULT_HOUSE
    assert str(DEFAULT_HOUSE) == text
    assert DEFAULT_HOUSE.numbers == (1, 2, 3)
    assert [(part.width, part.height) for part in DEFAULT_HOUSE.standing] == [(8, 8)] * 3
    assert [part.number for part in DEFAULT_HOUSE.standing] == [2, 1, 3]
    for number in DEFAULT_HOUSE.numbers:
        plan = DEFAULT_HOUSE.plan((number,))
        assert len(plan.objects) == 24
        assert len(plan.circles) == 2
    bedrooms = [room.letter for room in DEFAULT_HOUSE.rooms if room.kind is RoomKind.BEDROOM]
    assert bedrooms == ["A", "B", "V"]
    assert len(DEFAULT_HOUSE.rooms) == 15
    assert DEFAULT_HOUSE.rooms[2] == Room(ca.RoomLetter("C"), RoomKind.ROOM, "cuisine", "kitchen")
    assert (DEFAULT_HOUSE.squares[0], DEFAULT_HOUSE.squares[-1], len(DEFAULT_HOUSE.squares)) == ("a1", "x8", 192)
    assert Opening(ca.Square("h4"), ca.Square("i4")) in DEFAULT_HOUSE.openings
    assert Opening(ca.Square("l1"), ca.OUT) in DEFAULT_HOUSE.openings
    assert len(DEFAULT_HOUSE.openings) == len(set(DEFAULT_HOUSE.openings))


def test_a_house_has_squares_rooms_and_openings() -> None:
    house = House.parse(SMALL)
    assert house.squares == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert house.openings == (Opening(ca.Square("b1"), ca.Square("b2")), Opening(ca.Square("c1"), ca.OUT))
    assert house.rooms == house.table
    assert house.table[0] == Room(ca.RoomLetter("A"), RoomKind.BEDROOM, "chambre à coucher", "bed room")
    part = house.parts[0]
    assert (part.room(1, 2), part.mark(0, 1), part.mark(1, 0)) == ("S", "o", "*")
    assert (part.above(1, 1), part.above(1, 0), part.left(0, 3), part.left(0, 1)) == ("=", "-", ":", " ")
    assert repr(house).startswith("House(parts=(Part(number=1")


def test_a_house_is_a_value() -> None:
    house = House.parse(SMALL)
    assert House(house.parts, house.table) == house
    assert hash(House.parse(SMALL)) == hash(house)
    assert pickle.loads(pickle.dumps(house)) == house
    assert house != House.parse(SMALL.replace("salon", "séjour"))
    assert House.parse(SMALL.replace("room S room salon / living room\n", "")).rooms[1] == Room(ca.RoomLetter("S"))


def test_blank_lines_and_spaces_at_line_ends_are_free_and_the_order_of_the_text_is_kept() -> None:
    loose = "\n\n" + SMALL.replace("\n", "  \r\n").replace("part 1", "part 1") + "\n\n"
    assert House.parse(loose) == House.parse(SMALL)
    assert House.parse(SMALL.rstrip("\n")).format() == SMALL
    assert House.parse(WING).format() == WING
    assert House.parse(SMALL[: SMALL.index("room A")]).format() + "\n" == SMALL[: SMALL.index("room A")]
    assert House.parse(WING.replace("|A. \n", "|A.\n")).format() == WING


@given(seeds)
@settings(max_examples=60)
def test_parse_and_format_are_exact_inverses(seed: int) -> None:
    rng = Random(seed)
    text = random_house_text(rng, rng.choice([(1,), (1, 2), (1, 3), (1, 2, 3)]))
    house = House.parse(text)
    assert house.format() == text
    assert House.parse(str(house)) == house


def test_columns_count_over_all_parts_of_the_text_in_play_or_not() -> None:
    house = House.parse(WING)
    assert house.squares == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2")
    assert house.plan((PartNumber(1),)).names == ("b1", "c1", "b2", "c2", "out")
    wide = (
        "part 1\n+"
        + "--+" * 54
        + "\n|"
        + " ".join(["A."] * 52 + ["Ao", "A*"])
        + "|\n+"
        + "--+" * 54
        + "\n\nroom A bedroom a / b\n"
    )
    squares = House.parse(wide).squares
    assert (squares[25], squares[26], squares[51], squares[52], squares[53]) == ("z1", "aa1", "az1", "ba1", "bb1")


def test_a_room_may_reach_over_a_seam() -> None:
    plan = House.parse(WING).plan((PartNumber(1), PartNumber(2)))
    index = plan.index
    assert plan.room[index["a2"]] == plan.room[index["b2"]]
    assert index["a2"] in plan.steps[index["b2"]]
    assert index["b1"] in plan.steps[index["a1"]]
    assert index["out"] in plan.steps[index["c2"]]


BAD: dict[str, tuple[str, str, str]] = {
    "no part 1": (SMALL.replace("part 1", "part 2"), "", "on line 1, a house with a `part 1`"),
    "nothing": ("", "", "on line 1, a house with a `part 1`"),
    "part 4": (SMALL.replace("part 1", "part 4"), "part 4", "on line 1, `part 1`, `part 2` or `part 3`"),
    "twice": (SMALL[: SMALL.index("\n\n")] + "\n\n" + SMALL, "part 1", "on line 8, each part once, 1 to 3"),
    "after the table": (SMALL + "\n" + SMALL, "part 1", "on line 11, `part 1`, `part 2` or `part 3`, before the table"),
    "a stray line": ("hello\n" + SMALL, "hello", "on line 1, `part N` and its drawing, or `room"),
    "after the drawing": (
        SMALL.replace("+\n\nroom A", "+\n\n+--+\n\nroom A"),
        "+--+",
        "on line 8, `part N` and its drawing, or `room",
    ),
    "no drawing": ("part 1\n", "part 1", "on line 1, a drawing: lines of borders and lines of squares in turn"),
    "half a drawing": (
        SMALL.replace("+--+--+--+\n\n", "\n"),
        "part 1",
        "on line 1, a drawing: lines of borders and lines of squares in turn",
    ),
    "too long": (SMALL.replace("|S* S. S*|", "|S* S. S* S.|"), "|S* S. S* S.|", "on line 5, a line of 10 characters"),
    "too short": (SMALL.replace("+--+==+--+", "+--+=="), "+--+==    ", "on line 4, `+` as character 7"),
    "odd length": (
        SMALL.replace("+--+--+--+\n|A.", "+--+--+--\n|A."),
        "+--+--+--",
        "on line 2, a line of 7 characters",
    ),
    "tiny": ("part 1\n+\n|\n+\n", "+", "on line 2, a line of 4 characters"),
    "no corner": (SMALL.replace("+--+==+--+", "+--===+--+"), "+--===+--+", "on line 4, `+` as character 4"),
    "another corner": (SMALL.replace("+--+==+--+", "+--X==+--+"), "+--X==+--+", "on line 4, `+` as character 4"),
    "bad border": (
        SMALL.replace("+--+==+--+", "+--+=-+--+"),
        "+--+=-+--+",
        "on line 4, `--`, `==` or two blanks from character 5",
    ),
    "bad border after blank lines": (
        "\n\n\n" + SMALL.replace("+--+==+--+", "+--+=-+--+"),
        "+--+=-+--+",
        "on line 7, `--`, `==` or two blanks from character 5",
    ),
    "bad wall": (SMALL.replace("A*:", "A*!"), "|A. Ao A*!", "on line 3, `|`, `:` or a blank as character 10"),
    "bad mark": (
        SMALL.replace("A*:", "Ax:"),
        "|A. Ao Ax:",
        "on line 3, a room letter and `.`, `*` or `o` from character 8",
    ),
    "a mark that there is not": (
        SMALL.replace("A*:", "AX:"),
        "|A. Ao AX:",
        "on line 3, a room letter and `.`, `*` or `o` from character 8",
    ),
    "bad letter": (
        SMALL.replace("A*:", "é*:"),
        "|A. Ao é*:",
        "on line 3, a room letter and `.`, `*` or `o` from character 8",
    ),
    "floor between rooms across": (
        SMALL.replace("+--+==+--+", "+--+  +--+"),
        "+--+  +--+",
        "on line 4, a wall or an opening, not open floor, between two rooms at b2",
    ),
    "floor between rooms down": (
        SMALL.replace("|A. Ao A*:", "|A. So A*:"),
        "|A. So A*:",
        "on line 3, a wall or an opening, not open floor, between two rooms at b1",
    ),
    "floor between rooms down in the second row": (
        SMALL.replace("|S* S. S*|", "|S* A. S*|"),
        "|S* A. S*|",
        "on line 5, a wall or an opening, not open floor, between two rooms at b2",
    ),
    "floor at the top": (
        SMALL.replace("part 1\n+--+--+", "part 1\n+--+  +"),
        "+--+  +--+",
        "on line 2, a wall or an opening, not open floor, at the outer edge at b1",
    ),
    "floor at the bottom": (
        SMALL.replace("+--+--+--+\n\n", "+  +--+--+\n\n"),
        "+  +--+--+",
        "on line 6, a wall or an opening, not open floor, at the outer edge at a2",
    ),
    "floor at the left": (
        SMALL.replace("|A. Ao", " A. Ao"),
        " A. Ao A*:",
        "on line 3, a wall or an opening, not open floor, at the outer edge at a1",
    ),
    "floor at the right": (
        SMALL.replace("S*|", "S* "),
        "|S* S. S* ",
        "on line 5, a wall or an opening, not open floor, at the outer edge at c2",
    ),
    "a seam with two tales": (
        WING.replace("|B.:", "|B.|"),
        "|B.|",
        "on line 10, the seam of parts 2 and 1 alike in both, at b1: `|` in part 2, `:` in part 1",
    ),
    "the other seam with two tales": (
        WING.replace(":Co|", "|Co|"),
        "|Co|",
        "on line 19, the seam of parts 1 and 3 alike in both, at d2: `:` in part 1, `|` in part 3",
    ),
    "a seam with floor between rooms": (
        WING.replace("|A. \n+--+\n\npart 3", "|B. \n+--+\n\npart 3"),
        "|B. ",
        "on line 12, a wall or an opening, not open floor, between two rooms at b2",
    ),
    "unequal heights": (
        WING.replace("+==+\n|A. \n", ""),
        "part 2",
        "on line 8, a part of 2 rows, as high as part 1",
    ),
    "a room that is not drawn": (
        SMALL.replace("room S", "room T"),
        "room T room salon",
        "on line 9, a room that is drawn: there is no T",
    ),
    "a room twice": (
        SMALL.replace("room S", "room A"),
        "room A room salon",
        "on line 9, one line for room A, this is the second",
    ),
    "a bad kind": (
        SMALL.replace("bedroom c", "Bedroom c"),
        "room A Bedroom",
        "on line 8, `room LETTER kind name_fr / name_en`",
    ),
    "one name": (SMALL.replace(" / bed room", ""), "room A bedroom", "on line 8, `room LETTER kind name_fr / name_en`"),
    "three names": (SMALL.replace(" / bed room", " / bed / room"), "room A bedroom", "on line 8, `room LETTER kind"),
    "an invisible name": (SMALL.replace("salon", "sa\u200blon"), "room S room", "on line 9, `room LETTER kind"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_house_is_refused_with_the_line_and_the_reason(case: str) -> None:
    text, line, reason = BAD[case]
    with pytest.raises(NotationError) as caught:
        House.parse(text)
    assert caught.value.expected.startswith(reason)
    assert caught.value.text.startswith(line)


def test_a_house_without_part_1_is_refused_as_a_whole() -> None:
    with pytest.raises(NotationError) as caught:
        House.parse("")
    assert str(caught.value) == "'': expected on line 1, a house with a `part 1`"


@pytest.mark.parametrize("drawing", ["", "+--+\n"])
def test_a_part_without_a_square_is_refused_whatever_comes_after_it(drawing: str) -> None:
    with pytest.raises(NotationError) as caught:
        House.parse(f"part 2\n{drawing}\n{open_floor(40, 50)}{BED}")
    assert caught.value.text == "part 2"
    assert caught.value.expected == "on line 1, a drawing: lines of borders and lines of squares in turn"


def test_a_fault_is_said_at_the_square_as_it_is_named_in_the_whole_house() -> None:
    text = ca.DEFAULT_HOUSE.format()
    first, second, third = (text.index(f"part {number}") for number in (1, 2, 3))
    east = third if ca.DEFAULT_HOUSE.standing[-1].number == 3 else second
    assert first < east
    start = text.index("\n|", east) + 1
    end = text.index("\n", start)
    with pytest.raises(NotationError) as caught:
        House.parse(text[: end - 1] + " " + text[end:])
    assert caught.value.expected.endswith("a wall or an opening, not open floor, at the outer edge at x1")


def test_a_room_has_no_names_unless_it_is_given_some() -> None:
    room = Room(ca.RoomLetter("A"))
    assert (room.kind, room.name_fr, room.name_en) == (ca.RoomKind.ROOM, "", "")


@pytest.mark.parametrize("mark", ["X", "+", "-", "."])
def test_between_squares_only_a_wall_an_opening_or_nothing_can_be(mark: str) -> None:
    with pytest.raises(NotationError) as caught:
        House.parse(SMALL.replace("|A. Ao", f"{mark}A. Ao"))
    assert caught.value.expected == "on line 3, `|`, `:` or a blank as character 1"


def test_a_house_made_without_a_text_is_judged_too() -> None:
    part = House.parse(SMALL).parts[0]
    with pytest.raises(NotationError, match="on line 1, each part once"):
        House((Part(PartNumber(4), part.drawing),))
    with pytest.raises(NotationError, match="on line 8, a room with a letter and two names"):
        House((part,), (Room(ca.RoomLetter("A")),))
    bedroom = Room(ca.RoomLetter("A"), RoomKind.BEDROOM, "chambre", "bedroom")
    with pytest.raises(NotationError, match="on line 9, a room that is drawn: there is no Z"):
        House((part,), (bedroom, Room(ca.RoomLetter("Z"), RoomKind.ROOM, "salon", "living room")))
    with pytest.raises(NotationError, match="on line 3, a room letter"):
        House((Part(PartNumber(1), tuple(line.replace("Ao", "??") for line in part.drawing)),))


def open_floor(rows: int, columns: int, number: int = 1) -> str:
    """A part that is one room, with a green circle and otherwise plain squares."""
    lines = [f"part {number}"]
    for row in range(rows):
        lines.append("+" + "+".join(["  " if row else "--"] * columns) + "+")
        lines.append("|" + " ".join(["Ao" if row == 0 else "A.", *["A."] * (columns - 1)]) + "|")
    return "\n".join([*lines, "+--" * columns + "+", ""])


BED = "\nroom A bedroom chambre / bedroom\n"


def test_a_house_of_2000_squares_is_played_in_little_memory_and_one_of_more_is_none() -> None:
    text = open_floor(40, 50) + BED
    tracemalloc.start()
    rules = Rules(house=House.parse(text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(rules.house.squares) == 2000
    assert peak < 10_000_000
    assert len(ca.legal_moves(play(ca.new_game(rules), "first 0", "adult a1"))) == 1999
    for more, line in ((open_floor(40, 51), 81), (open_floor(41, 50), 83), (open_floor(1, 2001), 3)):
        with pytest.raises(NotationError) as caught:
            House.parse(more + BED)
        assert caught.value.expected == f"on line {line}, at most 2000 squares in all parts together"


def test_the_squares_of_all_parts_count_together() -> None:
    wall = [open_floor(20, columns, number) for columns, number in ((50, 1), (30, 2), (20, 3))]
    assert len(House.parse("\n".join(wall) + BED).squares) == 2000
    with pytest.raises(NotationError, match="on line 127, at most 2000 squares in all parts together"):
        House.parse("\n".join([*wall[:2], open_floor(20, 21, 3)]) + BED)
    parts = [Part(PartNumber(1), tuple(open_floor(20, 50).split("\n")[1:-1]))]
    parts.append(Part(PartNumber(2), tuple(open_floor(20, 51).split("\n")[1:-1])))
    with pytest.raises(NotationError) as caught:
        House(tuple(parts))
    assert str(caught.value) == "'part 2': expected on line 44, at most 2000 squares in all parts together"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (open_floor(400, 400), "on line 13, at most 2000 squares in all parts together"),
        (
            "part 1\n" + "+--" * 160_000 + "+\n" + "|\n" * 250_000,
            "on line 3, at most 2000 squares in all parts together",
        ),
        ("part 1\n" + "+\n" * 500_000, "on line 4003, at most 2000 squares in all parts together"),
        ("part 1\n" * 140_000, "on line 4, each part once, 1 to 3"),
        (open_floor(2, 2) + "room A room a / b\n" * 60_000, "on line 33, at most one line for each of 26 rooms"),
    ],
)
def test_a_text_of_a_million_letters_that_is_no_house_is_refused_before_it_grows(text: str, expected: str) -> None:
    assert len(text) > 900_000
    tracemalloc.start()
    with pytest.raises(NotationError) as caught:
        House.parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.expected == expected
    assert peak < 60_000_000


def test_a_house_of_lists_is_the_same_value_and_cannot_be_changed_through_them() -> None:
    house = House.parse(SMALL)
    drawing = list(house.parts[0].drawing)
    parts, table = [Part(PartNumber(1), drawing)], list(house.table)
    made = House(parts, table)
    drawing.clear()
    parts.clear()
    table.clear()
    assert made == house
    assert hash(made) == hash(house)
    assert made.format() == SMALL


LINES = ("+--+", "|A.|", "+--+")


@pytest.mark.parametrize(
    ("make", "allowed"),
    [
        (lambda: House((1,)), "parts is a tuple of Part"),  # type: ignore[arg-type]  # wrong on purpose, as all here
        (lambda: House(5), "parts is a tuple of Part"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: House("part 1"), "parts is a tuple of Part"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: House((Part(PartNumber(1), LINES),), (1,)), "table is a tuple of Room"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: House((Part(PartNumber(1), LINES),), None), "table is a tuple of Room"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Part(True, LINES), "a part has a number, 1 to 3"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Part("1", LINES), "a part has a number, 1 to 3"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Part(PartNumber(1), "+--+"), "a drawing is a tuple of lines"),
        (lambda: Part(PartNumber(1), (1, 2, 3)), "a drawing is a tuple of lines"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Part(PartNumber(1), None), "a drawing is a tuple of lines"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Room(1), "a room has a letter and two names, all of them texts"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Room(ca.RoomLetter("A"), name_en=[]), "a room has a letter and two names, all of them texts"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Room(ca.RoomLetter("A"), name_fr=None), "a room has a letter and two names, all of them texts"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Room(ca.RoomLetter("A"), "bedroom"), "a room has a RoomKind"),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_what_is_of_a_wrong_type_is_no_house(make: Callable[[], object], allowed: str) -> None:
    with pytest.raises(RulesError) as caught:
        make()
    assert (caught.value.field, caught.value.allowed) == ("house", allowed)


def test_the_plan_that_every_bot_can_reach_cannot_be_changed() -> None:
    index = Rules().plan.index
    with pytest.raises(TypeError):
        index[ca.OUT] = 7  # type: ignore[index]  # wrong on purpose
    assert index[Rules().plan.names[0]] == 0


CANNOT: dict[str, tuple[dict[str, object], str]] = {
    "a missing part": (
        {"seats": 3, "house": SMALL},
        "part 2 is missing, and 3 seats play in it",
    ),
    "open floor on a seam": (
        {"house": WING},
        "b2 has open floor on a seam with nothing in play behind it",
    ),
    "a room in two": (
        {"house": SMALL.replace("|S* S. S*|", "|S*|S. S*|")},
        "room S is not connected: no way inside between a2 and b2",
    ),
    "a room that no adult reaches": (
        {"house": SMALL.replace("+--+==+--+", "+--+--+--+").replace("S. S*|", "S. S*:")},
        "no adult can reach room S from a green circle indoors",
    ),
    "too few beds": ({"house": SMALL}, "the bedrooms need 2 plain squares, one a seat, and have a1"),
    "no beds": (
        {"house": SMALL.replace("bedroom c", "room c").replace("room A bedroom", "room A room")},
        "the bedrooms need 2 plain squares, one a seat, and have none",
    ),
    "no circle": (
        {"seats": 3, "house": WING.replace("Ao:", "A.:")},
        "no adult can reach room B from a green circle indoors",
    ),
    "one circle for two adults": (
        {"seats": 3, "house": WING},
        "2 adults need as many green circles, there are c2",
    ),
}


@pytest.mark.parametrize("case", CANNOT)
def test_a_house_that_cannot_be_played_is_refused_and_it_says_where(case: str) -> None:
    fields, reason = CANNOT[case]
    house = House.parse(str(fields["house"]))
    seats = fields.get("seats", 2)
    assert isinstance(seats, int)
    with pytest.raises(RulesError) as caught:
        Rules(seats=seats, house=house)
    assert (caught.value.field, caught.value.value, caught.value.allowed) == ("house", house, reason)


def test_check_can_be_asked_for_any_parts() -> None:
    house = House.parse(WING)
    house.check((PartNumber(1), PartNumber(2)), seats=2, adults=1)
    with pytest.raises(RulesError, match="no adult can reach room B"):
        House.parse(
            WING.replace("|B.:", "|B.|").replace(":A. A.|", "|A. A.|").replace("+==+\n|A. \n", "+--+\n|A. \n")
        ).check((PartNumber(1), PartNumber(2)), seats=2, adults=1)
    # An opening inside one room joins it.
    inner = House.parse(SMALL.replace("|S* S. S*|", "|S*:S. S*|").replace("A. Ao A*", "A. Ao A."))
    inner.check((PartNumber(1),), seats=2, adults=1)


OWN = """part 1
+--+--+--+--+
|A. A*:S* S.:
+  +  +  +==+
|A. A.|S. So|
+--+--+--+--+

room A bedroom chambre / bedroom
"""


def test_a_house_of_ones_own_is_played() -> None:
    rules = Rules(house=House.parse(OWN), first=Seat(0), objects=1)
    state = ca.new_game(rules)
    assert legal(state) == ["adult d2"]
    state = play(state, "adult d2")
    assert legal(state) == ["child a1", "child a2", "child b2"]
    state = play(state, "child b2", "child a1")
    assert legal(state, "walk 2") == ["walk 2 a2", "walk 2 b2", "walk 2 b2 +b1"]
    ends = ("d1", "a2", "b2", "c2")
    assert legal(state, "walk 3") == [text for end in ends for text in (f"walk 3 {end}", f"walk 3 {end} +b1")]
    assert ca.outcome(play(state, "walk 2 b2 +b1")) is not None


def test_an_opening_inside_one_room_enters_nothing() -> None:
    rules = Rules(house=House.parse(OWN))
    state = position(rules, children="a2 c2", adults="d2", objects="c1", phase=Phase.ADULT)
    assert legal(state, "send 2") == ["send 2 d2 d1", "send 2 d2 c2", "send 2 d2 d2"]
    assert ca.route(state, ca.parse_move("send 2 d2 d1")) == ("d2", "d1")


def test_rules_with_a_house_go_through_json_as_its_text() -> None:
    rules = Rules(house=House.parse(OWN))
    codec = Codec(ca.GAME)
    assert codec.rules_from_json(codec.rules_to_json(rules)) == rules
    assert "part 1\\n+--+" in codec.rules_to_json(rules)


def test_a_field_in_a_form_of_its_own_is_the_house_alone() -> None:
    assert ca.read_field("house", "\ufeff" + SMALL.replace("\n", " \r\n")) == House.parse(SMALL)
    assert ca.read_field("objects", SMALL) is None
    assert ca.read_field("house", '"part 1"') is None  # JSON
    with pytest.raises(NotationError, match="on line 3"):
        ca.read_field("house", SMALL.replace("|A. Ao A*:", "|A. Ao A*?"))

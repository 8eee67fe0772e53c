"""Scenes as text, as SVG and as pages: nothing is lost, nothing rests on colour, no name can do harm."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgames_fr.game import Lang, Seat
from boardgames_fr.render import Picture, show, show_view, to_html, to_svg, to_text
from boardgames_fr.render._letters import clean, columns, cut, escape
from boardgames_fr.render._palette import CONTRAST, DARK, LIGHT, Palette, contrast, readable
from boardgames_fr.scene import Align, Box, Disc, Line, Scene, Shape, Stroke, Text, Tone
from tests.toys import nim

SVG = "{http://www.w3.org/2000/svg}"


def scene(*shapes: Shape, width: int = 20, height: int = 6) -> Scene:
    return Scene("A title", "A description.", width, height, shapes)


def drawn(*shapes: Shape, width: int = 20, height: int = 3) -> list[str]:
    return to_text(scene(*shapes, width=width, height=height)).split("\n")


def root(*shapes: Shape) -> ET.Element:
    return ET.fromstring(to_svg(scene(*shapes)))


# --- Text: boxes


def test_a_box_has_an_outline_and_its_lines_in_the_middle() -> None:
    assert drawn(Box(0, 0, 7, 3, lines=("7",)), width=7) == ["┌─────┐", "│  7  │", "└─────┘"]


@pytest.mark.parametrize(
    ("stroke", "top"),
    [(Stroke.THIN, "┌──┐"), (Stroke.THICK, "┏━━┓"), (Stroke.DASHED, "┌┄┄┐"), (Stroke.NONE, "")],
)
def test_outlines_differ_by_their_stroke(stroke: Stroke, top: str) -> None:
    assert drawn(Box(0, 0, 4, 3, stroke=stroke), width=4)[0] == top


def test_a_marked_box_differs_from_every_unmarked_one_without_colour() -> None:
    assert drawn(Box(0, 0, 5, 3, lines=("7",), marked=True), width=5) == ["╔═══╗", "║ 7 ║", "╚═══╝"]
    assert drawn(Box(0, 0, 5, 1, lines=("7",), marked=True), width=5, height=1) == ["> 7 <"]
    # No outline, but a free cell for a star.
    assert drawn(Box(0, 0, 1, 2, lines=("7",), marked=True), width=1, height=2) == ["7", "*"]
    # No room at all: it is said below.
    assert drawn(Box(0, 0, 1, 1, lines=("7",), marked=True, hint="the seven"), width=1, height=1) == [
        "7",
        "* the seven",
    ]


def test_a_box_two_rows_high_keeps_its_words_in_its_lower_edge() -> None:
    assert drawn(Box(0, 0, 4, 2, lines=("ab",)), width=4, height=2) == ["┌──┐", "└ab┘"]
    assert drawn(Box(0, 0, 4, 2, lines=("ab", "cd")), width=4, height=2) == ["┌ab┐", "└cd┘"]


def test_a_box_one_row_high_has_brackets_where_they_fit() -> None:
    assert drawn(Box(0, 0, 6, 1, lines=("OK",)), width=6, height=1) == ["[ OK ]"]
    assert drawn(Box(0, 0, 2, 1, lines=("OK",)), width=2, height=1) == ["OK"]
    assert drawn(Box(0, 0, 6, 1, lines=("OK",), stroke=Stroke.NONE), width=6, height=1) == ["  OK"]


def test_words_that_do_not_fit_end_in_an_ellipsis() -> None:
    assert drawn(Box(0, 0, 5, 1, lines=("promontory",)), width=5, height=1) == ["prom…"]
    assert drawn(Box(0, 0, 6, 1, lines=("one", "two")), width=6, height=1) == ["[one…]"]
    assert drawn(Text(0, 0, "promontory"), width=6, height=1) == ["promo…"]


def test_empty_dark_boxes_are_shaded_so_that_they_need_no_colour() -> None:
    assert drawn(Box(0, 0, 4, 3, fill=Tone.BACK), width=4)[1] == "│░░│"
    assert drawn(Box(0, 0, 4, 3, fill=Tone.BROWN), width=4)[1] == "│▒▒│"
    assert drawn(Box(0, 0, 5, 3, fill=Tone.BACK, lines=("?",)), width=5)[1] == "│ ? │"


def test_later_shapes_cover_earlier_ones() -> None:
    assert drawn(Box(0, 0, 5, 3, lines=("a",)), Box(2, 0, 5, 3, lines=("b",)), width=7)[1] == "│ │ b │"


# --- Text: discs, lines, words


def test_discs_show_their_letters_or_a_dot() -> None:
    assert drawn(Disc(0, 0, 4, 1, text="A"), width=4, height=1) == ["(A)"]
    assert drawn(Disc(0, 0, 2, 1, text="A"), width=2, height=1) == ["A"]
    assert drawn(Disc(0, 0, 2, 1), width=2, height=1) == ["●"]
    assert drawn(Disc(0, 0, 5, 3, text="7"), width=5) == ["╭───╮", "│(7)│", "╰───╯"]


def test_marked_discs_differ_without_colour() -> None:
    assert drawn(Disc(0, 0, 4, 1, text="A", marked=True), width=4, height=1) == [">A<"]
    assert drawn(Disc(0, 0, 2, 1, text="A", marked=True), width=2, height=1) == ["A*"]
    assert drawn(Disc(0, 0, 2, 1, marked=True), width=2, height=1) == ["◉"]
    assert drawn(Disc(0, 0, 1, 1, text="A", marked=True, hint="pawn A"), width=1, height=1) == ["A", "* pawn A"]


def test_a_disc_on_a_square_leaves_the_square_its_edge() -> None:
    assert drawn(Box(0, 0, 5, 3), Disc(0, 0, 5, 2, text="A"), width=5) == ["┌(A)┐", "│   │", "└───┘"]


def test_lines_join_where_they_cross() -> None:
    assert drawn(Line(0, 1, 4, 1), Line(2, 0, 2, 2), width=5) == ["  │", "──┼──", "  │"]
    assert drawn(Line(4, 0, 0, 0, stroke=Stroke.THICK), Line(0, 0, 0, 2), width=5)[0] == "┏━━━━"
    assert drawn(Line(0, 0, 3, 0, stroke=Stroke.DASHED), Line(0, 2, 3, 2, stroke=Stroke.NONE), width=4) == [
        "┄┄┄┄",
        "",
        "",
    ]


def test_marked_lines_have_a_diamond() -> None:
    assert drawn(Line(0, 0, 4, 0, marked=True), width=5, height=1) == ["══◆══"]


def test_a_slanting_line_shows_its_ends() -> None:
    assert drawn(Line(0, 0, 3, 2), width=4) == ["·", "", "   ·"]


def test_words_stand_on_their_anchor() -> None:
    assert drawn(Text(2, 0, "abc"), width=9, height=1) == ["  abc"]
    assert drawn(Text(4, 0, "abc", align=Align.MIDDLE), width=9, height=1) == ["   abc"]
    assert drawn(Text(8, 0, "abc", align=Align.END), width=9, height=1) == ["      abc"]


def test_marked_words_have_an_arrow_before_or_behind_them_or_a_note() -> None:
    assert drawn(Text(1, 0, "abc", marked=True), width=5, height=1) == ["▸abc"]
    assert drawn(Text(0, 0, "abc", marked=True), width=5, height=1) == ["abc◂"]
    assert drawn(Text(0, 0, "abc", marked=True), width=3, height=1) == ["abc", "* abc"]
    assert drawn(Text(0, 0, "a c", marked=True), width=3, height=1) == ["a*c"]


def test_what_stands_outside_the_picture_is_left_out() -> None:
    assert drawn(Text(-1, 0, "abc"), Text(0, 9, "x"), Box(3, 1, 9, 9), width=5) == ["bc", "   ┌─", "   │"]


# --- Text: width and colour


def test_a_narrow_terminal_gets_the_picture_in_bands_and_loses_nothing() -> None:
    assert to_text(scene(Text(0, 0, "abcdef"), width=6, height=1), width=4) == "\n".join(["-- …", "abcd", "-- …", "ef"])
    assert to_text(scene(Text(0, 0, "a" * 20), height=1), width=15).split("\n")[0] == "-- 1-15/20 --"
    assert to_text(scene(Text(0, 0, "abc"), width=3, height=1), width=3) == "abc"


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        to_text(scene(), width=0)


def test_colour_changes_nothing_but_colours() -> None:
    picture = scene(
        Box(0, 0, 5, 3, fill=Tone.SEAT_0, lines=("7",)),
        Text(6, 1, "bad", tone=Tone.BAD, bold=True),
        Text(12, 1, "plain"),
    )
    coloured = to_text(picture, color=True)
    assert "\x1b[1;31mbad\x1b[0m" in coloured
    assert "48;5;25m" in coloured  # the first seat's blue
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == to_text(picture)


def test_wide_characters_take_two_columns() -> None:
    assert drawn(Box(0, 0, 8, 1, lines=("恐竜",)), width=8, height=1) == ["[ 恐竜 ]"]
    assert to_text(scene(Text(1, 0, "恐"), width=4, height=1), width=2) == "-…\n …\n-…\n"
    assert columns("e\N{COMBINING ACUTE ACCENT}") == 1
    assert columns("\N{COMBINING ACUTE ACCENT}") == 1
    assert cut("恐竜", 3) == "恐…"
    assert cut("abc", 0) == ""


# --- SVG


def test_the_svg_names_itself_and_scales() -> None:
    svg = root(Text(0, 0, "x"))
    assert svg.get("viewBox") == "0 0 200 120"
    assert svg.get("width") is None
    title, description = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert (title.text, description.text) == ("A title", "A description.")
    assert svg.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert svg.get("role") == "img"


def test_a_picture_with_buttons_is_a_group_with_the_image_under_them() -> None:
    """Inside `role=img` a screen reader finds nothing to press."""
    svg = root(Box(0, 0, 4, 2, phrase="place 7"))
    assert svg.get("role") == "group"
    ground = svg.find(f"{SVG}rect")
    assert ground is not None
    assert ground.get("role") == "img"
    assert ground.get("aria-labelledby") == svg.get("aria-labelledby")


@pytest.mark.parametrize(
    ("lines", "hint", "label"),
    [
        (("7",), "Place it on 7", "Place it on 7"),
        (("7",), "in the year 1700", "7, in the year 1700"),
        (("your", "9"), "perch 3", "your 9, perch 3"),
        (("▓▓", ""), "a tile", "a tile"),
        (("↕",), "Flip the column", "Flip the column"),
        (("Fly",), "", "Fly"),
    ],
)
def test_the_name_of_a_button_has_the_words_that_stand_on_it(lines: tuple[str, ...], hint: str, label: str) -> None:
    """Somebody who speaks to the machine says what is to be seen (WCAG 2.5.3)."""
    (group,) = root(Box(0, 0, 8, 4, lines=lines, hint=hint, phrase="say")).findall(f"{SVG}g")
    assert group.get("aria-label") == label


@pytest.mark.parametrize(
    "shape",
    [
        Box(0, 0, 4, 2, phrase="say", hint="Say it"),
        Disc(0, 0, 4, 2, phrase="say", hint="Say it"),
        Line(0, 0, 4, 0, phrase="say", hint="Say it"),
        Text(0, 0, "say", phrase="say", hint="Say it"),
    ],
)
def test_each_clickable_shape_is_a_button_with_its_phrase(shape: Shape) -> None:
    (group,) = root(shape).findall(f"{SVG}g")
    wanted = {"data-phrase": "say", "tabindex": "0", "role": "button", "aria-label": "Say it"}
    assert {name: group.get(name) for name in wanted} == wanted
    tip = group.find(f"{SVG}title")
    assert tip is not None
    assert tip.text == "Say it"
    assert any("halo" in (part.get("class") or "") for part in group)


def test_a_button_without_a_hint_is_called_by_its_words_or_its_phrase() -> None:
    labels = [
        group.get("aria-label")
        for group in root(Box(0, 0, 9, 2, lines=("A", "B"), phrase="p"), Line(0, 4, 3, 4, phrase="wall 3")).iter(
            f"{SVG}g"
        )
    ]
    assert labels == ["A B", "wall 3"]


@pytest.mark.parametrize(
    "shape",
    [
        Box(0, 0, 4, 2, marked=True),
        Disc(0, 0, 4, 2, marked=True),
        Line(0, 0, 4, 0, marked=True),
        Text(0, 0, "x", marked=True),
    ],
)
def test_marked_shapes_have_a_class_and_a_form_of_their_own(shape: Shape) -> None:
    (group,) = root(shape).findall(f"{SVG}g")
    assert "marked" in (group.get("class") or "").split()
    assert any(part.get("class") == "flag" for part in group)


def test_equal_scenes_give_equal_bytes_and_others_other_ids() -> None:
    one, same, other = scene(Text(0, 0, "x")), scene(Text(0, 0, "x")), scene(Text(0, 0, "y"))
    assert to_svg(one) == to_svg(same)
    assert root(Text(0, 0, "x")).get("id") != ET.fromstring(to_svg(other)).get("id")


def test_the_bytes_are_the_same_in_another_process_with_another_hash_seed() -> None:
    program = (
        "from boardgames_fr.scene import *\n"
        "from boardgames_fr.render import to_svg\n"
        "shapes = tuple(Box(i, i, 4, 3, fill=tone, lines=('a',)) for i, tone in enumerate(Tone))\n"
        "print(to_svg(Scene('t', 'd', 50, 50, shapes)), end='')"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "src", "PYTHONUTF8": "1"},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert outputs[0] == outputs[1]
    assert outputs[0].startswith(b"<svg")


@pytest.mark.parametrize("text", ["7", "promontory", "W" * 60, "  two   columns  ", "恐竜恐竜恐竜恐竜"])
def test_words_shrink_until_they_fit_their_box(text: str) -> None:
    (letters,) = root(Box(0, 0, 6, 2, lines=(text,))).iter(f"{SVG}text")
    size, squeezed = float(letters.get("font-size") or 0), letters.get("textLength")
    assert size <= (26 if len(text) <= 3 else 14)
    assert squeezed is None or float(squeezed) <= 60
    # No usual font is wider than one em a letter, or two for ideographs.
    assert squeezed is not None or size * len(text) * 0.35 <= 60


def test_shades_that_stand_for_a_tone_are_not_drawn_where_there_is_colour() -> None:
    svg = root(Box(0, 0, 4, 2, fill=Tone.BROWN, lines=("▓▓", "▓▓")), Box(4, 0, 4, 2, lines=("▓7",)))
    assert [letters.text for letters in svg.iter(f"{SVG}text")] == ["▓7"]


def test_drawings_made_of_characters_keep_their_columns() -> None:
    letters = list(root(Box(0, 0, 6, 4, lines=("■  ", "■■■"))).iter(f"{SVG}text"))
    assert [each.get("class") for each in letters] == ["table", "table"]
    assert len({each.get("font-size") for each in letters}) == 1


# --- Colours


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_ink_can_be_read_on_every_ground(palette: Palette) -> None:
    for ink, ground in product(Tone, Tone):
        assert contrast(readable(ink, (ground,), palette), palette[ground]) >= CONTRAST


def test_ink_over_several_grounds_is_the_best_there_is() -> None:
    assert contrast(readable(Tone.INK, (Tone.PAPER, Tone.CARD), LIGHT), LIGHT[Tone.CARD]) >= CONTRAST
    assert re.fullmatch("#[0-9a-f]{6}", readable(Tone.MUTED, (Tone.PAPER, Tone.BACK, Tone.SEAT_7), LIGHT))
    assert readable(Tone.INK, tuple(Tone), LIGHT) in (LIGHT[Tone.INK], LIGHT[Tone.PAPER], "#000000", "#ffffff")


def test_every_text_of_a_picture_keeps_the_contrast_in_both_schemes() -> None:
    shapes = tuple(
        Box(0, 0, 9, 3, fill=fill, lines=("text",), ink=ink)
        for fill in Tone
        for ink in (Tone.INK, Tone.MUTED, Tone.SEAT_3)
    )
    svg = to_svg(scene(*shapes))
    for block in re.findall(r"#s[0-9a-f]{12} \{ (--[^}]*) \}", svg):
        colours = dict(part.split(": ") for part in block.split("; "))
        pairs = [(name, name.rpartition("-on-")[2]) for name in colours if "-on-" in name]
        assert pairs
        for name, ground in pairs:
            if f"--{ground}" in colours:
                assert contrast(colours[name], colours[f"--{ground}"]) >= CONTRAST


def test_the_known_contrasts() -> None:
    assert contrast("#ffffff", "#000000") == 21.0
    assert contrast("#777777", "#ffffff") == 4.48  # the grey that famously just fails


def test_seat_colours_differ_from_each_other_for_the_colour_blind_too() -> None:
    """Simulated by the usual matrices for protanopia and deuteranopia: all pairs stay apart."""
    matrices = (
        ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    )
    seats = [tone for tone in Tone if tone.name.startswith("SEAT_")]
    for palette, matrix in product((LIGHT, DARK), matrices):
        seen = []
        for tone in seats:
            rgb = [int(palette[tone][at : at + 2], 16) for at in (1, 3, 5)]
            seen.append([sum(weight * part for weight, part in zip(row, rgb, strict=True)) for row in matrix])
        for index, one in enumerate(seen):
            for other in seen[:index]:
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 24**2


# --- Hostile names

HOSTILE = "</svg><script>alert('1')</script>&\"\x00\x1b[2J\u202e\ud800\uffff"


def test_hostile_names_stay_text() -> None:
    picture = Scene(HOSTILE, HOSTILE, 30, 6, (
        Box(0, 0, 9, 3, lines=(HOSTILE,), phrase=HOSTILE, hint=HOSTILE),
        Disc(0, 3, 4, 2, text=HOSTILE, phrase=HOSTILE),
        Text(0, 5, HOSTILE, marked=True, hint=HOSTILE),
    ))  # fmt: skip
    for markup in (to_svg(picture), to_html(picture), to_html(picture, fragment=True)):
        assert "<script" not in markup
        markup.encode("utf-8")
    ET.fromstring(to_svg(picture))
    assert "\x1b" not in to_text(picture)
    assert "\u202e" not in to_text(picture)


def test_cleaning_leaves_good_text_alone() -> None:
    assert clean("L’été « 7 » à 8\u00a0h – ♥") == "L’été « 7 » à 8\u00a0h – ♥"
    assert clean("a\nb\u2028c\ue000\ufdd0") == "a�b�c�\ufdd0"
    assert escape("'") == "&#39;"


_TEXTS = st.text(max_size=8)
_CELLS = st.integers(-3, 12)
_SIZES = st.integers(0, 9)
_PHRASES = st.none() | _TEXTS
_SHAPES = st.one_of(
    st.builds(Box, _CELLS, _CELLS, _SIZES, _SIZES, st.sampled_from(Tone), st.sampled_from(Stroke),
              st.lists(_TEXTS, max_size=3).map(tuple), st.sampled_from(Tone), st.booleans(), _PHRASES, _TEXTS),
    st.builds(Disc, _CELLS, _CELLS, _SIZES, _SIZES, st.sampled_from(Tone), _TEXTS, st.sampled_from(Tone), st.booleans(),
              _PHRASES, _TEXTS),
    st.builds(Line, _CELLS, _CELLS, _CELLS, _CELLS, st.sampled_from(Tone), st.sampled_from(Stroke), st.booleans(),
              _PHRASES),
    st.builds(Text, _CELLS, _CELLS, _TEXTS, st.sampled_from(Tone), st.sampled_from(Align), st.booleans(), st.booleans(),
              _PHRASES, _TEXTS),
)  # fmt: skip


@given(st.builds(Scene, _TEXTS, _TEXTS, _SIZES, _SIZES, st.lists(_SHAPES, max_size=4).map(tuple)))
def test_any_scene_can_be_rendered(picture: Scene) -> None:
    ET.fromstring(to_svg(picture))
    assert "\x1b" not in to_text(picture, width=5)
    assert to_svg(picture) in to_html(picture, fragment=True)
    lines = to_text(picture).split("\n")
    notes = [line for line in lines if line.startswith("* ")]
    assert max(map(columns, lines[: len(lines) - len(notes)]), default=0) <= picture.width


# --- Pages and notebooks


def test_the_page_holds_the_picture_and_says_it_in_words() -> None:
    picture = scene(Text(0, 0, "x"))
    page = to_html(picture, lang=Lang.FR)
    assert page.startswith('<!DOCTYPE html>\n<html lang="fr">')
    assert to_svg(picture) in page
    assert "<figcaption>A description.</figcaption>" in page
    assert "<html>" in to_html(picture)


def test_a_fragment_is_the_figure_alone() -> None:
    fragment = to_html(scene(), fragment=True, lang=Lang.EN)
    assert fragment.startswith('<figure class="boardgames-fr" lang="en">')
    assert "<html" not in fragment


def test_a_notebook_shows_what_a_seat_sees() -> None:
    state = nim.GAME.new_game(nim.Rules())

    def draw(view: nim.State, lang: Lang) -> Scene:
        return Scene("Nim", lang.value, 9, 1, (Text(0, 0, str(view.heap)),))

    game = attrs.evolve(nim.GAME, draw=draw)
    picture = show(game, state, Seat(0), Lang.FR)
    assert picture == show_view(game, state, Lang.FR) == Picture(draw(state, Lang.FR))
    assert str(picture) == "7"
    assert picture._repr_svg_() == to_svg(picture.scene)
    assert picture._repr_html_() == to_html(picture.scene, fragment=True)

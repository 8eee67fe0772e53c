"""A view as a picture: the house with its pawns and objects, what every seat has left, the rooms' names."""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import CHANCE, Lang, Seat
from boardgames_fr.games.capharnaum._plan import OUT, Square
from boardgames_fr.games.capharnaum._rules import TOKENS, Move, Phase, Send, View, Walk, legal_moves
from boardgames_fr.games.capharnaum._words import listed, place_text, room_text, seat_text, winners
from boardgames_fr.games.capharnaum._worlds import state_of
from boardgames_fr.scene import Align, Box, Disc, Line, Scene, Shape, Stroke, Text, Tone

_FR = Lang.FR
_NB: Final = "\u00a0"
_WIDTH: Final = 46
"""A phone's width in columns; two or three parts side by side are wider."""
_LEFT, _TOP = 3, 4
"""Where the house begins."""
_ACROSS, _DOWN = 4, 2
"""A square, in columns and rows, with the wall to its left and above it."""
_SEATS: Final = (Tone.SEAT_0, Tone.SEAT_1, Tone.SEAT_2, Tone.SEAT_3, Tone.SEAT_4, Tone.SEAT_5)
_FLOORS: Final = (Tone.ROOM_0, Tone.ROOM_1, Tone.ROOM_2, Tone.ROOM_3, Tone.ROOM_4, Tone.ROOM_5)

_WORDS: Final = {
    "clock": ("Capharnaüm, manche {0} sur {1}", "Capharnaüm, round {0} of {1}"),
    "outside": ("Dehors", "Outside"),
    "reserve": ("réserve {0}", "reserve {0}"),
    "adult": ("un adulte", "an adult"),
    "child": ("l’enfant du {0}", "the child of {0}"),
    "object": ("un objet", "an object"),
    "object-square": ("case bazar", "object square"),
    "circle": ("rond vert", "green circle"),
    "token": ("jeton {0}", "token {0}"),
    "adults": ("Adultes{nb}: {0}.", "Adults: {0}."),
    "objects": ("Objets{nb}: {0}.", "Objects: {0}."),
    "none": ("aucun", "none"),
    "seat": (
        "Enfant du {0}{nb}: {1}, {2} en réserve, jetons {3}.",
        "Child of {0}: {1}, {2} in reserve, tokens {3}.",
    ),
    "unplaced": ("pas encore placé", "not placed yet"),
    "legend": ("* case bazar  ● objet  o rond vert  (A) adulte", "* object square  ● object  o circle  (A) adult"),
}
_STATUS: Final = {
    Phase.FIRST: ("La table tire le siège qui commence.", "The table draws the seat that starts."),
    Phase.ADULTS: ("{0}{nb}: placer un adulte sur un rond vert", "{0}: place an adult on a green circle"),
    Phase.CHILDREN: ("{0}{nb}: placer son enfant dans une chambre", "{0}: place the child in a bedroom"),
    Phase.CHILD: ("{0}{nb}: à l’enfant", "{0}: the child walks"),
    Phase.ADULT: ("{0}{nb}: à un adulte", "{0}: an adult walks"),
    Phase.CATCH: ("{0}{nb}: quel enfant est surpris{nb}?", "{0}: which child is caught?"),
    Phase.PICK: ("{0}{nb}: quel objet ramasser{nb}?", "{0}: which object to pick up?"),
    Phase.OVER: ("Partie finie. Gagné par {0}", "Game over. Won by {0}"),
}


def draw(view: View, lang: Lang) -> Scene:
    """The picture. What can be clicked says one phrase of a legal move; the pawn that was last put down is marked."""
    return _Picture(view, lang).scene()


def phrases_of(move: Move) -> tuple[str, ...]:
    """A move, cut into the phrases of the game's vocabulary.

    >>> from boardgames_fr.games.capharnaum._notation import parse_move
    >>> phrases_of(parse_move("walk 3 j5 +i6"))
    ('walk 3', 'j5', '+i6')
    """
    if isinstance(move, Walk | Send):
        verb, token, *words = str(move).split(" ")
        return (f"{verb} {token}", *words)
    return (str(move),)


class _Picture:
    """Builds the shapes from the top down."""

    def __init__(self, view: View, lang: Lang) -> None:
        self.view, self.lang, self.rules, self.plan = view, lang, view.rules, view.rules.plan
        self.shapes: list[Shape] = []
        moves = () if view.to_move is CHANCE else legal_moves(state_of(view))
        self.phrases = {phrase for move in moves for phrase in phrases_of(move)}
        self.columns = max(column for column, _ in self.plan.cells) + 1
        self.rows = max(row for _, row in self.plan.cells) + 1
        self.width = max(_WIDTH, _LEFT + _ACROSS * self.columns + 1)

    def say(self, key: str, *words: object) -> str:
        return _WORDS[key][0 if self.lang is _FR else 1].format(*words, nb=_NB)

    def scene(self) -> Scene:
        title = self.say("clock", self.view.round, self.rules.rounds)
        self.shapes.append(Text(0, 0, title, bold=True))
        self.shapes.append(Text(0, 1, self.cut(self.status(), self.width), Tone.ACCENT, bold=True))
        self.coordinates()
        self.floors()
        self.walls()
        self.pieces()
        row = self.outside(_TOP + _DOWN * self.rows + 2)
        row = self.seats(row)
        row = self.names(row)
        return Scene(title, self.description(), self.width, row, tuple(self.shapes))

    def cut(self, text: str, width: int) -> str:
        return text if len(text) <= width else f"{text[: width - 1]}…"

    def status(self) -> str:
        view = self.view
        if isinstance(view.to_move, int):
            who = seat_text(view.to_move, self.lang).capitalize()
        elif view.to_move is None:
            who = listed([seat_text(seat, self.lang) for seat in winners(view)], self.lang)
        else:
            who = ""
        return _STATUS[view.phase][0 if self.lang is _FR else 1].format(who, nb=_NB)

    def offer(self, *phrases: str) -> str | None:
        """The first of these phrases that a legal move has."""
        return next((phrase for phrase in phrases if phrase in self.phrases), None)

    def corner(self, square: int) -> tuple[int, int]:
        """The first cell inside a square."""
        column, row = self.plan.cells[square]
        return _LEFT + _ACROSS * column + 1, _TOP + _DOWN * row + 1

    def coordinates(self) -> None:
        for square in range(self.plan.out):
            column, row = self.plan.cells[square]
            x, y = self.corner(square)
            name = self.plan.names[square]
            if row == 0:
                self.shapes.append(Text(x + 1, _TOP - 1, name.rstrip("0123456789"), Tone.MUTED, Align.MIDDLE))
            if column == 0:
                number = name.lstrip("abcdefghijklmnopqrstuvwxyz")
                self.shapes.append(Text(_LEFT - 2, y, number, Tone.MUTED, Align.END))

    def floors(self) -> None:
        """A box a square, joined to those that open floor joins it to."""
        tones = self.tones()
        drawn = {place[:3] for place in self.plan.borders}
        for square in range(self.plan.out):
            column, row = self.plan.cells[square]
            x, y = self.corner(square)
            wide = 3 + ((column + 1, row, False) not in drawn)
            high = 1 + ((column, row + 1, True) not in drawn)
            tone = tones[self.plan.room[square]]
            phrase = self.phrase(square)
            self.shapes.append(Box(x, y, wide, high, tone, Stroke.NONE, phrase=phrase, hint=self.hint(square)))
        self.letters(drawn)

    def letters(self, drawn: set[tuple[int, int, bool]]) -> None:
        """Each room's letter, between four of its squares where no piece stands."""
        at = {place: square for square, place in enumerate(self.plan.cells)}
        for room, letter in enumerate(self.plan.letters):
            for column, row in self.plan.cells:
                block = [at.get((column + right, row + down)) for right in (0, 1) for down in (0, 1)]
                inner = ((column + 1, row, False), (column, row + 1, True), (column + 1, row + 1, False))
                if all(square is not None and self.plan.room[square] == room for square in block) and not any(
                    border in drawn for border in (*inner, (column + 1, row + 1, True))
                ):
                    x, y = self.corner(block[0] or 0)
                    phrase = self.offer(f"!{letter}")
                    hint = room_text(self.rules, letter, self.lang)
                    self.shapes.append(Text(x + 3, y + 1, letter, Tone.MUTED, bold=True, phrase=phrase, hint=hint))
                    break

    def tones(self) -> list[Tone]:
        """Each room's floor, unlike those of the rooms beside it where six tones allow it."""
        plan = self.plan
        at = {place: square for square, place in enumerate(plan.cells)}
        beside: list[set[int]] = [set() for _ in plan.letters]
        for (column, row), square in at.items():
            for other in (at.get((column + 1, row)), at.get((column, row + 1))):
                if other is not None:
                    beside[plan.room[square]].add(plan.room[other])
                    beside[plan.room[other]].add(plan.room[square])
        chosen: list[int] = []
        for room in range(len(plan.letters)):
            taken = {chosen[other] for other in beside[room] if other < room}
            chosen.append(next((tone for tone in range(len(_FLOORS)) if tone not in taken), 0))
        return [_FLOORS[tone] for tone in chosen]

    def phrase(self, square: int) -> str | None:
        name = self.plan.names[square]
        places = (f"adult {name}", f"child {name}", f"pick {name}")
        catches = tuple(f"catch {seat}" for seat, place in enumerate(self.view.children) if place == name)
        return self.offer(*places, *catches, f"+{name}", name)

    def hint(self, square: int) -> str:
        """What a square is, and what is on it."""
        name = self.plan.names[square]
        words = [place_text(self.rules, name, self.lang)]
        if square in self.plan.circles:
            words.append(self.say("circle"))
        if square in self.plan.objects:
            words.append(self.say("object-square"))
        if name in self.view.objects:
            words.append(self.say("object"))
        words += [
            self.say("child", seat_text(Seat(seat), self.lang))
            for seat, place in enumerate(self.view.children)
            if place == name
        ]
        if name in self.view.adults:
            words.append(self.say("adult"))
        return ", ".join(words)

    def walls(self) -> None:
        """Openings first, so that a text shows walls at their ends; walls in one line as far as they go."""
        runs: list[list[int]] = []
        for column, row, across, mark in self.plan.borders:
            x, y = _LEFT + _ACROSS * column, _TOP + _DOWN * row
            x2, y2 = (x + _ACROSS, y) if across else (x, y + _DOWN)
            if mark == "=":
                self.shapes.append(Line(x, y, x2, y2, Tone.ACCENT, Stroke.DASHED))
                continue
            before = next(
                (run for run in runs if run[2:4] == [x, y] and (run[1] == y2 if across else run[0] == x2)), None
            )
            if before is None:
                runs.append([x, y, x2, y2])
            else:
                before[2:] = x2, y2
        self.shapes += [Line(x, y, x2, y2, Tone.INK, Stroke.THICK) for x, y, x2, y2 in runs]

    def pieces(self) -> None:
        """What lies and stands on the squares; a swept child and its adult share one."""
        view, plan = self.view, self.plan
        for square in range(plan.out):
            name = plan.names[square]
            x, y = self.corner(square)
            phrase, hint, marked = self.phrase(square), self.hint(square), name == view.last
            here = [seat for seat, place in enumerate(view.children) if place == name]
            if here and name in view.adults:
                self.shapes.append(Disc(x, y, 1, 1, Tone.INK, "A", phrase=phrase, hint=hint))
                self.shapes.append(Disc(x + 2, y, 1, 1, _SEATS[here[0]], str(here[0]), marked=marked, hint=hint))
            elif here:
                tone = _SEATS[here[0]]
                self.shapes.append(Disc(x, y, 3, 1, tone, str(here[0]), marked=marked, phrase=phrase, hint=hint))
            elif name in view.adults:
                self.shapes.append(Disc(x, y, 3, 1, Tone.INK, "A", marked=marked, phrase=phrase, hint=hint))
            elif name in view.objects:
                self.shapes.append(Disc(x + 1, y, 1, 1, Tone.BROWN, phrase=phrase, hint=hint))
            elif square in plan.objects:
                self.shapes.append(Text(x + 1, y, "*", Tone.BROWN, phrase=phrase, hint=hint))
            elif square in plan.circles:
                self.shapes.append(Text(x + 1, y, "o", Tone.GOOD, bold=True, phrase=phrase, hint=hint))

    def outside(self, row: int) -> int:
        if not self.plan.steps[self.plan.out]:
            return row
        word = self.say("outside")
        phrase = self.offer(OUT)
        self.shapes.append(Box(0, row, len(word) + 4, 1, Tone.FIELD, lines=(word,), phrase=phrase, hint=word))
        x = len(word) + 5
        for seat, place in enumerate(self.view.children):
            if place == OUT:
                hint = self.say("child", seat_text(Seat(seat), self.lang))
                marked = self.view.last == OUT
                self.shapes.append(Disc(x, row, 3, 1, _SEATS[seat], str(seat), marked=marked, phrase=phrase, hint=hint))
                x += 4
        return row + 2

    def seats(self, row: int) -> int:
        """A line a seat: what is left in its reserve, and its tokens."""
        view = self.view
        for seat in range(self.rules.seats):
            name = seat_text(Seat(seat), self.lang).capitalize()
            text = f"{name}  {self.say('reserve', view.reserves[seat])}"
            self.shapes.append(Text(0, row, text, _SEATS[seat], bold=view.turn_of == seat))
            for place, token in enumerate(TOKENS):
                held = token in view.tokens[seat]
                phrase = None
                if view.to_move == seat and held:
                    phrase = self.offer(f"walk {token}", f"send {token}", f"stay {token}")
                x, hint = _WIDTH - 24 + 4 * place, self.say("token", token)
                if phrase is not None:
                    # Wide enough for a finger.
                    self.shapes.append(Box(x, row, 3, 1, Tone.CARD, lines=(str(token),), phrase=phrase, hint=hint))
                    continue
                shown, tone = (str(token), Tone.INK) if held else ("-", Tone.MUTED)
                self.shapes.append(Text(x + 1, row, shown, tone, hint=hint))
            row += 1
        return row + 1

    def names(self, row: int) -> int:
        """The rooms in play, and what the signs mean."""
        a_row = max(1, self.width // 23)
        for number, letter in enumerate(self.plan.letters):
            x, y = 23 * (number % a_row), row + number // a_row
            text = self.cut(room_text(self.rules, letter, self.lang), 22)
            phrase = self.offer(f"!{letter}")
            self.shapes.append(Text(x, y, text, bold=phrase is not None, phrase=phrase))
        row += -(-len(self.plan.letters) // a_row)
        self.shapes.append(Text(0, row, self.say("legend"), Tone.MUTED))
        return row + 1

    def description(self) -> str:
        view, lang = self.view, self.lang
        status = self.status()
        words = [status if status.endswith((".", "?")) else f"{status}."]
        for seat, place in enumerate(view.children):
            where = self.say("unplaced") if place is None else place_text(self.rules, place, lang)
            tokens = " ".join(map(str, view.tokens[seat])) or "-"
            words.append(self.say("seat", seat_text(Seat(seat), lang), where, view.reserves[seat], tokens))
        words.append(self.say("adults", self.places(view.adults)))
        words.append(self.say("objects", self.places(view.objects)))
        return " ".join(words)

    def places(self, squares: tuple[Square, ...]) -> str:
        return ", ".join(place_text(self.rules, square, self.lang) for square in squares) or self.say("none")

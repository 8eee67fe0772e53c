"""JSON for everything a game is made of, exact in both directions, with JSON Schemas.

    >>> from boardgames_fr import find_game
    >>> from boardgames_fr.codec import Codec
    >>> game = find_game("pecking_order")
    >>> codec = Codec(game)
    >>> rules = codec.rules_from_json('{"rounds": 4}')
    >>> state = game.new_game(rules)
    >>> codec.state_from_json(codec.state_to_json(state)) == state
    True
    >>> codec.move_to_json(game.parse_move("draw 7"))
    '"draw 7"\\n'

**Two shapes.** Rules and moves last for decades and are written by hand, so their JSON is bare: an object with the
fields of `Rules` (left out ones take their defaults), and a string, the move's text. Everything else is a *document*:
`{"format": 1, "game": "pecking_order", "kind": "state", "value": …}`. A document whose format number is not ours is
refused; digests depend on it.

**Canonical.** What we write has sorted keys, no spaces, only ASCII, and ends with one LF: equal values have equal
bytes. What we read may be spaced and ordered otherwise, and nothing else: unknown, missing and doubled keys, wrong
types (`true` is no int, `3.0` is no int), NaN, numbers of thousands of digits, deep nesting and overlong texts are
refused with a `CodecError` that has the path, like `$.value.cards[3].perch`.

`…_to_data` and `…_from_data` give and take the bare value as plain data, without the document around it, for those
who put it into something of their own.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeAlias, get_args

import attrs

from boardgames_fr._coders import Coder, Defs
from boardgames_fr._reflection import FORMAT, coders_of, document, opened, rows_of
from boardgames_fr._strict_json import MAX_DEPTH, MAX_DIGITS, MAX_SIZE, Fault, Json, canonical, parse
from boardgames_fr.errors import CodecError, RecordError, StateError
from boardgames_fr.game import Game, MoveT, Outcome, RulesT, StateT, ViewT
from boardgames_fr.record import Record, result_text
from boardgames_fr.scene import Scene

__all__ = ["FORMAT", "KINDS", "MAX_DEPTH", "MAX_DIGITS", "MAX_SIZE", "Codec", "Json", "Kind"]

Kind: TypeAlias = Literal["rules", "state", "move", "view", "outcome", "scene", "record"]
"""What a JSON text can hold."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""All kinds, in the order of the documentation."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Codec(Generic[RulesT, StateT, MoveT, ViewT]):
    """Reads and writes the JSON of one game. Cheap to make: what is costly is shared by all codecs of the game.

    Every `…_to_json` returns the canonical text. Every `…_from_json` raises `CodecError` for whatever it refuses;
    `state_from_…` asks the game's `check_state` and `record_from_…` replays the moves, so what they return is right.
    """

    def __init__(self, game: Game[RulesT, StateT, MoveT, ViewT]) -> None:
        self.game = game

    # Rules

    def rules_to_data(self, rules: RulesT) -> Json:
        """All fields of `rules` by name."""
        return self._encode("rules", rules)

    def rules_from_data(self, data: Json, base: RulesT | None = None) -> RulesT:
        """The rules with these fields; those left out are `base`'s, or the defaults."""
        try:
            coder = coders_of(self.game).rules
            facts = coder.read_facts(data)
            rules: RulesT
            if base is None:
                rules = coder.build(self.game.rules_type, facts)
            else:
                rules = coder.build(lambda **changed: attrs.evolve(base, **changed), facts)  # type: ignore[misc]  # `coders_of` made sure that it is an attrs class
            return rules
        except Fault as fault:
            raise fault.error() from fault.__cause__

    def rules_to_json(self, rules: RulesT) -> str:
        """The rules, bare, with every field."""
        return canonical(self.rules_to_data(rules)) + "\n"

    def rules_from_json(self, text: str, base: RulesT | None = None) -> RulesT:
        """The rules in `text`; fields left out are `base`'s, or the defaults."""
        return self.rules_from_data(parse(text), base)

    # States

    def state_to_data(self, state: StateT) -> Json:
        """The state's facts by name; derived fields are not written."""
        return self._encode("state", state)

    def state_from_data(self, data: Json) -> StateT:
        """The state with these facts, after `check_state`."""
        return self._checked(self._decode("state", data), "$")

    def state_to_json(self, state: StateT) -> str:
        """The document of a state: all of the truth, for the host's eyes only."""
        return document(self.game, "state", self.state_to_data(state))

    def state_from_json(self, text: str) -> StateT:
        """The state in a document, after `check_state`."""
        state: StateT = self._open("state", text)
        return self._checked(state, "$.value")

    def _checked(self, state: StateT, path: str) -> StateT:
        try:
            self.game.check_state(state)
        except StateError as error:
            raise CodecError(path, error.problem) from error
        return state

    # Moves

    def move_to_data(self, move: MoveT) -> Json:
        """The move's text."""
        return self._encode("move", move)

    def move_from_data(self, data: Json) -> MoveT:
        """The move that this text spells."""
        move: MoveT = self._decode("move", data)
        return move

    def move_to_json(self, move: MoveT) -> str:
        """The move's text as a JSON string."""
        return canonical(self.move_to_data(move)) + "\n"

    def move_from_json(self, text: str) -> MoveT:
        """The move that a JSON string spells."""
        return self.move_from_data(parse(text))

    # Views

    def view_to_data(self, view: ViewT) -> Json:
        """What a seat sees, by name."""
        return self._encode("view", view)

    def view_from_data(self, data: Json) -> ViewT:
        """The view with these fields. Whether any state gives it shows where it is used (`WorldsError`)."""
        view: ViewT = self._decode("view", data)
        return view

    def view_to_json(self, view: ViewT) -> str:
        """The document of a view: what front ends get."""
        return document(self.game, "view", self.view_to_data(view))

    def view_from_json(self, text: str) -> ViewT:
        """The view in a document. Whether any state gives it shows where it is used (`WorldsError`)."""
        view: ViewT = self._open("view", text)
        return view

    # Outcomes

    def outcome_to_data(self, outcome: Outcome) -> Json:
        """Winners, scores and returns."""
        return self._encode("outcome", outcome)

    def outcome_from_data(self, data: Json) -> Outcome:
        """The outcome with these fields."""
        outcome: Outcome = self._decode("outcome", data)
        return outcome

    def outcome_to_json(self, outcome: Outcome) -> str:
        """The document of an outcome."""
        return document(self.game, "outcome", self.outcome_to_data(outcome))

    def outcome_from_json(self, text: str) -> Outcome:
        """The outcome in a document."""
        outcome: Outcome = self._open("outcome", text)
        return outcome

    # Scenes

    def scene_to_data(self, scene: Scene) -> Json:
        """The picture; each shape says its class under the key `type`."""
        return self._encode("scene", scene)

    def scene_from_data(self, data: Json) -> Scene:
        """The picture with these shapes."""
        scene: Scene = self._decode("scene", data)
        return scene

    def scene_to_json(self, scene: Scene) -> str:
        """The document of a picture, for renderers in other languages."""
        return document(self.game, "scene", self.scene_to_data(scene))

    def scene_from_json(self, text: str) -> Scene:
        """The picture in a document."""
        scene: Scene = self._open("scene", text)
        return scene

    # Records

    def record_to_data(self, record: Record[RulesT, StateT, MoveT, ViewT]) -> Json:
        """Rules, moves as texts, headers and digests."""
        return self._encode("record", record)

    def record_from_data(self, data: Json) -> Record[RulesT, StateT, MoveT, ViewT]:
        """The record, each move of which has been checked."""
        record: Record[RulesT, StateT, MoveT, ViewT] = self._decode("record", data)
        return record

    def record_to_json(self, record: Record[RulesT, StateT, MoveT, ViewT]) -> str:
        """The document of a record: one line, good for files of many games."""
        return document(self.game, "record", self.record_to_data(record))

    def record_from_json(self, text: str) -> Record[RulesT, StateT, MoveT, ViewT]:
        """The record in a document, each move of which has been checked."""
        record: Record[RulesT, StateT, MoveT, ViewT] = self._open("record", text)
        return record

    # Schemas

    def schema(self, kind: Kind) -> dict[str, Json]:
        """The JSON Schema (2020-12) of the JSON text of this kind; all that is written or accepted fits it.

        Raises:
            CodecError: there is no such kind, or the game's types cannot be written.
        """
        defs = Defs()
        try:
            body = self._schema_of(kind, defs)
        except Fault as fault:
            raise fault.error() from None
        title = f"{self.game.title}: {kind}"
        schema: dict[str, Json] = {"$schema": _DIALECT, "title": title, **body}
        if defs.schemas:
            schema["$defs"] = {name: defs.schemas[name] for name in sorted(defs.schemas)}
        return schema

    def _schema_of(self, kind: Kind, defs: Defs) -> dict[str, Json]:
        if kind not in KINDS:
            raise Fault(f"no kind {kind!r}; there are: {', '.join(KINDS)}")
        value = self._coder(kind).schema(defs)
        if kind in ("rules", "move"):
            return value
        return {
            "type": "object",
            "properties": {
                "format": {"const": FORMAT},
                "game": {"const": self.game.name},
                "kind": {"const": kind},
                "value": value,
            },
            "required": ["format", "game", "kind", "value"],
            "additionalProperties": False,
        }

    # What all of them share

    def _coder(self, kind: Kind) -> Coder:
        return _RecordCoder(self.game) if kind == "record" else coders_of(self.game).of_kind(kind)

    def _encode(self, kind: Kind, value: object) -> Json:
        try:
            return self._coder(kind).encode(value)
        except Fault as fault:
            raise fault.error() from fault.__cause__

    def _decode(self, kind: Kind, data: Json, *steps: str) -> Any:
        try:
            return self._coder(kind).decode(data)
        except Fault as fault:
            fault.steps.extend(steps)
            raise fault.error() from fault.__cause__

    def _open(self, kind: Kind, text: str) -> Any:
        """The value of a document of this kind, of this game, in our format."""
        return self._decode(kind, opened(self.game, kind, parse(text)), "value")


class _RecordCoder:
    """Records: rules and moves by the game's coders, then a replay."""

    kinds = frozenset(["object"])

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        self._game = game
        coders = coders_of(game)
        texts = coders.of(tuple[tuple[str, str], ...])
        # Each with whether it may be left out when reading.
        self._parts: dict[str, tuple[Coder, bool]] = {
            "digests": (coders.of(tuple[tuple[int, str], ...]), True),
            "headers": (texts, True),
            "moves": (rows_of(coders.move), False),
            "rules": (coders.rules, False),
            "rules_version": (coders.of(int), False),
        }

    def owns(self, value: object) -> bool:
        return isinstance(value, Record) and value.game is self._game

    def encode(self, value: Any) -> Json:
        if not self.owns(value):
            raise Fault(f"expected a record of {self._game.name}")
        facts = {name: getattr(value, name, self._game.rules_version) for name in self._parts}
        data: dict[str, Json] = {}
        for name, (coder, _) in self._parts.items():
            try:
                data[name] = coder.encode(facts[name])
            except Fault as fault:
                fault.steps.append(name)
                raise
        return data

    def decode(self, data: Json) -> Any:
        if not isinstance(data, dict):
            raise Fault("expected a record as an object")
        for key in data:
            if key not in self._parts:
                raise Fault("unknown key", str(key))
        facts: dict[str, Any] = {}
        for name, (coder, optional) in self._parts.items():
            if name not in data:
                if not optional:
                    raise Fault("this key is missing", name)
                continue
            try:
                facts[name] = coder.decode(data[name])
            except Fault as fault:
                fault.steps.append(name)
                raise
        if facts.pop("rules_version") != self._game.rules_version:
            raise Fault(f"expected {self._game.rules_version}", "rules_version")
        try:
            record = Record(self._game, **facts)
        except RecordError as error:
            raise Fault(error.problem) from error
        try:
            outcome = record.result()
        except RecordError as error:
            steps = [error.ply, "moves"] if error.ply < len(record.moves) else ["digests"]
            raise Fault(error.problem, *steps) from error
        claims = [value for name, value in record.headers if name == "result"]
        if claims and outcome is not None and claims != [result_text(outcome)]:
            raise Fault("the header result is not what the moves give", "headers")
        return record

    def schema(self, defs: Defs) -> dict[str, Json]:
        properties: dict[str, Json] = {name: coder.schema(defs) for name, (coder, _) in self._parts.items()}
        required: list[Json] = [name for name, (_, optional) in self._parts.items() if not optional]
        return {
            "title": "Record",
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

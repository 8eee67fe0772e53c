"""JSON of every game: exact both ways, canonical, described by its schema, and strict about what comes from outside."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Literal, NewType, TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import boardgames_fr
from boardgames_fr import AnyGame, BoardGamesError, CodecError, Lang, Outcome, Seat
from boardgames_fr._coders import Defs
from boardgames_fr._reflection import Coders
from boardgames_fr._strict_json import Fault
from boardgames_fr.chance import below
from boardgames_fr.codec import KINDS, MAX_DEPTH, MAX_DIGITS, MAX_SIZE, Codec, Json
from boardgames_fr.record import Record, replay, with_digests
from boardgames_fr.scene import Box, Disc, Line, Scene, Text, Tone
from tests.tools.cases import NAMES, cases, find, played, watchers
from tests.toys import bluff, nim

CODEC = Codec(bluff.GAME)
LOOSE: Callable[..., bluff.Said] = bluff.Said
STATE = bluff.State(
    bluff.Rules(), (1, 0), bluff.Said(bluff.Level.HIGH), bluff.Talk(bluff.Level.HIGH), bluff.Card(bluff.Level.LOW, True)
)
STATE_DATA: dict[str, Json] = {
    "rules": {"rounds": 2, "low_weight": 3},
    "points": [1, 0],
    "talk": {"type": "Said", "level": "high"},
    "last": "talk high",
    "card": "low*",
}


@cache
def validator(name: str, kind: Any) -> Draft202012Validator:
    schema = Codec(find(name)).schema(kind)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def fits(name: str, kind: Any, text: str) -> bool:
    return validator(name, kind).is_valid(json.loads(text))


def is_canonical(text: str) -> bool:
    again = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    return text == again + "\n" and text.isascii()


# Every game


@pytest.mark.parametrize(("name", "preset"), cases())
def test_states_and_views_come_back_equal_and_fit_their_schemas(name: str, preset: str) -> None:
    game, record = find(name), played(name, preset, limit=150)
    codec = Codec(game)
    for ply, state in enumerate(replay(record)):
        if ply > 12 and ply % 11:
            continue
        text = codec.state_to_json(state)
        again = codec.state_from_json(text)
        assert again == state
        assert hash(again) == hash(state)
        assert codec.state_from_data(codec.state_to_data(state)) == state
        assert game.legal_moves(again) == game.legal_moves(state)
        assert is_canonical(text)
        assert codec.state_to_json(again) == text
        assert fits(name, "state", text)
        for seat in watchers(game, record.rules):
            view = game.observe(state, seat)
            text = codec.view_to_json(view)
            assert codec.view_from_json(text) == view
            assert codec.view_from_data(codec.view_to_data(view)) == view
            assert is_canonical(text)
            assert fits(name, "view", text)


@pytest.mark.parametrize(("name", "preset"), cases())
def test_rules_moves_outcomes_and_records_come_back_equal_and_fit_their_schemas(name: str, preset: str) -> None:
    game, record = find(name), played(name, preset, limit=400)
    codec = Codec(game)
    text = codec.rules_to_json(record.rules)
    assert codec.rules_from_json(text) == record.rules
    assert codec.rules_from_data(codec.rules_to_data(record.rules)) == record.rules
    assert is_canonical(text)
    assert fits(name, "rules", text)
    for move in record.moves[:60]:
        text = codec.move_to_json(move)
        assert json.loads(text) == str(move)
        assert codec.move_from_json(text) == move
        assert fits(name, "move", text)
    whole = with_digests(record, 50)
    text = codec.record_to_json(whole)
    assert codec.record_from_json(text) == whole
    assert codec.record_from_data(codec.record_to_data(whole)) == whole
    assert is_canonical(text)
    assert fits(name, "record", text)
    outcome = record.result()
    if outcome is not None:
        text = codec.outcome_to_json(outcome)
        assert codec.outcome_from_json(text) == outcome
        assert codec.outcome_from_data(codec.outcome_to_data(outcome)) == outcome
        assert fits(name, "outcome", text)


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("name", boardgames_fr.games())
def test_pictures_come_back_equal_and_fit_their_schema(name: str, lang: Lang) -> None:
    game = find(name)
    record = played(name, list(game.presets)[-1], limit=150)
    codec = Codec(game)
    for state in list(replay(record))[::25]:
        scene = game.draw(game.observe(state, Seat(0)), lang)
        text = codec.scene_to_json(scene)
        assert codec.scene_from_json(text) == scene
        assert codec.scene_from_data(codec.scene_to_data(scene)) == scene
        assert is_canonical(text)
        assert fits(name, "scene", text)


@pytest.mark.parametrize("name", NAMES)
def test_default_rules_are_an_empty_object(name: str) -> None:
    game = find(name)
    assert Codec(game).rules_from_json("{}") == game.rules_type()
    assert validator(name, "rules").is_valid({})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_themselves_valid_and_close_every_object(name: str, kind: Any) -> None:
    schema = validator(name, kind).schema
    assert isinstance(schema, dict)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == f"{find(name).title}: {kind}"
    for part in (schema, *schema.get("$defs", {}).values()):
        assert part.get("type") != "object" or part["additionalProperties"] is False


# What exactly is written


def test_a_state_is_written_field_by_field() -> None:
    assert CODEC.state_to_data(STATE) == STATE_DATA
    assert CODEC.state_to_json(STATE) == (
        '{"format":1,"game":"toy_bluff","kind":"state","value":{"card":"low*","last":"talk high","points":[1,0],'
        '"rules":{"low_weight":3,"rounds":2},"talk":{"level":"high","type":"Said"}}}\n'
    )


def test_a_derived_field_is_not_written_but_made_again() -> None:
    assert CODEC.state_from_data(STATE_DATA).played == 1


def test_an_outcome_is_written_with_its_floats() -> None:
    outcome = Outcome((Seat(1),), (0, 2), (-1.0, 1.0))
    assert CODEC.outcome_to_json(outcome) == (
        '{"format":1,"game":"toy_bluff","kind":"outcome","value":{"returns":[-1.0,1.0],"scores":[0,2],"winners":[1]}}\n'
    )
    whole = CODEC.outcome_from_data({"returns": [-1, 1], "scores": [0, 2], "winners": [1]})
    assert whole == outcome
    assert all(type(value) is float for value in whole.returns)


def test_every_shape_of_a_picture_says_what_it_is() -> None:
    shapes = (
        Box(0, 1, 2, 3, Tone.CARD, lines=("é", "2"), phrase="talk low", hint="«»"),
        Disc(0, 1, 2, 3, marked=True),
        Line(0, 1, 2, 3),
        Text(0, 1, "x"),
    )
    scene = Scene("t", "d", 3, 4, shapes)
    data = CODEC.scene_to_data(scene)
    assert isinstance(data, dict)
    written = data["shapes"]
    assert isinstance(written, list)
    assert [shape["type"] for shape in written if isinstance(shape, dict)] == ["Box", "Disc", "Line", "Text"]
    assert CODEC.scene_from_json(CODEC.scene_to_json(scene)) == scene
    assert fits("toy_bluff", "scene", CODEC.scene_to_json(scene))


def test_rules_and_moves_are_bare() -> None:
    assert CODEC.rules_to_json(bluff.Rules()) == '{"low_weight":3,"rounds":2}\n'
    assert CODEC.move_to_json(bluff.Guess(bluff.Level.LOW)) == '"guess low"\n'


def test_rules_left_out_are_the_defaults_or_those_of_the_base() -> None:
    base = bluff.Rules(rounds=5, low_weight=7)
    assert CODEC.rules_from_json('{"rounds": 3}') == bluff.Rules(rounds=3)
    assert CODEC.rules_from_json('{"rounds": 3}', base) == bluff.Rules(rounds=3, low_weight=7)
    assert CODEC.rules_from_json("{}", base) == base
    with pytest.raises(CodecError, match=r"\$\.rounds: rounds = '10': an integer from 1 to 9"):
        CODEC.rules_from_json('{"rounds": 10}', base)


def test_other_spacing_and_order_are_read_alike() -> None:
    data = json.loads(CODEC.state_to_json(STATE))
    text = json.dumps(dict(reversed(data.items())), indent=2, ensure_ascii=False)
    assert CODEC.state_from_json(text) == STATE


# What is refused


def document(**changed: Any) -> str:
    return json.dumps({"format": 1, "game": "toy_bluff", "kind": "state", "value": STATE_DATA} | changed)


def state_with(**changed: Any) -> str:
    return document(value=STATE_DATA | changed)


REFUSED = [
    (document(format=2), "$.format: expected 1"),
    (document(format=True), "$.format: expected 1"),
    (document(format=1.0), "$.format: expected 1"),
    (document(game="toy_nim"), "$.game: expected 'toy_bluff'"),
    (document(kind="view"), "$.kind: expected 'state'"),
    (document(extra=1), "$.extra: unknown key"),
    ('{"format": 1, "game": "toy_bluff", "kind": "state"}', "$.value: this key is missing"),
    ('{"game": "toy_bluff", "kind": "state", "value": 1}', "$.format: this key is missing"),
    ("[]", "$: expected an object with the keys format, game, kind and value"),
    (document(value=[]), "$.value: expected object, not array"),
    (document(value={}), "$.value.rules: this key is missing"),
    (state_with(extra=1), "$.value.extra: unknown key"),
    (state_with(played=1), "$.value.played: unknown key"),
    (state_with(points=[1]), "$.value.points: expected 2 items, not 1"),
    (state_with(points=[1, True]), "$.value.points[1]: expected integer, not boolean"),
    (state_with(points=[1, 0.0]), "$.value.points[1]: expected integer, not number"),
    (state_with(points="10"), "$.value.points: expected array, not string"),
    (state_with(points=[3, 0]), "$.value: more points than rounds, or fewer than none"),
    (state_with(card="lo"), "$.value.card: no Card: 'lo': expected low, low*, high or high*"),
    (state_with(card=1), "$.value.card: expected null or string, not integer"),
    (state_with(last="deal low"), "$.value.last: not the text of a move"),
    (state_with(last="talk"), "$.value.last: no move: 'talk': expected `deal CARD`, `talk LEVEL`, `talk none` or"),
    (state_with(talk={"level": "high"}), "$.value.talk: the key `type` must name one of the classes"),
    (state_with(talk={"type": "State"}), "$.value.talk: the key `type` must name one of the classes"),
    (state_with(talk={"type": "Silent", "level": "low"}), "$.value.talk.level: unknown key"),
    (state_with(talk={"type": "Said", "level": "LOW"}), "$.value.talk.level: expected one of 'low', 'high'"),
    (state_with(talk={"type": "Silent", "shrug": 1}), "$.value.talk.shrug: expected boolean, not integer"),
    (state_with(rules={"rounds": 2}), "$.value.rules.low_weight: this key is missing"),
    (state_with(rules={"rounds": 0, "low_weight": 1}), "$.value.rules.rounds: rounds = '0': an integer from 1 to 9"),
    ("", "$: not JSON: Expecting value at line 1, column 1"),
    ('{"format": 1,}', "$: not JSON"),
    ("{} {}", "$: not JSON: Extra data"),
    ('{"a": [{"b": 1, "b": 1}]}', "$.a[0].b: this key is there twice"),
    ('{"a": NaN}', "$.a: NaN is no JSON number"),
    ("[0, -Infinity]", "$[1]: -Infinity is no JSON number"),
    ("[1e999]", "$[0]: a number out of range"),
    ("[" + "9" * 5000 + "]", "$[0]: a number of more than 1000 characters"),
    ("[0." + "9" * 5000 + "]", "$[0]: a number of more than 1000 characters"),
    ('{"a b": {"x\\ny": NaN}}', '$["a b"]["x\\ny"]: NaN is no JSON number'),
    ('{"' + "k" * 100 + '": NaN}', '$["' + "k" * 59 + '\\u2026"]: NaN is no JSON number'),
    ("[" * (MAX_DEPTH + 1), f"$: nested more than {MAX_DEPTH} deep"),
    ("[" * 100_000 + "]" * 100_000, f"$: nested more than {MAX_DEPTH} deep"),
    ('{"a":' * 100_000, f"$: nested more than {MAX_DEPTH} deep"),
    (" " * (MAX_SIZE + 1), f"$: longer than {MAX_SIZE} characters"),
    ('"' * 200_001, "$: not JSON"),
    ('"' + '\\"' * 200_000, "$: not JSON"),
    ("\ufeff{}", "$: not JSON"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message[:50] for _, message in REFUSED])
def test_what_is_refused_is_refused_with_its_path(text: str, message: str) -> None:
    with pytest.raises(CodecError) as caught:
        CODEC.state_from_json(text)
    assert str(caught.value).startswith(message)
    assert str(caught.value).startswith(f"{caught.value.path}: ")


def test_the_limits_are_where_they_are_said_to_be() -> None:
    with pytest.raises(CodecError, match="expected an object"):
        CODEC.state_from_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(CodecError, match="expected an object"):
        CODEC.state_from_json("9" * MAX_DIGITS)
    with pytest.raises(CodecError, match="not JSON"):
        CODEC.state_from_json(" " * MAX_SIZE)
    with pytest.raises(CodecError, match="expected an object"):
        CODEC.state_from_json('["' + "[" * 1000 + '\\"[[", "\\\\"]')


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(CodecError, match=r"half a surrogate"):
        CODEC.record_from_data({"headers": [["a", "\ud800"]], "moves": [], "rules": {}, "rules_version": 1})
    with pytest.raises(CodecError, match=r"\$: half a surrogate"):
        CODEC.move_from_json('"\\ud800"')
    assert CODEC.scene_from_json(CODEC.scene_to_json(Scene("😀", "", 1, 1))).title == "😀"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"\$: expected a record as an object"),
        ({"extra": 1}, r"\$\.extra: unknown key"),
        ({"moves": [], "rules": {}}, r"\$\.rules_version: this key is missing"),
        ({"moves": [], "rules": {}, "rules_version": 2}, r"\$\.rules_version: expected 1"),
        ({"moves": ["deal low", "guess low"], "rules": {}, "rules_version": 1}, r"\$\.moves\[1\]: illegal move"),
        ({"moves": ["deal"], "rules": {}, "rules_version": 1}, r"\$\.moves\[0\]: no move"),
        (
            {"moves": [], "rules": {}, "rules_version": 1, "digests": [[0, "0" * 64]]},
            r"\$\.digests: the digest of ply 0 differs",
        ),
        ({"moves": [], "rules": {}, "rules_version": 1, "digests": [[0, "0"]]}, r"\$: a digest is 64"),
        (
            {
                "moves": ["deal low", "talk low", "guess low"],
                "rules": {"rounds": 1},
                "rules_version": 1,
                "headers": [["result", "0 (1-0)"]],
            },
            r"\$\.headers: the header result is not what the moves give",
        ),
        ({"moves": [], "rules": {}, "rules_version": 1, "headers": [["", ""]]}, r"\$: '' cannot be the name"),
    ],
)
def test_records_are_replayed_before_they_are_believed(data: Any, message: str) -> None:
    with pytest.raises(CodecError, match=message):
        CODEC.record_from_data(data)


def test_a_record_of_another_game_is_not_written() -> None:
    with pytest.raises(CodecError, match="expected a record of toy_bluff"):
        CODEC.record_to_json(played("toy_nim", "classic"))  # a wrong type, as an untyped caller could give


def test_a_record_of_wrong_moves_is_not_written() -> None:
    record: Record[Any, Any, Any, Any] = Record(bluff.GAME, bluff.Rules(), (bluff.Talk(None), nim.Take(1)))
    with pytest.raises(CodecError, match=r"\$\.moves\[1\]: expected a move, not Take"):
        CODEC.record_to_json(record)


def test_wrong_values_are_not_written_either() -> None:
    untyped: Any = STATE
    wrong: list[tuple[Callable[[Any], object], object, str]] = [
        (CODEC.state_to_json, "x", r"\$: expected a State, not str"),
        (CODEC.state_to_json, attrs.evolve(STATE, points=(True, 0)), r"\$\.points\[0\]: expected integer, not boolean"),
        (
            CODEC.state_to_json,
            attrs.evolve(untyped, points=[1, 0]),
            r"\$\.points: expected array, not array|Python list",
        ),
        (CODEC.state_to_json, attrs.evolve(STATE, points=(1 << 4000, 0)), r"\$\.points\[0\]: an int of more than"),
        (CODEC.state_to_json, attrs.evolve(untyped, talk=3), r"\$\.talk: no value of this type: int"),
        (CODEC.state_to_json, attrs.evolve(untyped, talk=LOOSE("low")), r"\$\.talk\.level: expected one of"),
        (CODEC.move_to_json, 7, r"\$: expected a move, not int"),
        (CODEC.state_to_json, attrs.evolve(untyped, points="10"), r"\$\.points: expected array, not string"),
        (CODEC.outcome_to_json, Outcome((), (), (1,)), r"\$\.returns\[0\]: expected number, not integer"),
        (CODEC.outcome_to_json, Outcome((), (), (float("nan"),)), r"\$\.returns\[0\]: nan is no JSON number"),
    ]
    for write, value, message in wrong:
        with pytest.raises(CodecError, match=message):
            write(value)


def test_there_is_no_schema_of_what_there_is_not() -> None:
    with pytest.raises(CodecError, match="no kind 'session'; there are: rules, state, move"):
        CODEC.schema("session")  # type: ignore[arg-type]  # the refusal is what is tested


def test_schemas_refuse_what_the_codec_refuses_where_a_schema_can_say_it() -> None:
    check = validator("toy_bluff", "state")
    assert check.is_valid(json.loads(document()))
    unsaid = ("more points", "lo'", "deal low", "'talk'", "'0'", "talk:", "0.0", "not number")
    for text, message in REFUSED[:29]:
        if "$.value" in message and not any(word in message for word in unsaid) and "move" not in message:
            assert not check.is_valid(json.loads(text)), message


# The types that fields can have


class Suit(enum.IntEnum):
    CLUBS = 1
    HEARTS = 2


Square = NewType("Square", int)
Deep: TypeAlias = tuple[tuple[Square, Suit], ...]


@attrs.frozen
class Everything:
    deep: Deep = ()
    literal: Literal["a", 1, True] = "a"
    either: Literal["none"] | bluff.Card | int | None = None
    text: str | bluff.Card = ""
    number: float | None = None
    empty: tuple[()] = ()
    nested: Everything | None = None
    move: bluff.Deal | bluff.Talk = bluff.Talk(None)
    hidden_: bool = attrs.field(default=False, alias="hidden")


@attrs.frozen
class Pairs:
    """What a union of tuples needs: its members are tried one after another."""

    pairs: tuple[tuple[int, int] | tuple[str, int] | tuple[int, int, int] | tuple[bool, ...], ...]


def everything() -> Coders:
    return Coders(bluff.GAME)


@pytest.mark.parametrize(
    "value",
    [
        Everything(),
        Everything(deep=((Square(4), Suit.HEARTS), (Square(-1), Suit.CLUBS))),
        Everything(literal=1),
        Everything(literal=True),
        Everything(either="none"),
        Everything(either=bluff.Card(bluff.Level.LOW)),
        Everything(either=0),
        Everything(text="anything"),
        Everything(text=bluff.Card(bluff.Level.LOW)),
        Everything(number=-0.5),
        Everything(nested=Everything(nested=Everything(number=1.0))),
        Everything(move=bluff.Deal(bluff.Card(bluff.Level.HIGH))),
        Everything(hidden=True),
    ],
)
def test_every_type_comes_back_equal(value: Everything) -> None:
    coder = everything().of(Everything)
    data = coder.encode(value)
    again = coder.decode(json.loads(json.dumps(data)))
    assert again == value
    assert repr(again) == repr(value)  # True and 1 are equal, but not alike


def test_members_of_a_union_that_look_alike_are_tried_in_order() -> None:
    coder = everything().of(Pairs)
    value = Pairs(((1, 2), ("a", 2), (1, 2, 3), (True, False), (), (True,) * 3))
    data = coder.encode(value)
    assert data == {"pairs": [[1, 2], ["a", 2], [1, 2, 3], [True, False], [], [True] * 3]}
    assert repr(coder.decode(data)) == repr(value)
    for wrong in ((1, "a"), (1.5,), ("a", "b"), (1, 2, "c")):
        with pytest.raises(Fault):
            coder.encode(Pairs((wrong,)))  # type: ignore[arg-type]  # the refusal is what is tested
        with pytest.raises(Fault, match="fits none of the types"):
            coder.decode({"pairs": [list(wrong)]})


def test_rules_that_are_no_attrs_class_cannot_be_written() -> None:
    game: AnyGame = bluff.GAME
    codec: Codec[Any, Any, Any, Any] = Codec(attrs.evolve(game, rules_type=int))
    for ask in (lambda: codec.rules_to_data(3), lambda: codec.rules_from_data({}), lambda: codec.schema("rules")):
        with pytest.raises(CodecError, match="the rules must be an attrs class"):
            ask()


def test_a_text_that_would_come_back_as_something_else_is_not_written() -> None:
    with pytest.raises(Fault, match="read back as another member"):
        everything().of(Everything).encode(Everything(text="low"))


def test_a_move_of_the_wrong_kind_is_refused() -> None:
    coder = everything().of(bluff.Talk)
    assert coder.decode("talk low") == bluff.Talk(bluff.Level.LOW)
    with pytest.raises(Fault, match=r"not the text of a move \(Talk\)"):
        coder.decode("guess low")


@attrs.frozen
class NoFacts:
    a: int
    b: int = attrs.field(default=0, eq=False)


@attrs.frozen
class WrongFacts:
    a: int
    b: int = attrs.field(default=0, eq=False)

    @classmethod
    def from_facts(cls, c: int) -> WrongFacts:
        return cls(c)


@attrs.frozen
class TaggedType:
    type: str


@attrs.frozen
class Clash:
    either: TaggedType | bluff.Said


@attrs.frozen
class Lost:
    a: NotThere  # type: ignore[name-defined]  # noqa: F821 - a name that cannot be resolved is what is tested


class Rows(enum.Enum):
    A = (1,)


class Fractions(enum.Enum):
    A = 1.5


class Twin(enum.Enum):
    LOW = "low"


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (dict[str, int], "dict"),
        (set, "set"),
        (Any, "Any"),
        (NoFacts, "no classmethod from_facts"),
        (WrongFacts, "must have the parameters a"),
        (Clash, "type cannot be written"),
        (Lost, "cannot be resolved"),
        (Fractions, "only strings, ints, bools and None"),
        (Rows, "only strings, ints, bools and None"),
        (Literal[Twin.LOW, "low"], "two of the values would be written alike"),
    ],
)
def test_types_that_cannot_be_written_are_named(hint: Any, message: str) -> None:
    coders = everything()
    for _ in range(2):
        with pytest.raises(Fault, match=message):
            coders.of(hint)


def test_every_type_has_its_schema() -> None:
    defs = Defs()
    everything().of(Everything).schema(defs)
    whole = defs.schemas["Everything"]
    assert isinstance(whole, dict)
    assert whole["properties"] == {
        "deep": {
            "type": "array",
            "items": {
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "prefixItems": [{"type": "integer"}, {"enum": [1, 2]}],
            },
        },
        "literal": {"enum": ["a", 1, True]},
        "either": {
            "anyOf": [
                {"enum": ["none"]},
                {"type": "string", "description": "the text of a Card"},
                {"type": "integer"},
                {"type": "null"},
            ]
        },
        "text": {"anyOf": [{"type": "string", "description": "the text of a Card"}, {"type": "string"}]},
        "number": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "empty": {"type": "array", "minItems": 0, "maxItems": 0},
        "nested": {"anyOf": [{"$ref": "#/$defs/Everything"}, {"type": "null"}]},
        "move": {"type": "string", "description": "the text of a move"},
        "hidden": {"type": "boolean"},
    }


def test_names_of_classes_may_coincide_in_a_schema() -> None:
    @attrs.frozen
    class Said:
        other: bluff.Said
        same: tuple[bluff.Said, ...]

    Said.__annotations__.update(other=bluff.Said, same=tuple[bluff.Said, ...])
    defs = Defs()
    assert everything().of(Said).schema(defs) == {"$ref": "#/$defs/Said"}
    assert set(defs.schemas) == {"Said", "Said2"}


def test_hostile_constructors_end_in_a_codec_error() -> None:
    for trouble in (IndexError(), KeyError(1), AttributeError(), ZeroDivisionError(), AssertionError(), TypeError()):

        def fail(error: Exception = trouble) -> object:
            raise error

        coder = everything().rules
        with pytest.raises(Fault, match="this makes no Rules"):
            coder.build(fail, {})


# Whatever comes in: an answer or a CodecError

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["low", "talk none"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


def mutated(data: Any, rng: Random, new: Any) -> Any:
    """`data` with one of its values replaced, dropped or doubled."""
    if isinstance(data, dict) and data and below(rng, 5):
        key = sorted(data)[below(rng, len(data))]
        return data | {key: mutated(data[key], rng, new)}
    if isinstance(data, list) and data and below(rng, 5):
        index = below(rng, len(data))
        if below(rng, 4) == 0:
            return data[:index] + data[index + 1 :] if below(rng, 2) else [*data, data[index]]
        return [*data[:index], mutated(data[index], rng, new), *data[index + 1 :]]
    if type(data) is int and below(rng, 3):
        return data + (1, -1, 1000, -1000)[below(rng, 4)]
    return new


def survives(name: str, kind: Any, text: str) -> None:
    codec = Codec(find(name))
    try:
        value = getattr(codec, f"{kind}_from_json")(text)
    except CodecError:
        return
    written = getattr(codec, f"{kind}_to_json")(value)
    assert getattr(codec, f"{kind}_from_json")(written) == value
    assert fits(name, kind, text)
    assert fits(name, kind, written)


@given(st.text(alphabet='[]{}",:0123456789.eE+-ntfalsr\\u \n\x00é', max_size=40), st.sampled_from(KINDS))
def test_any_text_is_answered_or_refused(text: str, kind: Any) -> None:
    survives("toy_bluff", kind, text)


@given(PLAIN, st.sampled_from(KINDS))
def test_any_json_is_answered_or_refused(data: Any, kind: Any) -> None:
    survives("toy_bluff", kind, json.dumps(data))
    survives("toy_bluff", kind, json.dumps({"format": 1, "game": "toy_bluff", "kind": kind, "value": data}))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_changed_state_is_refused_or_can_be_played_on(name: str, data: st.DataObject) -> None:
    game = find(name)
    codec = Codec(game)
    preset = data.draw(st.sampled_from(list(game.presets)))
    rng = Random(data.draw(st.integers(0, 1 << 30)))
    record = played(name, preset, limit=60)
    states = list(replay(record))
    value = codec.state_to_data(states[below(rng, len(states))])
    for _ in range(1 + below(rng, 3)):
        value = mutated(value, rng, data.draw(PLAIN))
    text = json.dumps({"format": 1, "game": name, "kind": "state", "value": value})
    survives(name, "state", text)
    try:
        state = codec.state_from_json(text)
    except CodecError:
        return
    for _ in range(20):
        moves = game.legal_moves(state)
        for seat in watchers(game, state.rules):
            codec.view_to_json(game.observe(state, seat))
        assert (game.outcome(state) is None) is bool(moves)
        if not moves:
            break
        state = game.apply(state, moves[below(rng, len(moves))])


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_changed_view_is_refused_or_comes_back(name: str, data: st.DataObject) -> None:
    game = find(name)
    codec = Codec(game)
    rng = Random(data.draw(st.integers(0, 1 << 30)))
    record = played(name, next(iter(game.presets)), limit=60)
    states = list(replay(record))
    value = codec.view_to_data(game.observe(states[below(rng, len(states))], Seat(0)))
    value = mutated(value, rng, data.draw(PLAIN))
    survives(name, "view", json.dumps({"format": 1, "game": name, "kind": "view", "value": value}))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_changed_rules_are_refused_or_can_be_played(name: str, data: st.DataObject) -> None:
    game = find(name)
    codec = Codec(game)
    rng = Random(data.draw(st.integers(0, 1 << 30)))
    rules = game.presets[data.draw(st.sampled_from(list(game.presets)))]
    value = mutated(codec.rules_to_data(rules), rng, data.draw(PLAIN))
    survives(name, "rules", json.dumps(value))
    try:
        rules = codec.rules_from_json(json.dumps(value))
    except BoardGamesError:
        return
    assert game.legal_moves(game.new_game(rules))


def test_nim_is_written_too() -> None:
    codec = Codec(nim.GAME)
    state = nim.State(nim.Rules(), 5, Seat(1), nim.Take(2, True))
    assert codec.state_to_data(state) == {
        "rules": {"heap": 7, "most": 3},
        "heap": 5,
        "seat": 1,
        "last": "take 2 quick",
    }
    assert codec.view_from_json(codec.view_to_json(state)) == state

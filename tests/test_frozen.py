"""The fast constructor makes what the plain one makes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import attrs
import pytest

from boardgames_fr.frozen import fast_constructor, identity_first


@attrs.frozen
class Point:
    x: int
    y: int
    name: str = "origin"
    outline: tuple[int, ...] = attrs.field(default=(), eq=False)


@attrs.frozen(cache_hash=True)
class Kept:
    x: int
    name: str


make_point = fast_constructor(Point)
make_kept = fast_constructor(Kept)


def test_it_makes_an_equal_object_of_the_same_class() -> None:
    fast, plain = make_point(1, y=2), Point(1, 2)
    assert type(fast) is Point
    assert fast == plain
    assert hash(fast) == hash(plain)
    assert repr(fast) == repr(plain) == "Point(x=1, y=2, name='origin', outline=())"


def test_what_it_makes_is_frozen() -> None:
    fast = make_point(1, 2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        fast.x = 3  # type: ignore[misc]  # the refusal is what is tested
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        delattr(fast, "x")
    assert not hasattr(fast, "__dict__")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_it_makes_survives_pickle(protocol: int) -> None:
    fast = make_point(1, 2, "there", outline=(4,))
    back = pickle.loads(pickle.dumps(fast, protocol))
    assert back == fast
    assert back.outline == (4,)


def test_what_it_makes_survives_copy_and_evolve() -> None:
    fast = make_point(1, 2)
    assert copy.copy(fast) == copy.deepcopy(fast) == fast
    assert attrs.evolve(fast, x=9) == make_point(9, 2)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_class_that_keeps_its_hash_works_it_out_when_it_is_asked(protocol: int) -> None:
    fast = make_kept(1, "there")
    assert hash(fast) == hash(Kept(1, "there")) == hash(make_kept(1, "there"))
    assert pickle.loads(pickle.dumps(fast, protocol)) == copy.copy(fast) == fast
    assert hash(attrs.evolve(fast, x=2)) == hash(make_kept(2, "there")) != hash(fast)


def test_it_takes_the_parameters_of_the_class_and_no_others() -> None:
    with pytest.raises(TypeError):
        make_point(1)  # type: ignore[call-arg]  # a missing field is what is tested
    with pytest.raises(TypeError):
        make_point(1, 2, colour=3)  # type: ignore[call-arg]  # an unknown field is what is tested


def test_it_refuses_classes_that_it_would_build_wrongly() -> None:
    @attrs.frozen
    class Checked:
        x: int

        def __attrs_post_init__(self) -> None:
            raise AssertionError

    @attrs.frozen
    class Made:
        x: list[int] = attrs.field(factory=list)

    class Plain:
        pass

    kinds: list[Callable[..., object]] = [Checked, Made, Plain]
    for kind in kinds:
        with pytest.raises(TypeError):
            fast_constructor(kind)


def test_identity_first_compares_as_before_and_skips_the_fields_of_the_same_object() -> None:
    class Stubborn:
        def __eq__(self, _other: object) -> bool:
            raise AssertionError("compared")

        __hash__ = None  # type: ignore[assignment]  # as Python itself does

    @identity_first
    @attrs.frozen
    class Holder:
        held: object

    holder = Holder(Stubborn())
    assert holder == holder
    with pytest.raises(AssertionError, match="compared"):
        assert holder == Holder(Stubborn())
    assert Holder(1) == Holder(1)
    assert Holder(1) != Holder(2)
    assert Holder(1).__eq__(1) is NotImplemented

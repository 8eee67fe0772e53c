"""Capharnaüm in words, pictures and numbers: labels, refusals, narration, scenes, features, views, states, bots."""

from __future__ import annotations

import itertools
from random import Random

import attrs
import pytest
from hypothesis import given, settings

from boardgames_fr.actions import Actions
from boardgames_fr.errors import StateError, WorldsError
from boardgames_fr.game import CHANCE, Lang, Refusal, Seat
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games.capharnaum import House, Phase, Rules, State, Token
from boardgames_fr.games.capharnaum._drawing import phrases_of
from boardgames_fr.render import to_text
from boardgames_fr.scene import Box, Disc, Text, Tone
from tests.games.capharnaum_houses import ALL, legal, play, position, random_position, rules_with_houses, seeds

FR, EN = Lang.FR, Lang.EN
NB = "\u00a0"
ROOMS_FR = ("chambre jaune (A)", "salle de bain (D)")
BOTH_FR = "chambre jaune (A) et salle de bain (D)"
ROOMS_EN = ("yellow bedroom (A)", "bathroom (D)")

SWEEP = position(children="p1 j3", adults="j4", objects="i1 m1 k3", phase=Phase.ADULT)
CAUGHT = position(children="j2 l2", adults="j4", objects="i1 k1", phase=Phase.ADULT)
BARE = House.parse("""part 1
+--+--+--+
|A. A. A*|
+  +  +  +
|A. Ao A.|
+--+--+--+

room A bedroom ma chambre / my bedroom
""")
UNNAMED = House.parse("""part 1
+--+--+--+==+
|A. A. A*:S.|
+  +  +  +  +
|A. Ao A.|S*|
+--+--+--+--+

room A bedroom ma chambre / my bedroom
""")


def view(state: State) -> ca.View:
    return ca.observe(state, None)


# --- labels ---


@pytest.mark.parametrize(
    ("state", "text", "french", "english"),
    [
        (ca.new_game(Rules()), "first 1", "Le siège\u00a01 commence", "Seat 1 starts"),
        (
            ca.new_game(Rules()),
            "adult k7",
            "Placer un adulte en k7, salon (S)",
            "Place an adult on k7, living room (S)",
        ),
        (
            ca.new_game(Rules()),
            "child j2",
            "Placer votre enfant en j2, chambre jaune (A)",
            "Place your child on j2, yellow bedroom (A)",
        ),
        (
            position(children="j1 p1"),
            "walk 4 m2 +k1 +m1",
            f"Jeton 4{NB}: votre enfant va en m2, chambre jaune (A), en laissant un objet en k1 et m1",
            "Token 4: your child goes to m2, yellow bedroom (A), dropping an object on k1 and m1",
        ),
        (
            position(children="j1 p1"),
            "walk 2 l1 +k1",
            f"Jeton 2{NB}: votre enfant va en l1, {ROOMS_FR[0]}, en laissant un objet en k1",
            f"Token 2: your child goes to l1, {ROOMS_EN[0]}, dropping an object on k1",
        ),
        (
            position(children="j1 p1"),
            "walk 4 out",
            f"Jeton 4{NB}: votre enfant va dehors",
            "Token 4: your child goes outside",
        ),
        (
            position(children="j1 p1"),
            "walk 1 zz9",
            f"Jeton 1{NB}: votre enfant va en zz9",
            "Token 1: your child goes to zz9",
        ),
        (
            SWEEP,
            "send 2 j4 j3",
            f"Jeton 2{NB}: l’adulte de j4 va en j3, {ROOMS_FR[0]}, sur l’enfant du siège{NB}1 qui ramasse tout",
            f"Token 2: the adult on j4 goes to j3, {ROOMS_EN[0]}, onto the child of seat 1, who picks everything up",
        ),
        (
            CAUGHT,
            "send 5 j4 i2 !A !D",
            f"Jeton 5{NB}: l’adulte de j4 va en i2, {ROOMS_FR[0]}, en surprenant un enfant{NB}: {BOTH_FR}",
            f"Token 5: the adult on j4 goes to i2, {ROOMS_EN[0]}, catching a child: {' and '.join(ROOMS_EN)}",
        ),
        (CAUGHT, "catch 1", "Surprendre l’enfant du siège\u00a01", "Catch the child of seat 1"),
        (play(CAUGHT, "send 2 j4 j3 !A", "catch 1"), "pick i1", "Ramasser l’objet en i1", "Pick up the object on i1"),
        (
            play(SWEEP, "send 2 j4 j3"),
            "pick i1",
            "Tout ramasser et se placer en i1",
            "Pick everything up and stand on i1",
        ),
        (CAUGHT, "stay 3", f"Jeton 3{NB}: rester sur place", "Token 3: stay"),
    ],
)
def test_a_move_has_a_label(state: State, text: str, french: str, english: str) -> None:
    assert ca.label(view(state), ca.parse_move(text), FR) == french
    assert ca.label(view(state), ca.parse_move(text), EN) == english


def test_a_room_without_a_name_goes_by_its_letter() -> None:
    state = position(Rules(house=UNNAMED), children="a1 a2", adults="b2")
    assert ca.label(view(state), ca.parse_move("walk 4 d1"), EN) == "Token 4: your child goes to d1, room S"
    assert ca.label(view(state), ca.parse_move("walk 4 d1"), FR) == f"Jeton 4{NB}: votre enfant va en d1, pièce S"


# --- refusals ---


@pytest.mark.parametrize(
    ("refusal", "french", "english"),
    [
        (Refusal("-", "game-over"), "La partie est terminée.", "The game is over."),
        (
            Refusal("setup", "table-draws"),
            "C’est à la table de tirer au sort le siège qui commence. (setup)",
            "It is the table’s turn: it draws the seat that starts. (setup)",
        ),
        (
            Refusal("CA-6", "taken", (("square", "k7"), ("pawn", -1))),
            "k7 est occupée par un adulte. (CA-6)",
            "k7 is taken by an adult. (CA-6)",
        ),
        (
            Refusal("CA-6", "in-the-way", (("square", "k7"), ("pawn", 1))),
            f"L’enfant du siège{NB}1 est dans le passage, en k7. (CA-6)",
            "The child of seat 1 is in the way, on k7. (CA-6)",
        ),
        (
            Refusal("CA-1", "too-far", (("steps", 5), ("token", 3))),
            "C’est à 5 pas et le jeton n’en donne que 3. (CA-1)",
            "It is 5 steps away and the token gives only 3. (CA-1)",
        ),
        (
            Refusal("CA-8", "other-rooms", (("token", 3), ("rooms", ""))),
            f"Aucun chemin de 3 pas au plus ne surprend dans ces pièces-ci et nulle part ailleurs{NB}: aucune. (CA-8)",
            "No walk of at most 3 steps enters, of the rooms to catch in, exactly these: none. (CA-8)",
        ),
        (
            Refusal("CA-10", "adult-watches", (("square", "l4"), ("room", "E"))),
            f"Un adulte est dans la pièce E{NB}: rien à laisser en l4. (CA-10)",
            "An adult is in room E: nothing can be dropped on l4. (CA-10)",
        ),
    ],
)
def test_a_refusal_is_explained(refusal: Refusal, french: str, english: str) -> None:
    assert ca.explain(refusal, FR) == french
    assert ca.explain(refusal, EN) == english


@given(rules_with_houses(), seeds)
@settings(max_examples=60)
def test_every_refusal_of_any_move_anywhere_is_explained_in_both_languages(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    state = random_position(rules, rng)
    names = [*rules.plan.names, ca.Square("zz99")]
    rooms = [*rules.plan.letters, ca.RoomLetter("Q")]
    for _ in range(30):
        token = Token(rng.randint(1, 6))
        drops = sorted({name for name in rng.sample(names, 2) if name != "out"}, key=ca.square_order)
        moves: list[ca.Move] = [
            ca.Walk(token, rng.choice(names), drops[: rng.randint(0, 2)]),
            ca.Send(
                token, rng.choice([*view(state).adults, names[0]]), rng.choice(names), sorted(set(rng.sample(rooms, 1)))
            ),
            ca.Send(token, rng.choice(view(state).adults), rng.choice(names)),
            ca.Stay(token),
            ca.Pick(rng.choice(names)),
            ca.Catch(Seat(rng.randrange(6))),
            ca.PlaceChild(rng.choice(names)),
            ca.DrawFirst(Seat(0)),
        ]
        for move in moves:
            refusal = ca.why_illegal(state, move)
            assert (refusal is None) == (move in ca.legal_moves(state))
            if refusal is not None:
                for lang in Lang:
                    sentence = ca.explain(refusal, lang)
                    assert "{" not in sentence
                    assert sentence.endswith(f"({refusal.rule})")


def test_a_house_without_a_way_out_has_no_way_there() -> None:
    state = position(Rules(house=BARE), children="a1 a2", adults="b2")
    refusal = Refusal("CA-1", "no-way")
    assert ca.why_illegal(state, ca.parse_move("walk 6 out")) == refusal
    assert ca.explain(refusal, EN) == "No way leads there. (CA-1)"
    assert "out" not in {phrase for move in ca.legal_moves(state) for phrase in phrases_of(move)}
    assert "child_0_out" not in ca.feature_names(Rules(house=BARE))
    assert len(ca.features(view(state))) == len(ca.feature_names(Rules(house=BARE)))
    assert "Outside" not in to_text(ca.draw(view(state), EN))


# --- what happened ---


def told(state: State, text: str) -> tuple[str, str]:
    after = view(ca.apply(state, ca.parse_move(text)))
    return ca.narrate(view(state), text, after, FR), ca.narrate(view(state), text, after, EN)


def test_a_game_is_narrated() -> None:
    state = ca.new_game(Rules(rounds=1))
    assert told(state, "first 1") == ("Le siège\u00a01 commencera chaque manche.", "Seat 1 will start every round.")
    state = play(state, "first 1")
    assert told(state, "adult k7") == (
        f"Le siège{NB}1 place un adulte en k7, salon (S).",
        "Seat 1 places an adult on k7, living room (S).",
    )
    state = play(state, "adult k7")
    assert told(state, "child j1") == (
        f"Le siège{NB}1 place son enfant en j1, chambre jaune (A).",
        "Seat 1 places the child on j1, yellow bedroom (A).",
    )
    state = play(state, "child j1", "child l1")
    assert told(state, "walk 6 j2") == (
        f"L’enfant du siège{NB}1 va en j2, chambre jaune (A) (jeton 6).",
        "Seat 1’s child goes to j2, yellow bedroom (A) (token 6).",
    )
    assert told(state, "walk 4 j1 +i1 +k1") == (
        f"L’enfant du siège{NB}1 va en j1, chambre jaune (A) (jeton 4). Il laisse un objet en i1 et k1.",
        "Seat 1’s child goes to j1, yellow bedroom (A) (token 4). It drops an object on i1 and k1.",
    )
    out = position(children="l1 p1")
    assert told(out, "walk 1 out") == (
        f"L’enfant du siège{NB}0 va dehors (jeton 1).",
        "Seat 0’s child goes outside (token 1).",
    )


def test_being_caught_and_swept_is_narrated() -> None:
    sweep = told(SWEEP, "send 2 j4 j3")
    assert (
        sweep[0]
        == f"Le siège{NB}0 envoie l’adulte de j4 en j3, chambre jaune (A) (jeton 2). Le siège{NB}1 choisit un objet."
    )
    assert (
        sweep[1] == "Seat 0 sends the adult on j4 to j3, yellow bedroom (A) (token 2). Seat 1 is to choose an object."
    )
    assert told(play(SWEEP, "send 2 j4 j3"), "pick m1") == (
        "L’enfant du siège\u00a01 ramasse 3 objets et se retrouve en m1.",
        "The child of seat 1 picks up 3 objects and stands on m1.",
    )
    caught = told(CAUGHT, "send 2 j4 j3 !A")
    assert caught[0].endswith(f"Plusieurs enfants sont là{NB}: lequel est surpris{NB}?")
    assert caught[1].endswith("Several children are there: which?")
    state = play(CAUGHT, "send 2 j4 j3 !A")
    assert told(state, "catch 1") == (
        f"Le siège{NB}0 désigne l’enfant du siège\u00a01. Le siège{NB}1 choisit un objet.",
        "Seat 0 names the child of seat 1. Seat 1 is to choose an object.",
    )
    assert told(play(state, "catch 1"), "pick k1") == (
        "L’enfant du siège\u00a01 ramasse un objet et se retrouve en k1.",
        "The child of seat 1 picks up an object and stands on k1.",
    )


def test_stays_rounds_and_the_end_are_narrated() -> None:
    assert told(position(children="i1 j1", adults="i2"), "stay 3") == (
        f"Le siège{NB}0 ne peut pas se déplacer et dépense le jeton 3.",
        "Seat 0 cannot walk and spends token 3.",
    )
    last = position(children="j1 p1", turn=5, phase=Phase.ADULT)
    assert told(last, "send 6 o7 n7")[1].endswith("Round 2 begins, the tokens come back.")
    assert told(last, "send 6 o7 n7")[0].endswith("La manche 2 commence, les jetons reviennent.")
    over = position(Rules(rounds=1), children="j1 p1", turn=5, phase=Phase.ADULT)
    french, english = told(over, "send 6 o7 n7")
    assert french.startswith(f"Le siège{NB}1 envoie l’adulte de o7 en n7, cuisine (C) (jeton 6). La partie est finie.")
    assert french.endswith(f" Gagné par{NB}: siège{NB}0 et siège{NB}1.")
    assert english.startswith("Seat 1 sends the adult on o7 to n7, kitchen (C) (token 6). The game is over.")
    assert english.endswith(" Won by seat 0 and seat 1.")


def test_the_rule_books_tell_every_rule_in_both_languages() -> None:
    for lang in Lang:
        book = ca.rule_book(lang)
        for number in range(1, 14):
            assert f"CA-{number}" in book
        for field in attrs.fields(Rules):
            assert field.name in book or field.name == "seats"


# --- pictures ---


def test_a_picture_shows_the_house() -> None:
    state = play(position(children="l2 j4", objects="k1 m3", reserves=(10, 12)), "walk 2 j2")
    lines = to_text(ca.draw(view(state), EN)).split("\n")
    assert lines[:5] == [
        "Capharnaüm, round 1 of 4",
        "Seat 0: an adult walks",
        "",
        "     i   j   k   l   m   n   o   p",
        "   ┏━━━━━━━━━━━━┄┄┄━━━━┳━━━━━━━━━━━┓",
    ]
    assert lines[5] == " 1 ┃ *       ●       * ┃ *       * ┃"
    assert lines[6] == "   ┃   A               ┃   D       ┃"
    assert lines[7] == " 2 ┃    >0<            ┆           ┃"
    assert lines[11] == " 4 ┆    (1)      *               * ┃"
    assert lines[17] == " 7 ┆         o         ┆    (A)    ┆"
    assert lines[22] == "[ Outside ]"
    assert lines[24] == "Seat 0  reserve 10    [1]  -  [3] [4] [5] [6]"
    assert lines[25] == "Seat 1  reserve 12     1   2   3   4   5   6"
    assert lines[27] == "yellow bedroom (A)     kitchen (C)"
    assert lines[-1] == "* object square  ● object  o circle  (A) adult"
    assert ca.draw(view(state), EN).width == 46
    assert ca.draw(view(ca.new_game(Rules(seats=3))), EN).width == 68
    assert ca.draw(view(ca.new_game(Rules(seats=6))), EN).width == 100


def test_a_picture_in_french_and_its_description() -> None:
    scene = ca.draw(view(position(children="l2 out", objects="k1", reserves=(11, 12))), FR)
    assert scene.title == "Capharnaüm, manche 1 sur 4"
    assert scene.description == (
        f"Siège{NB}0{NB}: à l’enfant. "
        f"Enfant du siège{NB}0{NB}: l2, chambre jaune (A), 11 en réserve, jetons 1 2 3 4 5 6. "
        f"Enfant du siège{NB}1{NB}: dehors, 12 en réserve, jetons 1 2 3 4 5 6. Adultes{NB}: o7, cuisine (C). "
        f"Objets{NB}: k1, chambre jaune (A)."
    )
    assert "[ Dehors ] (1)" in to_text(scene)
    empty = ca.draw(view(ca.new_game(Rules())), EN)
    assert empty.description.startswith(
        "The table draws the seat that starts. Child of seat 0: not placed yet, 12 in reserve"
    )
    assert empty.description.endswith("Adults: none. Objects: none.")


def test_a_swept_child_and_its_adult_are_shown_side_by_side() -> None:
    scene = ca.draw(view(play(SWEEP, "send 2 j4 j3")), EN)
    assert " 3 ┃ *  A 1  ●       * ┃" in to_text(scene)
    assert "Seat 1: which object to pick up?" in to_text(scene)


def test_the_end_names_the_winners() -> None:
    over = play(position(Rules(rounds=1), children="j1 p1", turn=5, phase=Phase.ADULT), "send 6 o7 n7")
    assert "Game over. Won by seat 0 and seat 1" in to_text(ca.draw(view(over), EN))
    assert all(shape.phrase is None for shape in ca.draw(view(over), EN).shapes)


def test_what_is_last_put_down_is_marked() -> None:
    state = play(position(children="l1 p1"), "walk 1 out")
    marked = [shape for shape in ca.draw(view(state), EN).shapes if shape.marked]
    assert [(type(shape), shape.text) for shape in marked if isinstance(shape, Disc)] == [(Disc, "0")]
    state = play(state, "send 2 o7 n7")
    marked = [shape for shape in ca.draw(view(state), EN).shapes if shape.marked]
    assert [(shape.text, shape.fill) for shape in marked if isinstance(shape, Disc)] == [("A", Tone.INK)]


@pytest.mark.parametrize(
    "state",
    [
        play(ca.new_game(Rules()), "first 0"),
        play(ca.new_game(Rules()), "first 0", "adult k7"),
        position(children="j1 p1"),
        position(children="j1 p1", adults="j4", phase=Phase.ADULT, objects="n1"),
        CAUGHT,
        SWEEP,
        play(CAUGHT, "send 2 j4 j3 !A"),
        play(CAUGHT, "send 2 j4 j3 !A", "catch 0"),
        play(SWEEP, "send 2 j4 j3"),
        position(children="i1 j1", adults="i2"),
        position(children="out p1"),
    ],
)
def test_every_phrase_of_a_legal_move_can_be_clicked_and_nothing_else(state: State) -> None:
    scene = ca.draw(view(state), EN)
    clickable = {shape.phrase for shape in scene.shapes} - {None}
    assert clickable == {phrase for move in ca.legal_moves(state) for phrase in phrases_of(move)}
    for shape in scene.shapes:
        if isinstance(shape, Box | Disc | Text) and shape.phrase is not None:
            assert shape.hint or isinstance(shape, Text)


def test_rooms_side_by_side_have_different_floors() -> None:
    scene = ca.draw(view(ca.new_game(Rules(seats=6))), EN)
    plan = Rules(seats=6).plan
    floors = {(shape.x, shape.y): shape.fill for shape in scene.shapes if isinstance(shape, Box)}
    at = {plan.cells[square]: square for square in range(plan.out)}
    for (column, row), square in at.items():
        for beside in ((column + 1, row), (column, row + 1)):
            other = at.get(beside)
            if other is not None and plan.room[other] != plan.room[square]:
                here, there = ((4 + 4 * c, 5 + 2 * r) for c, r in ((column, row), beside))
                assert floors[here] != floors[there]


@given(rules_with_houses(), seeds)
@settings(max_examples=25)
def test_pictures_of_any_house_are_inside_their_frame(rules: Rules, seed: int) -> None:
    scene = ca.draw(view(random_position(rules, Random(seed))), FR)
    text = to_text(scene)
    assert len(text.split("\n")) >= scene.height
    assert max(map(len, text.split("\n"))) <= scene.width


# --- phrases as numbers ---


def test_a_walk_is_said_word_by_word() -> None:
    rules = Rules()
    actions = Actions(ca.GAME, rules)
    state = position(children="j1 p1")
    said: tuple[int, ...] = ()
    for phrase in ("walk 2", "j1", "+i1"):
        action = actions.number(phrase)
        assert action in actions.legal(state, said)
        result, move = actions.say(state, said, action)
        said = result
    assert move == ca.parse_move("walk 2 j1 +i1")


# --- numbers ---


def test_features_have_names_and_bounds() -> None:
    rules = Rules()
    names, bounds = ca.feature_names(rules), ca.feature_bounds(rules)
    phases = ("first", "adults", "children", "child", "adult", "catch", "pick", "over")
    assert names[:11] == ("round", "turn_of_round", *(f"phase_{phase}" for phase in phases), "mover_0")
    assert len(names) == len(set(names)) == len(bounds)
    assert bounds[names.index("reserve_1")] == (0, 24)
    assert bounds[names.index("round")] == (0, 4)
    state = play(SWEEP, "send 2 j4 j3")
    values = dict(zip(names, ca.features(view(state)), strict=True))
    on = {name for name, value in values.items() if value}
    assert on == {
        *("round", "phase_pick", "mover_1", "turn_of_0", "first_0", "swept_1", "reserve_0", "reserve_1"),
        *(f"token_0_{token}" for token in (3, 4, 5, 6)),
        *(f"token_1_{token}" for token in ALL),
        *("object_i1", "object_m1", "object_k3", "adult_j3", "child_0_p1", "child_1_j3"),
    }
    assert (values["round"], values["reserve_0"], values["reserve_1"], values["turn_of_round"]) == (1, 11, 10, 0)
    over = play(position(Rules(rounds=1), children="j1 p1", turn=5, phase=Phase.ADULT), "send 6 o7 n7")
    assert dict(zip(names, ca.features(view(over)), strict=True))["turn_of_round"] == 6
    caught = play(CAUGHT, "send 2 j4 j3 !A")
    assert dict(zip(names, ca.features(view(caught)), strict=True))["catching_A"] == 1


# --- views and states ---


@given(rules_with_houses(), seeds)
@settings(max_examples=25)
def test_a_view_has_one_world(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    state = ca.new_game(rules)
    for _ in range(rng.randint(0, 40)):
        moves = ca.legal_moves(state)
        if moves:
            state = ca.apply(state, rng.choice(moves))
    assert list(ca.worlds(view(state))) == [(1, state)]
    assert ca.sample_world(ca.observe(state, Seat(0)), rng) == state


@pytest.mark.parametrize(
    "changes",
    [
        {"children": (ca.Square("zz9"), ca.Square("p1"))},
        {"adults": (ca.Square("j1"), ca.Square("o7"))},
        {"reserves": (12, 11)},
        {"round": 2},
        {"turn_of": Seat(1)},
        {"catching": (ca.RoomLetter("Z"),)},
        {"tokens": ((), ())},
        {"objects": (ca.Square("j1"),)},
        {"reserves": (12, 10**30)},
        {"turn": 10**300},
        {"round": -(10**300)},
        {"swept": Seat(10**12)},
        {"first": Seat(-1)},
    ],
)
def test_a_view_that_no_state_gives_has_no_worlds(changes: dict[str, object]) -> None:
    seen = view(position(children="j1 p1"))
    with pytest.raises(WorldsError, match=r"^no state gives this view"):
        list(ca.worlds(attrs.evolve(seen, **changes)))  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize("token", [0, 7, -1, 8 * 10**9, 10**12, 10**300, True, 2.0, "2"])
def test_a_view_with_a_token_that_there_is_not_is_refused_before_it_is_a_bit(token: object) -> None:
    seen = view(position(children="j1 p1"))
    for tokens in ((token,), (*map(ca.Token, range(1, 6)), token)):
        bad = attrs.evolve(seen, tokens=(tokens, seen.tokens[1]))  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(WorldsError, match=r"^no state gives this view: tokens: 1 to 6$"):
            list(ca.worlds(bad))
        with pytest.raises(WorldsError, match=r"^no state gives this view: tokens: 1 to 6$"):
            ca.sample_world(bad, Random(1))


CHILD = position(children="j1 p1")
PICK = play(CAUGHT, "send 2 j4 j3 !A", "catch 1")
SWEPT = play(SWEEP, "send 2 j4 j3")
CATCH = play(CAUGHT, "send 2 j4 j3 !A")
DRAW = ca.new_game(Rules())
ADULTS = play(DRAW, "first 0")
KIDS = play(ADULTS, "adult k7")
WON = play(position(Rules(objects=2), children="j1 p1", objects="i3", reserves=(1, 2)), "walk 2 l1 +k1")
OVER = play(position(Rules(rounds=1), children="j1 p1", turn=5, phase=Phase.ADULT), "send 6 o7 n7")
THREE = position(Rules(seats=3), children="j1 p1 b2", adults="k7 o7")
AT = Rules().plan.index


@pytest.mark.parametrize(
    ("state", "changes", "problem"),
    [
        (CHILD, {"rules": None}, "rules and phase of their own types"),
        (CHILD, {"phase": "child"}, "rules and phase of their own types"),
        (CHILD, {"turn": True}, "turn, objects and last must be integers"),
        (CHILD, {"objects": 1.0}, "turn, objects and last must be integers"),
        (CHILD, {"children": [AT["j1"], AT["p1"]]}, "children must be integers"),
        (CHILD, {"children": (AT["j1"], None)}, "children must be integers"),
        (CHILD, {"adults": (None,)}, "adults must be integers"),
        (CHILD, {"pending": (None,)}, "pending must be integers"),
        (CHILD, {"children": (AT["j1"],)}, "children: one for each of the 2 seats"),
        (CHILD, {"reserves": (12,)}, "reserves: one for each of the 2 seats"),
        (CHILD, {"tokens": (126, 126, 126)}, "tokens: one for each of the 2 seats"),
        (CHILD, {"first": 2}, "first must be a seat"),
        (CHILD, {"first": False}, "first must be a seat"),
        (CHILD, {"swept": -1}, "swept must be a seat"),
        (CHILD, {"children": (AT["j1"], 65)}, "children: not a square"),
        (CHILD, {"children": (AT["j1"], -2)}, "children: not a square"),
        (CHILD, {"adults": (64,)}, "adults: not a square indoors"),
        (CHILD, {"adults": (-1,)}, "adults: not a square indoors"),
        (THREE, {"adults": (AT["k7"] + 40, AT["k7"])}, "adults: not ascending"),
        (THREE, {"adults": (AT["k7"] + 40, AT["k7"] + 40)}, "adults: not ascending"),
        (CHILD, {"objects": 1 << AT["j1"]}, "objects: not all on object squares"),
        (CHILD, {"objects": -1}, "objects: not all on object squares"),
        (CHILD, {"objects": 1 << 200}, "objects: not all on object squares"),
        (CHILD, {"reserves": (25, -1)}, "reserves: less than nothing"),
        (CHILD, {"reserves": (12, 10**5000)}, "reserves: more than the 24 objects that there are"),
        (CHILD, {"reserves": (12, 11)}, "23 objects where there are 24"),
        (CHILD, {"adults": (AT["k6"],)}, "an adult on the object square k6"),
        (CHILD, {"objects": 1 << AT["p1"], "reserves": (12, 11)}, "a child on the object on p1"),
        (CHILD, {"children": (AT["p1"], AT["p1"])}, "two children on p1"),
        (CHILD, {"children": (AT["o7"], AT["p1"])}, "a child and an adult on o7, or a swept child alone"),
        (SWEPT, {"adults": (AT["j4"],)}, "a child and an adult on j3, or a swept child alone"),
        (CHILD, {"children": (AT["out"], AT["out"])}, "2 children outside"),
        (
            position(Rules(house=BARE), children="a1 a2", adults="b2"),
            {"children": (6, 0)},
            "a child outside a house without openings",
        ),
        (CHILD, {"last": AT["k7"]}, "last: no pawn stands there"),
        (CHILD, {"last": -2}, "last: no pawn stands there"),
        # The set-up.
        (ADULTS, {"turn": 1}, "nothing has happened in the set-up"),
        (ADULTS, {"swept": Seat(0)}, "nothing has happened in the set-up"),
        (ADULTS, {"objects": 1 << AT["i1"], "reserves": (11, 12)}, "objects in the house in the set-up"),
        (ADULTS, {"reserves": (11, 13)}, "reserves: everybody has as many in the set-up"),
        (ADULTS, {"tokens": (126, 124)}, "tokens: everybody has all in the set-up"),
        (KIDS, {"adults": (AT["j7"],), "last": -1}, "adults start on green circles"),
        (KIDS, {"children": (AT["n2"], -1)}, "children start in bedrooms"),
        (DRAW, {"first": Seat(0)}, "first: not drawn yet"),
        (DRAW, {"rules": Rules(first=Seat(0))}, "first: not drawn yet"),
        (DRAW, {"mover": Seat(0)}, "the table draws the first seat"),
        (DRAW, {"adults": (AT["k7"],)}, "no pawn is placed before the draw"),
        (ADULTS, {"first": None}, "first: it is drawn"),
        (ADULTS, {"rules": Rules(first=Seat(1))}, "first: seat 1 starts under these rules"),
        (ADULTS, {"adults": (AT["k7"],)}, "adults: all are placed"),
        (ADULTS, {"children": (AT["j1"], -1)}, "children are placed after the adults"),
        (ADULTS, {"mover": Seat(1)}, "another seat is to move"),
        (KIDS, {"adults": (), "last": -1}, "adults: 1 are placed"),
        (KIDS, {"children": (-1, AT["j1"])}, "children: placed in turn"),
        (KIDS, {"children": (AT["j1"], AT["j2"])}, "children: placed in turn"),
        # Play.
        (CHILD, {"first": None}, "first: it is drawn"),
        (THREE, {"adults": (AT["k7"],)}, "adults: there are 2"),
        (CHILD, {"children": (-1, AT["p1"])}, "children: all are placed"),
        (CHILD, {"reserves": (0, 24)}, "an empty reserve ends the game"),
        (
            WON,
            {"reserves": (0, 0), "objects": sum(1 << AT[n] for n in ("i1", "k1", "m1", "i3"))},
            "an empty reserve ends",
        ),
        (CHILD, {"turn": -1}, "turn: out of range"),
        (CHILD, {"turn": 24}, "turn: out of range"),
        (CHILD, {"mover": Seat(1)}, "another seat is to move"),
        (CHILD, {"mover": False}, "another seat is to move"),
        (CHILD, {"mover": None}, "another seat is to move"),
        (CHILD, {"mover": CHANCE}, "another seat is to move"),
        (CHILD, {"pending": (0,)}, "somebody is to be caught, but nobody is asked"),
        (CHILD, {"tokens": (127, 126)}, "tokens: seat 0 holds something else"),
        (CHILD, {"tokens": (-2, 126)}, "tokens: seat 0 holds something else"),
        (CHILD, {"tokens": (254, 126)}, "tokens: seat 0 holds something else"),
        (CHILD, {"tokens": (126, 124)}, "tokens: seat 1 has spent 0"),
        (CAUGHT, {"tokens": (126, 126)}, "tokens: seat 0 has spent 1"),
        (CATCH, {"tokens": (124, 126)}, "tokens: seat 0 has spent 2"),
        (OVER, {"tokens": (2, 0)}, "tokens: all are spent at the end"),
        (OVER, {"mover": Seat(0)}, "nothing is asked after the end"),
        (OVER, {"pending": (0,)}, "nothing is asked after the end"),
        (OVER, {"reserves": (0, 24)}, "an empty reserve ends the game before the turn does"),
        (WON, {"reserves": (1, 1)}, "the game is over without a reason"),
        (WON, {"mover": Seat(0)}, "nothing is asked after the end"),
        # Settling.
        (CATCH, {"pending": (7,)}, "pending: not a room"),
        (CATCH, {"pending": (5,)}, "pending: not a room"),
        (CATCH, {"pending": (-1,)}, "pending: not a room"),
        (CATCH, {"pending": (0, 0)}, "pending: not by letter"),
        (CATCH, {"pending": (0, 1)}, "pending: a room without a child or object"),
        (
            CATCH,
            {"pending": (0, 2), "objects": CATCH.objects | 1 << AT["p1"], "reserves": (11, 10)},
            "pending: a room without a child or object",
        ),
        (CATCH, {"pending": (0, 2), "children": (AT["j2"], AT["n2"])}, "pending: a room without a child or object"),
        (CATCH, {"pending": ()}, "catch: there is no choice"),
        (CATCH, {"children": (AT["j2"], AT["p7"])}, "catch: there is no choice"),
        (CATCH, {"mover": Seat(1)}, "another seat is to move"),
        (PICK, {"mover": None}, "mover must be a seat"),
        (PICK, {"mover": 2}, "mover must be a seat"),
        (PICK, {"pending": ()}, "pick: there is no choice"),
        (PICK, {"objects": 1 << AT["i1"], "reserves": (12, 11)}, "pick: there is no choice"),
        (PICK, {"children": (AT["j2"], AT["p7"])}, "pick: that child is not in the room"),
        (SWEPT, {"mover": Seat(0)}, "pick: another child was swept"),
        (SWEPT, {"objects": 0, "reserves": (12, 12)}, "swept: nothing to pick up in that room"),
        (SWEPT, {"pending": (0,)}, "swept: nothing to pick up in that room"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: State, changes: dict[str, object], problem: str) -> None:
    with pytest.raises(StateError) as caught:
        ca.check_state(attrs.evolve(state, **changes))  # type: ignore[arg-type]  # wrong types are meant
    assert caught.value.problem.startswith(problem)


# --- bots ---


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_play_whole_games_and_the_same_again(seats: int) -> None:
    finals = []
    for _ in range(2):
        state = ca.new_game(Rules(seats=seats, first=Seat(1)))
        bots = [
            make(Random(seat))
            for seat, make in zip(range(seats), itertools.cycle(ca.GAME.policies.values()), strict=False)
        ]
        while state.mover is not None:
            assert isinstance(state.mover, int)
            move = bots[state.mover](ca.observe(state, state.mover), ca.legal_moves(state))
            state = ca.apply(state, move)
        finals.append(state)
    assert finals[0] == finals[1]
    assert list(ca.GAME.policies) == ["easy", "medium", "hard"]


def test_hard_beats_chance() -> None:
    wins = 0
    for game in range(6):
        rng = Random(game)
        bot = ca.hard(Random(game + 100))
        state = ca.new_game(Rules(first=Seat(game % 2)))
        while state.mover is not None:
            moves = ca.legal_moves(state)
            state = ca.apply(state, bot(view(state), moves) if state.mover == 0 else rng.choice(moves))
        result = ca.outcome(state)
        assert result is not None
        wins += result.winners == (0,)
    assert wins >= 5


def test_hard_takes_the_win_keeps_out_of_danger_and_sweeps_the_leader() -> None:
    win = position(Rules(objects=2), children="j1 p1", objects="i3", reserves=(1, 2))
    chosen = ca.hard(Random(1))(view(win), ca.legal_moves(win))
    assert isinstance(chosen, ca.Walk)
    assert chosen.drops
    sweep = position(children="p7 j3", adults="j4", objects="i1 m1 k3", phase=Phase.ADULT)
    assert str(ca.hard(Random(1))(view(sweep), ca.legal_moves(sweep))).split()[2:] == ["j4", "j3"]
    caught = play(CAUGHT, "send 2 j4 j3 !A")
    assert str(ca.hard(Random(1))(view(caught), ca.legal_moves(caught))) == "catch 1"
    # Sent into a room with both children and one or two objects, an adult makes the other one pick up.
    one = position(children="l2 i3", adults="i4", objects="i1", phase=Phase.ADULT)
    assert str(ca.hard(Random(1))(view(one), ca.legal_moves(one))).endswith("!A")
    two = position(children="l2 i3", adults="i4", objects="i1 k1", phase=Phase.ADULT)
    assert str(ca.hard(Random(1))(view(two), ca.legal_moves(two))).endswith("!A")
    assert ca.hard(Random(1))(view(PICK), ca.legal_moves(PICK)) in ca.legal_moves(PICK)
    stuck = position(children="i1 j1", adults="i2")
    assert str(ca.hard(Random(1))(view(stuck), ca.legal_moves(stuck))) == "stay 1"
    assert str(ca.medium(Random(1))(view(stuck), ca.legal_moves(stuck))).startswith("stay")
    closed = position(children="j4 i5", adults="i4", phase=Phase.ADULT)
    assert legal(closed)
    assert str(ca.hard(Random(1))(view(closed), ca.legal_moves(closed))).startswith("stay")

"""Pig drawn: scores around the felt, the dice of this turn in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gamelib.game import Action
from gamelib.texts import name_action, say, signed
from tests.new_game.gamelib.odds import RISK, gain, odds
from tests.new_game.gamelib.rules import Phase, Roll, Rolled, State, View
from widgets.drawing import Drawing
from widgets.scene import (
    BOARD,
    ODDS,
    SMALLEST,
    Cases,
    Choice,
    Item,
    Result,
    Scene,
    Tone,
    answer,
    fraction,
    ring,
    text,
)
from widgets.tabletop import BUTTON, DIE, FELT, PLATE, button, die, fan, plate, tag

TONES: dict[str, Tone] = {"lost": "bad", "more": "good", "kept": "good"}
ICONS = {"roll": "M-9 -9h18v18h-18zM-4 -4v.1M4 -4v.1M-4 4v.1M4 4v.1", "hold": "M-10 1l7 7l13 -15"}
MIDDLE, DICE = (480, 284), 206
"""The middle of the table, and how high the dice of a turn lie."""


class PigDrawing(Drawing[State, View]):
    """The game as the table asks for it."""

    def board(
        self, view: View, lang: str, names: Sequence[str], state: State | None = None
    ) -> Scene:
        """Return the table. Everybody sees the same; whoever looks sits at the bottom."""
        players = view.game.players
        bottom = 0 if view.seat is None or state is not None else view.seat
        items = [FELT, *_middle(view.state, lang), *_buttons(view, lang)]
        for place in range(players):
            seat = (bottom + place) % players
            items += _player(view, seat, place, names[seat], lang)
        return Scene(BOARD, say("pig.name", lang), tuple(items))

    def choices(self, view: View, lang: str, names: Sequence[str]) -> tuple[Choice, ...]:
        """Return a roll and, after the first one of a turn, to hold."""
        return tuple(_choice(view, action, lang, names) for action in _actions(view))

    def odds(self, view: View, lang: str, names: Sequence[str]) -> Scene:
        """Return the six faces, with what each brings; the 1 is marked as the one that hurts."""
        return Scene(ODDS, say("pig.odds.title", lang), tuple(_cases(view.state, lang)))

    def traced(self, scene: Scene, action: Action) -> Scene:
        """Return the board with a 1 on it, if one was rolled: the state has forgotten it."""
        if action != Rolled(1):
            return scene
        lost = Item("lost", MIDDLE[0] - DIE / 2, DICE, die(1, case=True), classes="tw-hurts")
        return replace(scene, items=(*scene.items, lost))


def _actions(view: View) -> tuple[Action, ...]:
    return view.game.actions(view.state) if view.seat == view.state.turn else ()


def _choice(view: View, action: Action, lang: str, names: Sequence[str]) -> Choice:
    rolls = action == Roll()
    return Choice(
        action=action,
        path=(f"do:{action.code}",),
        label=name_action(view.game, action, lang, names),
        question=say(f"pig.question.{action.code}", lang),
        marks=("face 1", "risk") if rolls else (),
        results=tuple(
            Result(code, say(f"pig.result.{code}", lang), chance, TONES[code])
            for code, chance in odds.results(view, action).items()
        ),
        asked="lost" if rolls else "",
        cases=Cases(1, 6, say("pig.cases.faces", lang)) if rolls else None,
    )


def _middle(state: State, lang: str) -> Iterator[Item]:
    places = fan(len(state.rolls), 400, DIE, 8)
    left = MIDDLE[0] - (places[-1] + DIE if places else 0) / 2
    for n, (x, face) in enumerate(zip(places, state.rolls, strict=True)):
        yield Item(f"die {n}", left + x, DICE, die(face), str(face), z=n)
    total = text(0, 0, sum(state.rolls), 36, "middle", 600)
    total += text(0, 22, say("pig.piece.turn", lang), SMALLEST, "middle", fill="var(--tw-soft)")
    yield Item("turn", MIDDLE[0], 298, total)


def _buttons(view: View, lang: str) -> Iterator[Item]:
    for action, x in zip(_actions(view), (-BUTTON[0] - 4, 4), strict=False):
        at, code = (MIDDLE[0] + x, 336), action.code
        yield button(f"do {code}", at, f"do:{code}", say(f"pig.verb.{code}", lang), ICONS[code])


def _player(view: View, seat: int, place: int, name: str, lang: str) -> Iterator[Item]:
    state, game = view.state, view.game
    x, y = ring(game.players, MIDDLE, (370, 158))[place]
    at = (x - PLATE[0] / 2, y - PLATE[1] / 2)
    count, total = state.scores[seat], game.target
    label = say("pig.piece.score", lang, seat=name, count=count, total=total)
    yield Item(f"seat {seat}", *at, plate(seat, name), label, z=2)
    if seat == state.turn:
        over = state.phase is Phase.OVER
        words = say(f"pig.tag.{'wins' if over else 'turn'}", lang)
        yield Item("tag", *at, tag(words, "good" if over else "act", outlined=True), z=1)
    score = text(0, 0, count, 36, "middle", 600)
    score += text(0, 20, f"/ {total}", SMALLEST, "middle", fill="var(--tw-soft)")
    yield Item(f"score {seat}", x + (105 if x < MIDDLE[0] + 1 else -105), y + 6, score)


def _cases(state: State, lang: str) -> Iterator[Item]:
    for face in range(1, 7):
        points = signed(face if face > 1 else -sum(state.rolls), lang, digits=0)
        label = say("pig.odds.face", lang, face=face, points=points)
        art = die(face, case=True) + text(68, 34, points, 24, weight=600)
        yield Item(f"face {face}", 16, 64 * face - 48, art, label)
    words = say("pig.odds.risk", lang)
    risk = answer(fraction(40, 452, RISK, 36)) + text(80, 458, words, SMALLEST)
    yield Item("risk", 0, 0, risk, words, told=str(RISK))
    art = text(0, 0, signed(gain(state), lang), 36, weight=600)
    art += text(0, 28, say("pig.odds.gain", lang), SMALLEST, fill="var(--tw-soft)")
    yield Item("gain", 16, 552, art)


drawing = PigDrawing()

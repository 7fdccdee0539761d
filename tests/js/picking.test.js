// Picking by itself: given choices, what is picked and a token, what comes next.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
	NOTHING_PICKED,
	extended,
	inReach,
	keptChosen,
	leads,
	lifted,
	pick,
	pickWhole,
	pointedAt,
	rechosen,
	shownChoice,
	unpick,
} from "../../widgets/static/table/picking.js";

const choice = (...path) => ({ path, label: path.join(" ") });
const CHOICES = [choice("draw"), choice("5", "Blaise"), choice("5", "Carl"), choice("2", "Blaise"), choice("5", "5")];

/** What has been chosen after clicks on tokens, each on the piece of the same name. */
const clicked = (...tokens) => tokens.reduce((picking, token) => pick(CHOICES, picking, token, `piece ${token}`), NOTHING_PICKED);

test("one click completes a choice of one token", () => {
	assert.deepEqual(clicked("draw"), { picked: ["draw"], touched: ["piece draw"], chosen: 0, pointed: -1 });
});

test("a choice of two tokens is open after the first", () => {
	assert.equal(clicked("5").chosen, -1);
	assert.equal(clicked("5", "Carl").chosen, 2);
});

test("another second token takes the place of the one before", () => {
	assert.deepEqual(clicked("5", "Carl", "Blaise").picked, ["5", "Blaise"]);
	assert.equal(clicked("5", "Carl", "Blaise").chosen, 1);
});

test("another first token begins again", () => {
	assert.deepEqual(clicked("5", "Carl", "2").picked, ["2"]);
	assert.deepEqual(clicked("5", "draw").picked, ["draw"]);
});

test("as much of what is picked as fits goes on: the longest way wins", () => {
	assert.deepEqual(extended(CHOICES, clicked("5"), "5"), ["5", "5"]);
	assert.deepEqual(extended(CHOICES, clicked("5", "Carl"), "5"), ["5", "5"]);
});

test("a token that no choice has changes nothing", () => {
	const before = clicked("5");
	assert.equal(pick(CHOICES, before, "Emmy", "piece"), before);
	assert.equal(extended(CHOICES, before, ""), undefined);
	assert.equal(extended(CHOICES, before, undefined), undefined);
	assert.equal(extended([], NOTHING_PICKED, "5"), undefined);
});

test("a picking is a value: clicks leave the one before as it was", () => {
	const before = clicked("5");
	const copy = structuredClone(before);
	pick(CHOICES, before, "Carl", "piece");
	unpick(CHOICES, before);
	assert.deepEqual(before, copy);
});

test("the last click is taken back", () => {
	assert.deepEqual(unpick(CHOICES, clicked("5", "Carl")).picked, ["5"]);
	assert.equal(unpick(CHOICES, clicked("5", "Carl")).chosen, -1);
	assert.deepEqual(unpick(CHOICES, clicked("draw")).picked, []);
});

test("a choice is picked as a whole", () => {
	const { picked, chosen } = pickWhole(CHOICES, clicked("2"), 2);
	assert.deepEqual([picked, chosen], [["5", "Carl"], 2]);
});

test("among other choices a picking is what it still can be", () => {
	const picking = clicked("5", "Carl");
	assert.equal(rechosen([CHOICES[0], CHOICES[2]], picking).chosen, 1);
	assert.equal(rechosen([CHOICES[0]], picking).chosen, -1);
	assert.equal(rechosen(CHOICES, NOTHING_PICKED).chosen, -1);
});

test("an explorer has always something chosen, if there is anything", () => {
	assert.equal(keptChosen(CHOICES, NOTHING_PICKED).chosen, 0);
	assert.equal(keptChosen(CHOICES, { ...NOTHING_PICKED, chosen: 3 }).chosen, 3);
	assert.equal(keptChosen(CHOICES.slice(0, 2), { ...NOTHING_PICKED, chosen: 3 }).chosen, 1);
	assert.equal(keptChosen([], NOTHING_PICKED).chosen, -1);
});

test("pointing tells what a click would complete", () => {
	assert.equal(pointedAt(CHOICES, NOTHING_PICKED, "draw"), 0);
	assert.equal(pointedAt(CHOICES, NOTHING_PICKED, "5"), -1);
	assert.equal(pointedAt(CHOICES, clicked("5"), "Carl"), 2);
	assert.equal(pointedAt(CHOICES, clicked("5"), undefined), -1);
});

test("shown is what is pointed at, else what is chosen, else what was played", () => {
	const picking = clicked("5", "Carl");
	assert.equal(shownChoice(CHOICES, { ...picking, pointed: 0 }, 3), CHOICES[0]);
	assert.equal(shownChoice(CHOICES, picking, 3), CHOICES[2]);
	assert.equal(shownChoice(CHOICES, NOTHING_PICKED, 3), CHOICES[3]);
	assert.equal(shownChoice(CHOICES, NOTHING_PICKED, null), undefined);
	assert.equal(shownChoice(CHOICES, clicked("5"), 3), undefined);
});

test("in reach is what comes next, or in place of the last when the choice is complete", () => {
	assert.deepEqual(inReach(CHOICES, NOTHING_PICKED), new Set(["draw", "5", "2"]));
	assert.deepEqual(inReach(CHOICES, clicked("5")), new Set(["Blaise", "Carl", "5"]));
	assert.deepEqual(inReach(CHOICES, clicked("5", "Carl")), new Set(["Blaise", "Carl", "5"]));
	assert.deepEqual(inReach([], NOTHING_PICKED), new Set());
});

test("of pieces with the same token the one clicked on is lifted, else the first", () => {
	const items = new Map(["left", "right"].map((key) => [key, { key, action: "5" }]));
	const picking = pick(CHOICES, NOTHING_PICKED, "5", "right");
	assert.deepEqual(lifted(items, picking), new Set(["right"]));
	assert.ok(lifted(items, pickWhole(CHOICES, NOTHING_PICKED, 1)).has("left"));
	items.delete("right");
	assert.deepEqual(lifted(items, picking), new Set(["left"]));
});

test("every token that can be clicked leads where a click on it would", () => {
	for (const picking of [clicked(), clicked("5"), clicked("5", "Carl")]) {
		const paths = leads(CHOICES, picking);
		for (const token of ["draw", "5", "2", "Blaise", "Carl", "nobody"])
			assert.deepEqual(paths.get(token), extended(CHOICES, picking, token), token);
	}
});

// Choosing by itself: given options, what is picked and a token, what comes next.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
	NO_CHOICE,
	extended,
	inReach,
	keptChoice,
	lifted,
	pick,
	pickWhole,
	pointedAt,
	rechosen,
	shownOption,
	unpick,
} from "../../widgets/static/table/choice.js";

const option = (...path) => ({ path, label: path.join(" ") });
const OPTIONS = [option("draw"), option("5", "Blaise"), option("5", "Carl"), option("2", "Blaise"), option("5", "5")];

/** What has been chosen after clicks on tokens, each on the piece of the same name. */
const clicked = (...tokens) => tokens.reduce((choice, token) => pick(OPTIONS, choice, token, `piece ${token}`), NO_CHOICE);

test("one click chooses an option of one token", () => {
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
	assert.deepEqual(extended(OPTIONS, clicked("5"), "5"), ["5", "5"]);
	assert.deepEqual(extended(OPTIONS, clicked("5", "Carl"), "5"), ["5", "5"]);
});

test("a token that no option has changes nothing", () => {
	const before = clicked("5");
	assert.equal(pick(OPTIONS, before, "Emmy", "piece"), before);
	assert.equal(extended(OPTIONS, before, ""), undefined);
	assert.equal(extended(OPTIONS, before, undefined), undefined);
	assert.equal(extended([], NO_CHOICE, "5"), undefined);
});

test("a choice is a value: clicks leave the one before as it was", () => {
	const before = clicked("5");
	const copy = structuredClone(before);
	pick(OPTIONS, before, "Carl", "piece");
	unpick(OPTIONS, before);
	assert.deepEqual(before, copy);
});

test("the last click is taken back", () => {
	assert.deepEqual(unpick(OPTIONS, clicked("5", "Carl")).picked, ["5"]);
	assert.equal(unpick(OPTIONS, clicked("5", "Carl")).chosen, -1);
	assert.deepEqual(unpick(OPTIONS, clicked("draw")).picked, []);
});

test("an option is chosen as a whole", () => {
	const { picked, chosen } = pickWhole(OPTIONS, clicked("2"), 2);
	assert.deepEqual([picked, chosen], [["5", "Carl"], 2]);
});

test("before other options a choice is what it still can be", () => {
	const choice = clicked("5", "Carl");
	assert.equal(rechosen([OPTIONS[0], OPTIONS[2]], choice).chosen, 1);
	assert.equal(rechosen([OPTIONS[0]], choice).chosen, -1);
	assert.equal(rechosen(OPTIONS, NO_CHOICE).chosen, -1);
});

test("an explorer has always something chosen, if there is anything", () => {
	assert.equal(keptChoice(OPTIONS, NO_CHOICE).chosen, 0);
	assert.equal(keptChoice(OPTIONS, { ...NO_CHOICE, chosen: 3 }).chosen, 3);
	assert.equal(keptChoice(OPTIONS.slice(0, 2), { ...NO_CHOICE, chosen: 3 }).chosen, 1);
	assert.equal(keptChoice([], NO_CHOICE).chosen, -1);
});

test("pointing tells what a click would choose", () => {
	assert.equal(pointedAt(OPTIONS, NO_CHOICE, "draw"), 0);
	assert.equal(pointedAt(OPTIONS, NO_CHOICE, "5"), -1);
	assert.equal(pointedAt(OPTIONS, clicked("5"), "Carl"), 2);
	assert.equal(pointedAt(OPTIONS, clicked("5"), undefined), -1);
});

test("shown is what is pointed at, else what is chosen, else what was played", () => {
	const choice = clicked("5", "Carl");
	assert.equal(shownOption(OPTIONS, { ...choice, pointed: 0 }, 3), OPTIONS[0]);
	assert.equal(shownOption(OPTIONS, choice, 3), OPTIONS[2]);
	assert.equal(shownOption(OPTIONS, NO_CHOICE, 3), OPTIONS[3]);
	assert.equal(shownOption(OPTIONS, NO_CHOICE, null), undefined);
	assert.equal(shownOption(OPTIONS, clicked("5"), 3), undefined);
});

test("in reach is what comes next, or in place of the last when the choice is complete", () => {
	assert.deepEqual(inReach(OPTIONS, NO_CHOICE), new Set(["draw", "5", "2"]));
	assert.deepEqual(inReach(OPTIONS, clicked("5")), new Set(["Blaise", "Carl", "5"]));
	assert.deepEqual(inReach(OPTIONS, clicked("5", "Carl")), new Set(["Blaise", "Carl", "5"]));
	assert.deepEqual(inReach([], NO_CHOICE), new Set());
});

test("of pieces with the same token the one clicked on is lifted, else the first", () => {
	const items = new Map(["left", "right"].map((key) => [key, { key, action: "5" }]));
	const choice = pick(OPTIONS, NO_CHOICE, "5", "right");
	assert.deepEqual(lifted(items, choice), new Set(["right"]));
	assert.ok(lifted(items, pickWhole(OPTIONS, NO_CHOICE, 1)).has("left"));
	items.delete("right");
	assert.deepEqual(lifted(items, choice), new Set(["left"]));
});

// What the log and the tree of lines work out: by themselves, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { judged } from "../../widgets/static/table/journal.js";
import { spread } from "../../widgets/static/table/lines.js";

/** A choice that goes wrong with some chance. */
const choice = (bad, asked = "bad") => ({
	asked,
	results: [["bad", "it goes wrong", "bad", "1", "4", "25%", bad], ["good", "it goes well", "good", "3", "4", "75%", 1 - bad]],
});
const frame = (played, choices, more = {}) => ({ played, choices, came: [], standing: null, ...more });

test("a choice is held against the one that risked least, of those about which something is asked", () => {
	const choices = [choice(0.5), choice(0.25), choice(0, "")];
	const { best, risk, by } = judged(frame(0, choices));
	assert.deepEqual([best, risk, by], [choices[1], 0.5, 0.25]);
	assert.equal(judged(frame(1, choices)).by, 0);
	assert.equal(judged(frame(2, choices)), undefined);
	assert.equal(judged(frame(null, choices)), undefined);
	assert.equal(judged(frame(null, [])), undefined);
});

test("buttons stand where they are wanted, beside each other where they would lie over another", () => {
	const near = (found, expected) => found.forEach((one, n) => assert.ok(Math.abs(one - expected[n]) < 1e-9, `${found}`));
	near(spread([0, 0.5, 0.2], 0.1), [0, 0.5, 0.2]);
	near(spread([0, 0.5, 0.5], 0.1), [0, 0.5, 0.6]);
	near(spread([0, 1, 1, 2], 0.1), [0, 0.8, 0.9, 1]);
	near(spread([0, 0, 0], 0.9), [0, 0.5, 1]);
	near(spread([0], 0.1), [0]);
});

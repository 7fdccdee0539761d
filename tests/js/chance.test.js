// Chances in words, by themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { certainty, isLong, stated } from "../../widgets/static/table/chance.js";

const TEXTS = { cases: "{favourable} of {total} {of}", certain: "certain", impossible: "impossible" };
const words = {
	t: (key, values = {}) => TEXTS[key].replace(/\{(\w+)\}/g, (_, name) => values[name]),
	number: (value) => value.toLocaleString("en"),
};
const told = (chance, known = {}) => stated(chance, known, words);

test("cases come first, then the reduced fraction, then per cent", () => {
	assert.equal(told(["13", "19", "68.4%"]), "13/19 = 68.4%");
	assert.equal(told(["13", "19", "68.4%"], { cases: [26, 38, "unseen cards"] }), "26 of 38 unseen cards = 13/19 = 68.4%");
});

test("a fraction that is what is counted is not told twice", () => {
	assert.equal(told(["7", "9", "77.8%"], { cases: [7, 9, "cards"] }), "7 of 9 cards = 77.8%");
});

test("what is certain or impossible is a word, unless it rests on trials", () => {
	assert.equal(told(["1", "1", "100.0%"]), "certain");
	assert.equal(told(["0", "1", "0.0%"], { cases: [0, 38, "cards"] }), "0 of 38 cards – impossible");
	assert.equal(certainty(["1", "1", "100.0%"], 50), "");
	assert.equal(told(["0", "1", "0.0%"], { trials: 50 }), "0/1 ≈ 0.0%");
});

test("a fraction of more than eight digits gives way to the percentage", () => {
	assert.equal(isLong(["1234", "5678", "21.7%"]), false);
	assert.equal(isLong(["1234", "56789", "2.2%"]), true);
	assert.equal(told(["1234", "56789", "2.2%"]), "2.2%");
	assert.equal(told(["1234", "56789", "2.2%"], { cases: [2468, 113578, "deals"] }), "2,468 of 113,578 deals = 2.2%");
});

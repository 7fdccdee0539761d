// Films by themselves: lines become frames, and what goes by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { ahead, askedOf, develop, glimpse, goesOn, pauseBefore, spliced, unpack } from "../../widgets/static/table/film.js";

const CARD = { x: 10, y: 20, svg: "<rect/>", label: "a card" };

/** A line of a film. */
function line({ put = [], gone = [], ...more } = {}) {
	const blank = { chance: null, turn: "0", over: false, odds: { put: [], gone: [] }, played: null };
	return JSON.stringify({ ...blank, board: { put, gone, title: "Table" }, ...more });
}

const LINES = [
	line({ put: [["card", CARD], ["pile", { z: 3 }]] }),
	line({ put: [["card", { x: 50 }]] }),
	line({ gone: ["card"], said: ["It is gone."] }),
];

const packed = (text) => new DataView(Uint8Array.from(deflateSync(text)).buffer);
const boards = (film) => film.frames.map(({ board }) => [...board.items.keys()]);

test("a packed film is unpacked line by line, and nothing is no film", async () => {
	assert.deepEqual(await unpack(packed(LINES.join("\n"))), LINES);
	assert.deepEqual(await unpack(undefined), []);
	assert.deepEqual(await unpack(new DataView(new ArrayBuffer(0))), []);
});

test("bytes that are no film are refused", async () => {
	await assert.rejects(unpack(new DataView(new ArrayBuffer(9))));
});

test("a frame is the frame before it and what has changed", () => {
	const film = develop(LINES);
	assert.equal(film.fault, undefined);
	assert.deepEqual(boards(film), [["card", "pile"], ["card", "pile"], ["pile"]]);
	const card = film.frames[1].board.items.get("card");
	assert.deepEqual(card, { ...CARD, key: "card", x: 50, z: 0, action: "", classes: "", via: [], told: "" });
});

test("what stays as it is is the same object, so that a step need not look at it", () => {
	const [first, second] = develop(LINES).frames;
	assert.equal(first.board.items.get("pile"), second.board.items.get("pile"));
	assert.notEqual(first.board.items.get("card"), second.board.items.get("card"));
	assert.equal(first.board.items.get("card").x, 10);
});

test("a title holds until another comes", () => {
	const untitled = JSON.parse(LINES[1]);
	delete untitled.board.title;
	const { frames } = develop([LINES[0], JSON.stringify(untitled)]);
	assert.equal(frames[1].board.title, "Table");
});

test("what a line leaves out is there all the same", () => {
	const [frame] = develop([line({ choices: [{ path: ["a"], label: "A" }] })]).frames;
	assert.deepEqual([frame.said, frame.status, frame.asker], [[], "", ""]);
	assert.deepEqual(frame.choices[0].results, []);
	assert.equal(askedOf(frame.choices[0]), undefined);
});

test("known lines are not read twice, up to the first that is another", () => {
	const known = develop(LINES).frames;
	const again = develop([LINES[0], LINES[2], LINES[2]], known).frames;
	assert.equal(again[0], known[0]);
	assert.notEqual(again[2], known[2]);
	assert.equal(develop(LINES, known).frames[2], known[2]);
});

for (const [what, broken] of Object.entries({
	"no JSON": "{",
	"no board": JSON.stringify({ odds: { put: [], gone: [] } }),
	"a place that is no number": line({ put: [["card", { x: "left" }]] }),
	"a choice without a path": line({ choices: [{ label: "A" }] }),
}))
	test(`a film is good up to a line with ${what}, and the fault is told`, () => {
		const film = develop([LINES[0], broken, LINES[1]]);
		assert.equal(film.frames.length, 1);
		assert.match(film.fault, /^1: ./);
	});

test("a reel says from which frame on a film is another", () => {
	assert.deepEqual(spliced(LINES, ["1", "new"]), [LINES[0], "new"]);
	assert.deepEqual(spliced(LINES, ["3", "new", "newer"]), [...LINES, "new", "newer"]);
	assert.deepEqual([["1", "a", "b"], ["2", "c"]].reduce(spliced, LINES), [LINES[0], "a", "c"]);
});

test("frames that come ahead of the film go where they belong", () => {
	const known = develop(LINES).frames;
	const film = ahead(known, ["2", LINES[1], LINES[2]]);
	assert.deepEqual(film.frames.map((frame) => frame.line), [LINES[0], LINES[1], LINES[1], LINES[2]]);
	assert.equal(film.frames[1], known[1]);
	assert.equal(known.length, 3);
});

test("frames after a gap wait for the film", () => {
	const known = develop(LINES).frames;
	assert.equal(ahead(known, ["3", ...LINES]), undefined);
	assert.equal(ahead([], ["0", ...LINES]), undefined);
	assert.equal(ahead(known, []), undefined);
});

test("a frame told whole can be seen before the film it is from", () => {
	const known = develop(LINES).frames;
	const whole = line({ put: [["dice", CARD]] });
	const inside = glimpse(known, ["1", whole]);
	assert.deepEqual(boards(inside), [["card", "pile"], ["dice"], ["pile"]]);
	const beyond = glimpse(known, ["4", whole]);
	assert.equal(beyond.frames.length, 5);
	assert.deepEqual(boards(beyond)[4], ["dice"]);
	assert.equal(known[1].board.items.has("card"), true);
});

test("a frame that cannot be read changes nothing, and the fault is told", () => {
	const known = develop(LINES).frames;
	const film = glimpse(known, ["1", "{"]);
	assert.deepEqual(film.frames, known);
	assert.match(film.fault, /^0: ./);
});

test("chance and computers go on by themselves, people and the end do not", () => {
	const frame = (more) => develop([line(more)]).frames[0];
	assert.equal(goesOn(frame({ turn: null }), ["0"]), true);
	assert.equal(goesOn(frame({ turn: "1" }), ["0"]), true);
	assert.equal(goesOn(frame({ turn: "0" }), ["0"]), false);
	assert.equal(goesOn(frame({ turn: "0" }), undefined), true);
	assert.equal(goesOn(frame({ turn: "1", choices: [{ path: ["a"], label: "A" }] }), ["0"]), false);
	assert.equal(goesOn(frame({ turn: null, over: true }), []), false);
	assert.equal(goesOn(undefined, []), false);
});

test("chance is quicker than a player, and twice the pace halves the pause", () => {
	const [player, chance] = develop([line(), line({ chance: ["1", "2", "50 %"] })]).frames;
	assert.ok(pauseBefore(chance, 1) < pauseBefore(player, 1));
	assert.equal(pauseBefore(player, 2), pauseBefore(player, 1) / 2);
});

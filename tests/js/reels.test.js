// Reading films by itself: reels, what comes ahead of them, and what comes too late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";

import { Reels } from "../../widgets/static/table/reels.js";

const packed = (...lines) => new DataView(Uint8Array.from(deflateSync(lines.join("\n"))).buffer);
const nothing = { put: [], gone: [] };
const line = (said) => JSON.stringify({ said: [said], board: nothing, odds: nothing, chance: null, played: null });
const said = (film) => film.frames.map((frame) => frame.said[0]);

/** A reader of the films in some traits; the frames it was last given are the ones that are known. */
function reader(traits) {
	const reels = new Reels({ get: (name) => traits[name] }, () => reels.frames ?? []);
	return reels;
}

test("a film is its beginning and as many reels as count", async () => {
	const traits = {
		film: packed(line("a"), line("b")),
		reel1: packed("1", line("c"), line("d")),
		reel2: packed("3", line("e")),
		setting: { reels: 2 },
	};
	const reels = reader(traits);
	assert.deepEqual(said(await reels.film()), ["a", "c", "d", "e"]);
	traits.setting = { reels: 1 };
	assert.deepEqual(said(await reels.film()), ["a", "c", "d"]);
});

test("of two films the newer one is shown", async () => {
	const traits = { film: packed(line("a")), setting: {} };
	const reels = reader(traits);
	const first = reels.film();
	traits.film = packed(line("b"));
	const second = reels.film();
	assert.equal(await first, undefined);
	assert.deepEqual(said(await second), ["b"]);
});

test("frames ahead of a film are not shown when it is there, or when nothing came of them", async () => {
	const reels = reader({ film: packed(line("a"), line("b")), setting: {} });
	({ frames: reels.frames } = await reels.film());
	const reel = packed("1", line("x"));
	const seen = await reels.ahead(false, reel);
	assert.deepEqual([said(seen), seen.at], [["a", "x"], 1]);
	const [late, film] = [reels.ahead(false, reel), reels.film()];
	assert.equal(await late, undefined);
	assert.deepEqual(said(await film), ["a", "b"]);
	const lost = reels.ahead(true, reel);
	reels.forget();
	assert.equal(await lost, undefined);
});

test("bytes that are no film leave the frames that are known, and are told", async () => {
	const reels = reader({ film: new DataView(new ArrayBuffer(9)), setting: {} });
	const film = await reels.film();
	assert.deepEqual(film.frames, []);
	assert.ok(film.fault);
});

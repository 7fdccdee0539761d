// The line to the kernel by itself, and who gets the mouse.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextHolder } from "../../widgets/static/table/handover.js";
import { Kernel } from "../../widgets/static/table/kernel.js";

/** A line to a kernel whose answers the test gives, and what was told about it. */
function line(traits = {}) {
	const [sent, told, handlers] = [[], [], {}];
	const model = {
		get: (name) => traits[name],
		send: (message) => sent.push(message),
		on: (event, handler) => (handlers[event] = handler),
		off: (event) => delete handlers[event],
	};
	const busy = (now) => told.push(now ? "busy" : "free");
	const kernel = new Kernel(model, { guard: (handler) => handler, busy, lost: () => told.push("lost") });
	return { kernel, model, traits, sent, told, handlers };
}

test("a message has an id of its own, and is waited for", () => {
	const { kernel, sent, told } = line();
	kernel.send("undo", { branch: 0 });
	kernel.send("play", { path: ["a"] });
	assert.deepEqual(sent.map(({ id, ...rest }) => rest), [{ do: "undo", branch: 0 }, { do: "play", path: ["a"] }]);
	assert.equal(sent[1].id, sent[0].id + 1);
	assert.ok(kernel.waiting);
	assert.equal(told.at(-1), "busy");
	kernel.close();
});

test("the answer to the last message ends the waiting, older ones and other views' do not", () => {
	const { kernel, traits, sent } = line();
	kernel.send("undo", {});
	kernel.send("undo", {});
	traits.notice = { id: sent[0].id, kind: "ok", text: "" };
	assert.equal(kernel.answer(), undefined);
	assert.ok(kernel.waiting);
	traits.notice = { id: sent[1].id, kind: "ok", text: "" };
	assert.equal(kernel.answer(), traits.notice);
	assert.ok(!kernel.waiting);
});

test("what can wait is not waited for, gives way to what cannot, and its answer is nobody's", () => {
	const { kernel, model, traits, sent, told } = line();
	kernel.send("undo", {});
	kernel.whisper("weigh", { path: ["a"] });
	assert.equal(sent.length, 1);
	traits.notice = { id: sent[0].id, kind: "ok", text: "" };
	kernel.answer();
	told.length = 0;
	kernel.whisper("weigh", { path: ["a"] });
	assert.deepEqual([sent[1].do, kernel.waiting, told], ["weigh", false, []]);
	traits.notice = { id: sent[1].id, kind: "ok", text: "" };
	assert.equal(kernel.answer(), undefined);
	model.send = () => assert.fail("closed");
	kernel.whisper("weigh", { path: ["a"] });
	assert.equal(told.at(-1), "lost");
});

test("a notice to nobody is for everybody, and nothing waited for has come", () => {
	const { kernel, traits } = line();
	assert.deepEqual(kernel.answer(), {});
	kernel.send("undo", {});
	traits.notice = { id: 0, kind: "error", text: "A player fell asleep." };
	assert.equal(kernel.answer(), traits.notice);
	assert.ok(kernel.waiting);
	kernel.close();
});

test("a kernel that does not answer is lost after a while", ({ mock }) => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { kernel, told } = line();
	kernel.send("undo", {});
	mock.timers.tick(3999);
	assert.deepEqual(told, ["busy"]);
	mock.timers.tick(1);
	assert.deepEqual(told, ["busy", "free", "lost"]);
	assert.ok(!kernel.waiting);
});

test("a kernel that cannot be reached is lost at once", () => {
	const { kernel, model, told } = line();
	model.send = () => {
		throw new Error("the comm is closed");
	};
	kernel.send("undo", {});
	assert.deepEqual(told, ["busy", "free", "lost"]);
});

test("a closed view hears nothing and waits for nothing", ({ mock }) => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { kernel, told, handlers } = line();
	kernel.on("film", () => {});
	kernel.heedLoss();
	assert.deepEqual(Object.keys(handlers), ["change:film", "comm:close"]);
	kernel.send("undo", {});
	kernel.close();
	mock.timers.tick(10_000);
	assert.deepEqual(handlers, {});
	assert.deepEqual(told, ["busy"]);
});

test("the mouse is passed to whose eyes we look through, then to whose turn it is", () => {
	const setting = { handover: true, seat: "0", people: ["0", "1"] };
	assert.equal(nextHolder(setting, "1", null), "0");
	assert.equal(nextHolder(setting, "0", "1"), "1");
	assert.equal(nextHolder(setting, "0", "0"), undefined);
	assert.equal(nextHolder(setting, "0", "2"), undefined);
	assert.equal(nextHolder(setting, "0", null), undefined);
});

test("nobody passes the mouse where one person plays, or where all cards are open", () => {
	assert.equal(nextHolder({ handover: false, seat: "0", people: ["0"] }, "1", "1"), undefined);
	assert.equal(nextHolder({ handover: true, seat: "open", people: ["0", "1"] }, "0", "1"), undefined);
	assert.equal(nextHolder({}, undefined, "0"), undefined);
});

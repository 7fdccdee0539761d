// What the kernel and the page say to each other. The other side of it is Python: `stage.py` has the
// traits, `film.py` writes the frames, `table.py`, `explorer.py` and `question.py` answer the messages.

/** A chance: numerator, denominator, per cent in words, and the share as a number. */
export type Chance = [top: string, bottom: string, percent: string, share: number];

/** What may come of a choice: a code, the event in words, what it means to whoever chooses, a chance. */
export type Result = [code: string, label: string, tone: "good" | "bad" | "", ...Chance];

/** What is counted in the picture: so many of so many, and of what. */
export type Cases = [favourable: number, total: number, of: string];

/** What a menu offers: a value and its words. */
export type Entry = [value: string | number, label: string, ...rest: unknown[]];

/** A line of the match: its number and name, the step at which it begins, and the line it began on. */
export type Branch = [line: number, name: string, at: number, from: number];

/** A point on a picture. */
export interface Point {
	x: number;
	y: number;
}

/** One piece of a picture; `Item` in scene.py says what each field is for. */
export interface Item extends Point {
	key: string;
	z: number;
	svg: string;
	label: string;
	action: string;
	classes: string;
	via: Point[];
	told: string;
}

/** How one picture becomes the next: only what is new about a piece is told. */
export interface Change {
	title?: string;
	put: [key: string, change: Partial<Item>][];
	gone: string[];
}

/** An action that is offered; `Choice` in scene.py says what each field is for. */
export interface Choice {
	path: string[];
	label: string;
	question: string;
	results: Result[];
	asked: string;
	cases: Cases | null;
	marks: string[];
	hurts: string[];
	trials: number;
	entry: string;
}

/** One line of a film: a moment of the match, told as changes from the moment before. */
export interface Line {
	said?: string[];
	chance: [top: string, bottom: string, percent: string] | null;
	status?: string;
	turn: string | null;
	over: boolean;
	board: Change;
	odds: Change;
	asker?: string;
	choices?: Choice[];
	played: number | null;
	/** The labels of the rules that the step followed. */
	rules?: string[];
	/** How well the seat stands, from 0 to 1. */
	standing?: number | null;
	/** Decisions whose outcome is known now: the frame of each, and the code of the result it had. */
	came?: [at: number, code: string][];
	/** What the match came to, once it is over. */
	summary?: string;
}

/**
 * What the kernel sends beside the traits. None of it is kept in a notebook: frames ahead of the film
 * that will bring them, trials while they are made, and a record or a seed for whoever asked for it.
 */
export type Told =
	/** With a reel. A frame that is `alone` is told whole, not as a change from the one before. */
	| { do: "ahead"; alone: boolean }
	| { do: "trials"; trials: Trials }
	| { do: "copy"; id: number; text: string }
	/** What words of one's own would come to, if they were played at a frame. */
	| { do: "weighed"; at: number; text: string; choice: Choice };

/** The kernel's answer to a message, by the message's id; 0 is meant for every view. */
export interface Notice {
	id: number;
	kind: "ok" | "error";
	text: string;
}

/** How a choice turned out when it was tried many times. */
export interface Trials {
	at: number;
	path: string[];
	done: number;
	counts: Record<string, number>;
}

/** A guess that was given before the chance was shown. */
export interface Guess {
	step: number;
	action: string;
	guess: number;
	exact: number[];
}

/** A control of an explorer's own. */
export interface Control {
	id: string;
	kind: "slider" | "select" | "button";
	label: string;
	value: unknown;
	min?: number;
	max?: number;
	step?: number;
	options?: Entry[];
}

/** What the table is set to. */
export interface Setting {
	kind: "table" | "explorer";
	title: string;
	/** Whose eyes we look through: a seat, "public" or "open". */
	seat: string;
	seats: Entry[];
	lang: string;
	langs: Entry[];
	/** The seats that persons play. */
	people: string[];
	/** Seat, name and player. */
	players: [seat: string, name: string, player: string][];
	/** Who can play a seat. */
	candidates: Entry[];
	branch: number;
	/** The frame to show first, and after each jump. */
	start: number;
	/** How often the kernel has sent the page to a frame. */
	jumps: number;
	/** How often the film has changed, and how many reels it now has. */
	takes: number;
	reels: number;
	/** The pictures' widths and heights. */
	board: [number, number];
	odds: [number, number];
	/** Whether people share the screen, and pass the mouse. */
	handover: boolean;
	trial_sizes: number[];
	undo: boolean;
	redo: boolean;
}

/** What the page may ask for; the kernel answers each message by a notice. */
export interface Asks {
	play: { at: number; of: number; path: string[]; text: string };
	try: { at: number; of: number; path: string[]; times: number };
	weigh: { at: number; of: number; path: string[]; text: string };
	branch: { at: number; of: number };
	switch: { branch: number };
	undo: object;
	redo: object;
	step: object;
	seat: { seat: string; at: number };
	lang: { lang: string; at: number };
	player: { seat: number; player: string };
	load: { record: string };
	record: object;
	position: { at: number };
	seed: object;
	press: { token: string };
	set: { control: string; value: unknown };
}

export type Bytes = DataView<ArrayBuffer>;

/** What the kernel and the page both see. */
export interface Traits {
	/** The frames that there were at first: lines of JSON, deflated. */
	film: Bytes;
	/** What came later: the number of a frame, then the lines that take its place and follow it. */
	[reel: `reel${number}`]: Bytes;
	/** The words of the controls, by key. */
	ui: Record<string, string>;
	setting: Setting;
	/** The match and what branched off from it. */
	branches: Branch[];
	/** The rules by label, the table as Python writes it, and what the chart measures. */
	rules: { rules?: [label: string, words: string][]; options?: string; measure?: string };
	controls: Control[];
	notice: Notice;
	trials: Trials;
	guesses: Guess[];
	projector: boolean;
	predict: boolean;
	show_odds: boolean;
}

/** A drawing as one piece of source, where nothing moves. */
export interface Drawing {
	width: number;
	height: number;
	title: string;
	svg: string;
}

/** An exercise: what is asked, how far a student has got, and what may be seen of the answer. */
export interface Asked {
	title: string;
	position: string;
	question: string;
	precision: string;
	/** Whether the answer is a function, which is checked in a cell. */
	function: boolean;
	board: Drawing | null;
	outcome: string;
	verdict: string;
	tries: number;
	tried: boolean;
	hints: string[];
	may_hint: boolean;
	may_solve: boolean;
	solution: string;
	odds: Drawing | null;
}

/** What the kernel and a question's page both see. */
export interface QuestionTraits {
	asked: Asked;
	ui: Record<string, string>;
	/** `patience` is after how many tries the solution may be seen. */
	setting: { lang: string; langs: Entry[]; patience: number };
	notice: Notice;
	projector: boolean;
}

/** What a question's page may ask for. */
export interface QuestionAsks {
	check: { answer: string };
	hint: object;
	solve: object;
	lang: { lang: string };
}

/** What anywidget gives to a view. */
export interface Model<Traits> {
	get<Name extends keyof Traits>(trait: Name): Traits[Name] | undefined;
	set<Name extends keyof Traits>(trait: Name, value: Traits[Name]): void;
	save_changes(): void;
	send(message: object): void;
	on(event: string, handler: (...values: any[]) => void): void;
	off(event: string, handler: (...values: any[]) => void): void;
}

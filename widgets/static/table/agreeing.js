// People who share a screen are asked before anything is shown that lays everybody's cards open.

import { html } from "./dom.js";

/** @import { State } from "./state.js" */
/** @import { Words } from "./words.js" */

/** @typedef {(what: "record" | "position" | "seed" | "open") => Promise<boolean>} Agreed  whether it may be shown */

/** @param {State} state @param {Words} words */
export function agreeing(state, { t }) {
	const id = `tw-agree-${state.kernel.sent}`;
	const dialog = html("dialog.agree", { role: "alertdialog" });
	dialog.setAttribute("aria-labelledby", id);
	// What is typed here is not meant for the table, nor for the notebook around it.
	dialog.onkeydown = (event) => event.stopPropagation();

	/** @type {Agreed} */
	async function agreed(what) {
		if (!state.setting.handover) return true;
		const asks = html("p", { id }, t(`agree_${what}`));
		const stay = html("button.do", { onclick: () => dialog.close() }, t("agree_no"));
		const show = html("button", { onclick: () => dialog.close("yes") }, t("agree_yes"));
		dialog.replaceChildren(asks, html("div.row", {}, stay, show));
		dialog.returnValue = "";
		dialog.showModal();
		stay.focus(); // the harmless one
		await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
		return dialog.returnValue === "yes";
	}

	return { dialog, agreed };
}

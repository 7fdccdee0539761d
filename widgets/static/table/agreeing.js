// People who share a screen are asked before anything is shown that lays everybody's cards open.

import { html, text } from "./dom.js";

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
		const asks = text(t(`agree_${what}`), "p");
		asks.id = id;
		const [stay, show] = [text(t("agree_no"), "button.do"), text(t("agree_yes"), "button")];
		stay.onclick = () => dialog.close();
		show.onclick = () => dialog.close("yes");
		dialog.replaceChildren(asks, html("div.row", {}, stay, show));
		dialog.returnValue = "";
		dialog.showModal();
		stay.focus(); // the harmless one
		await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
		return dialog.returnValue === "yes";
	}

	return { dialog, agreed };
}

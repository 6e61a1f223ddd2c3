// The buttons under a message.

import { el, icon } from "./dom.js";

/** Make the keyboard show these rows. Buttons that stay keep their element, so a finger never taps a vanished one. */
export function showKeys(keys, rows, messageId, tap) {
  if (shape(keys) !== rows.map((row) => row.length).join(" ")) {
    keys.replaceChildren(...rows.map((row) => el("div", { class: "row" }, row.map(() => el("button", { type: "button", class: "key" })))));
  }
  rows.flat().forEach((button, index) => {
    const key = keys.querySelectorAll(".key")[index];
    if (key.dataset.text !== button.text) key.replaceChildren(button.text, button.url ? icon("out") : "");
    key.dataset.text = button.text;
    if (button.style) key.dataset.style = button.style;
    key.dataset.asks = button.callback_data ?? "";
    key.onclick = () => tap(messageId, button, key);
  });
}

function shape(keys) {
  return [...keys.children].map((row) => row.children.length).join(" ");
}

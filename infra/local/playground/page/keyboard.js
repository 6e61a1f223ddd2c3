// The buttons under a message.

import { $, arrange, el, icon } from "./dom.js";

/**
 * Make the keyboard show these rows. A button whose text stays keeps its element, and so its focus, wherever it is put;
 * another takes that of the button in its place. So a finger never taps a vanished one, and only what is new is told.
 */
export function showKeys(keys, rows, messageId, tap) {
  const focused = keys.contains(document.activeElement) ? document.activeElement : null;
  const made = keysOf(keys, rows);
  const free = new Set(keys.children);
  const lines = made.map((row) => row.map((key) => key.parentElement).find((line) => free.delete(line)) ?? el("div", { class: "row" }));
  arrange(keys, lines);
  lines.forEach((line, index) => arrange(line, made[index]));
  rows.flat().forEach((button, index) => show(made.flat()[index], button, messageId, tap));
  if (focused && document.activeElement !== focused) refocus(focused, keys);
}

/** An element for each button of each row. */
function keysOf(keys, rows) {
  const before = [...keys.children].map((line) => [...line.children]);
  const free = new Set(before.flat());
  const take = (key) => (free.delete(key) ? key : undefined);
  const same = rows.map((row) => row.map((button) => take([...free].find((key) => key.dataset.text === button.text))));
  return same.map((row, line) => row.map((key, place) => key ?? take(before[line]?.[place]) ?? el("button", { type: "button", class: "key" })));
}

function show(key, button, messageId, tap) {
  if (key.dataset.text !== button.text) key.replaceChildren(button.text, button.url ? icon("out") : "");
  key.dataset.text = button.text;
  if (button.style) key.dataset.style = button.style;
  else delete key.dataset.style;
  key.dataset.asks = button.callback_data ?? "";
  key.onclick = () => tap(messageId, button, key);
}

/** Give the focus back to a key that was moved; where it is gone, to the last one there is, or to the chat. */
function refocus(key, keys) {
  const next = key.isConnected ? key : ([...keys.querySelectorAll(".key")].at(-1) ?? $("scroller"));
  next.focus({ preventScroll: true });
}

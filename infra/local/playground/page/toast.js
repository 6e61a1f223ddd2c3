// What a phone shows to its owner alone: a line for three seconds, or a box until it is closed.

import { $ } from "./dom.js";
import { directionOf, sided } from "./words.js";

const SECONDS = 3;
let timer = 0;
const waiting = [];
let before = null;

/** One line, cut where the phone ends. */
export function toast(text) {
  const line = $("toast");
  line.textContent = text.replaceAll("\n", " ");
  line.dir = directionOf(text);
  line.classList.remove("open");
  void line.offsetWidth;
  line.classList.add("open");
  clearTimeout(timer);
  timer = setTimeout(() => line.classList.remove("open"), SECONDS * 1000);
}

/** A box; several come one after another. */
export function alertBox(title, text) {
  waiting.push([title, text]);
  if (waiting.length === 1) show();
}

function show() {
  const [title, text] = waiting[0];
  before ??= document.activeElement;
  $("alert-title").textContent = title;
  $("alert-text").textContent = text;
  sided($("alert-text"));
  $("alert").dir = directionOf(text);
  $("alert").hidden = false;
  $("alert-ok").focus();
}

function close() {
  waiting.shift();
  if (waiting.length) return show();
  $("alert").hidden = true;
  before?.focus?.({ preventScroll: true });
  before = null;
}

$("alert-ok").onclick = close;
$("alert").onkeydown = (event) => {
  if (event.key === "Escape") close();
  if (event.key === "Tab") event.preventDefault();
};

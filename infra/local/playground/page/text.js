// Texts with their entities, as elements.

import { el } from "./dom.js";

const TAGS = { bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote" };

/** The parts of a text; `act` is called with what a tapped link asks for. */
export function textParts(text, entities, act) {
  return parts(text, 0, text.length, [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length), act);
}

function parts(text, start, end, entities, act) {
  const made = [];
  let at = start;
  for (let index = 0; index < entities.length; index += 1) {
    const entity = entities[index];
    if (entity.offset < at || entity.offset >= end) continue;
    made.push(...lines(text.slice(at, entity.offset)));
    const stop = Math.min(entity.offset + entity.length, end);
    made.push(dressed(entity, text.slice(entity.offset, stop), parts(text, entity.offset, stop, entities.slice(index + 1), act), act));
    at = stop;
  }
  made.push(...lines(text.slice(at, end)));
  return made;
}

/** Each line by itself, so that a line that changes leaves the others as they are. */
function lines(text) {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function dressed(entity, plain, inner, act) {
  if (entity.type === "bot_command") {
    return el("button", { type: "button", class: "command-link", onclick: () => act({ command: plain }) }, inner);
  }
  if (entity.type === "url" || entity.type === "text_link") {
    const url = entity.url ?? plain;
    return el("a", { href: url, onclick: (event) => { event.preventDefault(); act({ url }); } }, inner);
  }
  if (entity.type === "spoiler") {
    const hidden = el("span", { class: "spoiler", onclick: () => hidden.classList.add("open") }, inner);
    return hidden;
  }
  return TAGS[entity.type] ? el(TAGS[entity.type], {}, inner) : el("span", {}, inner);
}

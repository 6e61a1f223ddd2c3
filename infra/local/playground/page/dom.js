// Small helpers to make elements.

export const $ = (id) => document.getElementById(id);

/** An element with properties, attributes (names with a dash), and children; empty children are left out. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name.includes("-") || !(name in made)) made.setAttribute(name, value === true ? "" : value);
    else made[name] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** Give an element these children, in this order; those that are there already are moved only where they must be. */
export function arrange(parent, children) {
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  children.reduceRight((next, child) => {
    if (child.parentNode !== parent || child.nextSibling !== next) parent.insertBefore(child, next);
    return child;
  }, null);
}

/** Make an element like a fresh one of its kind. What is alike stays untouched, as a screen reader tells what is put in. */
export function liken(old, fresh) {
  if (old?.tagName !== fresh.tagName) return fresh;
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const there = new Set(old.childNodes);
  const kept = (part) => {
    const same = [...there].find((one) => one.isEqualNode(part));
    there.delete(same);
    return same ?? part;
  };
  arrange(old, [...fresh.childNodes].map(kept));
  return old;
}

const PATHS = {
  back: "M15 5l-7 7 7 7",
  down: "M5 9l7 7 7-7",
  close: "M6 6l12 12M18 6L6 18",
  reply: "M10 6l-6 6 6 6M4 12h10a6 6 0 0 1 6 6",
  out: "M8 16L17 7M9 7h8v8",
  silent: "M6 17h12M8 17V11a4 4 0 0 1 7-2.6M16 13v4M10.5 20h3M4 4l16 16",
  send: "M3.4 20.4l17.8-7.6a.9.9 0 0 0 0-1.6L3.4 3.6a.7.7 0 0 0-1 .8L4 10.2 13 12l-9 1.8-1.6 5.8a.7.7 0 0 0 1 .8z",
  robot: "M8 9h8a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-4a3 3 0 0 1 3-3zM12 9V5M9.5 13.5v1M14.5 13.5v1M2.5 13v2M21.5 13v2",
  window: "M4 6h10v10H4zM10 6V4h10v10h-6",
};

/** A line drawing by its name. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

const TINTS = [["#e8758b", "#c0415f"], ["#e39a4b", "#bd6b1d"], ["#63b97d", "#2f8a53"], ["#5aa9d6", "#2874ad"], ["#a67fe0", "#7446b8"], ["#45b5b0", "#1b827f"], ["#d77fc0", "#a94491"]];
const tintOf = (id) => TINTS[Math.abs(Number(id)) % TINTS.length];

/** Give an element a person's own colours. */
export function tint(element, id) {
  const [light, deep] = tintOf(id);
  element.style.setProperty("--tint", light);
  element.style.setProperty("--tint-deep", deep);
  return element;
}

/** A round picture: the bot's mark, or a letter on a person's colours. */
export function avatar(id, name, bot = false) {
  if (bot) return el("span", { class: "avatar", "aria-hidden": "true" }, el("img", { src: "/page/icon.svg", alt: "" }));
  return tint(el("span", { class: "avatar", "aria-hidden": "true" }, [...name][0] ?? "?"), id);
}

/** Hours and minutes of a date in seconds. */
export function clock(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

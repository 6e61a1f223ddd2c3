// The sheets that come up from below: whom to be, and a new group.

import { $, avatar, el, icon } from "./dom.js";
import { said } from "./words.js";

let before = null;

export function openSheet(id) {
  before = document.activeElement;
  $(id).hidden = false;
  $(id).querySelector("button, input")?.focus({ preventScroll: true });
}

export function closeSheets() {
  for (const id of ["people", "group"]) $(id).hidden = true;
  before?.focus?.({ preventScroll: true });
  before = null;
}

/** Set the sheets up; `ask` sends what is asked to the playground. */
export function prepareSheets(ask) {
  for (const id of ["people", "group"]) {
    $(id).onclick = (event) => {
      if (event.target === $(id) || event.target.closest("[data-close]")) closeSheets();
    };
    $(id).onkeydown = (event) => {
      if (event.key === "Escape") closeSheets();
      if (event.key === "Tab") keepInside($(id), event);
    };
  }
  $("add-person").onsubmit = (event) => {
    event.preventDefault();
    ask("add person", { name: $("add-name").value });
    $("add-name").value = "";
  };
  $("add-group").onsubmit = (event) => {
    event.preventDefault();
    ask("add group", { title: $("group-name").value });
    $("group-name").value = "";
    closeSheets();
  };
}

function keepInside(sheet, event) {
  const all = [...sheet.querySelectorAll("button, input, a")];
  const leaving = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0]).focus();
}

/** Show everybody, to be chosen. */
export function showPeople(state) {
  for (const radio of $("languages").querySelectorAll("input")) radio.checked = radio.value === state.language;
  $("people-list").replaceChildren(...state.people.map((person) => entry(state, person)));
}

function entry(state, person) {
  const words = el("span", {}, el("b", {}, person.name), el("small", {}, note(state, person)));
  if (person.robot) return el("li", {}, el("div", { class: "person" }, avatar(person.id, person.name), words));
  const me = person.id === state.me;
  const be = () => (me ? closeSheets() : location.assign(`?as=${person.id}`));
  const choose = el("button", { type: "button", class: "person", "aria-current": me ? "true" : "false", onclick: be }, avatar(person.id, person.name), words);
  const open = () => window.open(`?as=${person.id}`, "_blank");
  const beside = el("button", { type: "button", class: "icon-button", "aria-label": `Open a window as ${person.name}`, title: `Open a window as ${person.name}`, onclick: open }, icon("window"));
  return el("li", {}, choose, me ? "" : beside);
}

/** The languages to set the app to. */
export function showLanguages(state, ask) {
  const radio = (one) => el("input", { type: "radio", name: "language", value: one.code, checked: one.code === state.language, onchange: () => ask("language", { language: one.code }) });
  const choose = state.languages.map((one) => el("label", {}, radio(one), el("span", { lang: one.code }, one.name)));
  $("languages").replaceChildren($("languages").querySelector("legend"), ...choose);
}

function note(state, person) {
  if (person.id === state.me) return said("you");
  if (person.robot) return said("robot player");
  const where = person.open ? said("in another window") : said("tap to be this person");
  return person.language === state.language ? where : el("span", {}, `${where} · `, el("bdi", {}, state.nameOf(person.language)));
}

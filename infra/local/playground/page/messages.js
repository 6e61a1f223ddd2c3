// The messages of the open chat.

import { $, arrange, avatar, clock, el, icon, liken } from "./dom.js";
import { showKeys } from "./keyboard.js";
import { textParts } from "./text.js";
import { cut, directionOf, said, sided } from "./words.js";

const NEAR = 60; // pixels from the bottom within which the list stays at the bottom
const GROUP_SECONDS = 600; // messages of one sender within this time stand together
const REPLIES = 3; // so many of the newest messages can be answered without a pointer
const SETTLED = 300; // milliseconds after which what comes into a chat is news

export class Messages {
  /** `act` gets what is tapped: {press}, {url}, {command}, {reply}. */
  constructor(state, act) {
    this.state = state;
    this.act = act;
    this.list = $("messages");
    this.scroller = $("scroller");
    this.stuck = true;
    this.scroller.onscroll = () => {
      if (this.sizes() === this.seen) this.stuck = this.fromBottom() < NEAR;
      $("down").hidden = this.fromBottom() < 300;
    };
    $("down").append(icon("down"));
    $("down").onclick = () => this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: "smooth" });
    new ResizeObserver(() => this.stick()).observe(this.list);
    new ResizeObserver(() => this.stick()).observe(this.scroller);
  }

  fromBottom() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight;
  }

  sizes() {
    return `${this.scroller.scrollHeight} ${this.scroller.clientHeight}`;
  }

  /** Stay at the bottom when something grew. A scroll that comes of growing is nobody's wish to leave the bottom. */
  stick() {
    this.seen = this.sizes();
    if (this.stuck) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** Show the whole open chat. What is shown of it already stays: perhaps only the connection was away. */
  showAll() {
    const { chat, me, language } = this.state;
    const shown = `${me} ${language} ${chat.id}`;
    if (shown !== this.shown) this.list.replaceChildren();
    this.shown = shown;
    this.stuck = true;
    this.busy();
    for (const item of [...this.list.children]) {
      const number = Number(item.id.slice("message-".length));
      if (!chat.messages.has(number)) this.remove(number);
    }
    for (const message of this.state.chat.messages.values()) this.show(message);
    this.list.querySelectorAll(".new").forEach((item) => item.classList.remove("new"));
    this.tidy();
  }

  /** Have a screen reader wait while much is put in at once. */
  busy() {
    this.scroller.setAttribute("aria-busy", "true");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.scroller.removeAttribute("aria-busy"), SETTLED);
  }

  /** Show one message of the open chat, new or changed. */
  show(message) {
    const id = `message-${message.message_id}`;
    const old = $(id);
    if (message.from.id === this.state.me && !old) this.stuck = true;
    const item = old ?? el("li", { id, class: "message new", data: { message: message.message_id } });
    if (!old) this.list.append(item);
    this.fill(item, message);
    this.tidy();
  }

  remove(messageId) {
    const item = $(`message-${messageId}`);
    const focused = item?.contains(document.activeElement);
    item?.remove();
    if (focused) this.scroller.focus({ preventScroll: true });
    this.tidy();
  }

  fill(item, message) {
    const service = serviceText(message);
    if (service) {
      item.className = "pill";
      if (item.textContent !== service) item.textContent = service;
      return;
    }
    const rows = message.reply_markup?.inline_keyboard ?? [];
    const mine = message.from.id === this.state.me;
    item.classList.toggle("mine", mine);
    item.classList.toggle("wide", Boolean(message.photo));
    item.classList.toggle("keyed", rows.length > 0);
    Object.assign(item.dataset, { from: message.from.id, date: message.date, photo: message.photo ? "1" : "" });
    const body = item.querySelector(".body") ?? el("div", { class: "body" }, el("div", { class: "bubble" }), el("div", { class: "keys", "aria-live": "off" }));
    if (!body.parentElement) item.append(body, this.answerButton(message));
    body.firstChild.oncontextmenu = (event) => this.answer(event, message); // a long press on a phone
    body.firstChild.ondblclick = (event) => this.answer(event, message);
    this.fillBubble(body.firstChild, message, mine);
    body.lastChild.hidden = rows.length === 0;
    showKeys(body.lastChild, rows, message.message_id, (id, button, key) => this.act({ press: button, message: id, key }));
  }

  fillBubble(bubble, message, mine) {
    const parts = [this.nameLine(message, mine), this.quote(message), ...(message.photo ? this.pictured(bubble, message) : this.written(message))];
    const there = (part) => [...bubble.children].find((one) => one.classList[0] === part.classList[0]);
    bubble.classList.toggle("media", Boolean(message.photo));
    arrange(bubble, parts.filter(Boolean).map((part) => liken(there(part), part)));
  }

  written(message) {
    const text = this.text(message);
    text.append(spacer(message));
    return [text, meta(message)];
  }

  pictured(bubble, message) {
    const image = bubble.querySelector(".photo") ?? el("img", { class: "photo", alt: said("The cards on the table; /cards tells them in words") });
    showPhoto(image, message.photo.at(-1));
    return [image, this.text(message)];
  }

  text(message) {
    const words = message.text ?? message.caption ?? "";
    const side = directionOf(words.split("\n").at(-1)) === "rtl" ? " from-right" : "";
    const lang = this.state.languageOf(words);
    return sided(el("div", { class: `text${side}`, lang }, textParts(words, message.entities ?? message.caption_entities, this.act)));
  }

  nameLine(message, mine) {
    const bot = message.from.id === this.state.bot.id;
    if (message.photo) return el("div", { class: "name" }, message.from.first_name, el("span", { class: "tag" }, bot ? said("bot") : ""), meta(message));
    if (mine || this.state.isPrivate(this.state.chat)) return null;
    const line = el("div", { class: "name sender" }, message.from.first_name || "Deleted account", el("span", { class: "tag" }, bot ? said("bot") : ""));
    if (!bot) line.style.setProperty("--name", `hsl(${(Number(message.from.id) * 67) % 360} 55% var(--name-light, 42%))`);
    return line;
  }

  quote(message) {
    const replied = message.reply_to_message;
    if (!replied || serviceText(replied)) return null;
    const go = () => {
      const target = $(`message-${replied.message_id}`);
      target?.scrollIntoView({ block: "center", behavior: "smooth" });
      target?.classList.remove("called");
      requestAnimationFrame(() => target?.classList.add("called"));
    };
    const line = (replied.text ?? replied.caption ?? "").split("\n")[0];
    return el("button", { type: "button", class: "quote", onclick: go }, cut("b", replied.from.first_name), cut("span", line));
  }

  answer(event, message) {
    if (event.target.closest("a, button")) return;
    event.preventDefault();
    this.act({ reply: message.message_id });
  }

  answerButton(message) {
    const reply = () => this.act({ reply: message.message_id });
    return el("button", { type: "button", class: "icon-button answer", "aria-label": said("Reply"), onclick: reply }, icon("reply"));
  }

  /** Messages of one sender stand together: the first has the name, the last the picture of the sender. */
  tidy() {
    const items = [...this.list.children];
    const group = !this.state.isPrivate(this.state.chat);
    items.forEach((item, index) => {
      const first = !together(items[index - 1], item);
      const last = !together(item, items[index + 1]);
      item.classList.toggle("first", first);
      item.classList.toggle("last", last);
      item.querySelector(".sender")?.toggleAttribute("hidden", !first);
      item.querySelector(".answer")?.setAttribute("tabindex", index < items.length - REPLIES ? "-1" : "0");
      item.querySelectorAll(":scope > .avatar, :scope > .gap").forEach((side) => side.remove());
      const beside = group && item.dataset.from && !item.matches(".mine, .wide");
      if (beside) item.prepend(last ? this.avatar(Number(item.dataset.from)) : el("span", { class: "gap" }));
    });
    const empty = items.length === 0 || items.every((item) => item.matches(".hint"));
    this.scroller.querySelector(".empty")?.remove();
    if (empty) this.scroller.prepend(el("p", { class: "empty" }, said("Nothing here yet. Press Start to talk to the bot.")));
  }

  avatar(id) {
    return avatar(id, this.state.name(id), id === this.state.bot.id);
  }
}

function together(a, b) {
  if (!a?.dataset.from || !b?.dataset.from || a.dataset.from !== b.dataset.from) return false;
  return !a.dataset.photo && !b.dataset.photo && b.dataset.date - a.dataset.date < GROUP_SECONDS;
}

function spacer(message) {
  const room = el("span", { class: "room", "aria-hidden": "true" });
  room.style.width = `${roomForMeta(message)}px`;
  return room;
}

/** How much room the last line of a text leaves for the time, in pixels. */
function roomForMeta(message) {
  return 42 + (message.silent ? 16 : 0) + (message.edit_date ? 36 : 0);
}

function meta(message) {
  const silent = message.silent ? el("span", { title: said("Came without a sound") }, icon("silent")) : "";
  return el("span", { class: "meta", "aria-live": "off" }, silent, message.edit_date ? said("edited") : "", el("time", {}, clock(message.edit_date ?? message.date)));
}

/** Swap a picture only when the new one is there, so that nothing flickers. */
function showPhoto(image, size) {
  const source = `/photo/${size.file_id}`;
  if (image.dataset.wanted === source) return;
  image.dataset.wanted = source;
  const fresh = new Image();
  const put = () => {
    if (image.dataset.wanted !== source) return;
    Object.assign(image, { src: source, width: size.width, height: size.height });
  };
  fresh.onload = put;
  fresh.onerror = put;
  fresh.src = source;
  if (!image.getAttribute("src")) put();
}

/** What happened in the group, where a message tells of that and nothing else; empty for any other. */
export function serviceText(message) {
  const who = message.from.first_name;
  const { new_chat_members: came, left_chat_member: gone } = message;
  if (came) {
    const whom = came.map((person) => person.first_name).join(", ");
    return came[0].id === message.from.id ? said("{who} joined the group", { who }) : said("{who} added {whom}", { who, whom });
  }
  if (gone) {
    const whom = gone.first_name;
    return gone.id === message.from.id ? said("{who} left the group", { who }) : said("{who} removed {whom}", { who, whom });
  }
  return message.text === undefined && message.photo === undefined ? said("Something happened here") : "";
}

// The list of chats, and the head of the open one.

import { $, avatar, clock, el, tint } from "./dom.js";
import { serviceText } from "./messages.js";
import { counted, cut, said, toCut } from "./words.js";

/** Show all chats, the newest first; `open` is called with the one that is tapped. */
export function showChats(state, open) {
  const newest = (chat) => last(chat)?.date ?? 0;
  const chats = [...state.chats.values()].sort((a, b) => newest(b) - newest(a));
  $("chat-list").replaceChildren(...chats.map((chat) => el("li", {}, row(state, chat, open))));
}

function last(chat) {
  return [...chat.messages.values()].at(-1);
}

function row(state, chat, open) {
  const message = last(chat);
  return el(
    "button",
    { type: "button", class: "chat-row", onclick: () => open(chat.id) },
    face(state, chat),
    cut("b", state.title(chat)),
    message ? el("time", {}, clock(message.date)) : el("span"),
    el("span", { class: "snippet" }, ...snippet(state, message)),
    chat.unread ? el("span", { class: "unread" }, String(chat.unread)) : "",
  );
}

function snippet(state, message) {
  const told = message ? serviceText(message) : said("Nothing here yet");
  if (told) return [cut("bdi", told)];
  const text = message.text ?? message.caption ?? "";
  const who = message.from.id === state.me ? said("You") : message.from.first_name;
  return [el("span", {}, el("bdi", {}, who), ":"), message.photo ? "🖼" : "", cut("bdi", text.split("\n")[0])];
}

function face(state, chat) {
  return avatar(chat.id, state.title(chat), state.isPrivate(chat));
}

/** Show which chat is open. */
export function showHeader(state) {
  const { chat } = state;
  toCut($("chat-title"), state.title(chat));
  $("chat-subtitle").textContent = state.isPrivate(chat) ? said("bot") : `${counted(chat.members)} ${said("members")}`;
  $("chat-avatar").replaceChildren(...face(state, chat).childNodes);
  tint($("chat-avatar"), chat.id);
  $("open-demo").hidden = state.isPrivate(chat);
  const unread = state.unread();
  $("unread-all").hidden = unread === 0;
  $("unread-all").textContent = unread > 99 ? "99+" : String(unread);
}

/** Show who this window is. */
export function showMe(state) {
  const name = state.name(state.me);
  for (const button of document.querySelectorAll("[data-open-people]")) {
    button.replaceChildren(avatar(state.me, name), cut("span", name));
    button.setAttribute("aria-label", said("You are {who}: be somebody else", { who: name }));
  }
}

// One phone in one window.

import { Composer } from "./composer.js";
import { showChats, showHeader, showMe } from "./chats.js";
import { $, clock, icon } from "./dom.js";
import { Live } from "./live.js";
import { Messages } from "./messages.js";
import { closeSheets, openSheet, prepareSheets, showLanguages, showPeople } from "./sheets.js";
import { State } from "./state.js";
import { alertBox, toast } from "./toast.js";
import { said, speak } from "./words.js";

const state = new State();
const pending = new Map();
let startWord = "/start";
let wasPlaying = false;

const live = new Live(hear, (there) => { $("offline").hidden = there; });
const messages = new Messages(state, act);
const composer = new Composer(state, (text, answered) => say(text, answered));

function say(text, answered) {
  if (!live.ask("say", { chat: state.current, text, reply_to: answered })) toast(said("Not sent: no connection"));
}

function hear(news) {
  if (news.kind === "hello") return begin(news);
  if (news.kind === "people") return people(news.people);
  if (news.kind === "message" || news.kind === "edited") return arrived(news.message);
  if (news.kind === "deleted") return gone(news.chat, news.message_id);
  if (news.kind === "answer") return answered(news);
  if (news.kind === "added person") return location.assign(`?as=${news.id}`);
  if (news.kind === "notice") return toast(news.text);
  return undefined;
}

function begin(hello) {
  state.begin(hello);
  speak(state.language, state.nameOf(state.language));
  showLanguages(state, (what, fields) => live.ask(what, fields));
  history.replaceState(null, "", `?as=${state.me}`);
  document.title = `${state.name(state.me)} · Setgram playground`;
  $("demo").elements.speed.value = hello.speed;
  openChat(state.current);
  people(hello.people);
}

function people(list) {
  const before = state.language;
  state.people = list;
  if (state.language !== before) return void live.ask("hello");
  showPeople(state);
  showMe(state);
  return undefined;
}

function arrived(message) {
  const here = message.chat.id === state.current;
  if (!state.put(message, here)) return void live.ask("hello");
  if (here) messages.show(message);
  return refresh();
}

function gone(chat, messageId) {
  state.remove(chat, messageId);
  if (chat === state.current) messages.remove(messageId);
  refresh();
}

function refresh() {
  showChats(state, openChat);
  showHeader(state);
  offerDemo();
}

/** Offer the demo game while none is on; in between it is opened and closed by hand. */
function offerDemo(anew = false) {
  const playing = state.playing(state.chat);
  if (anew || playing !== wasPlaying) showDemo(!playing && !state.isPrivate(state.chat));
  wasPlaying = playing;
}

function openChat(id) {
  state.current = id;
  state.chat.unread = 0;
  $("chats").hidden = true;
  $("chat").hidden = false;
  messages.showAll();
  composer.answer(undefined);
  const isNew = state.isPrivate(state.chat) && state.chat.messages.size === 0;
  $("composer").hidden = isNew;
  $("start").hidden = !isNew;
  offerDemo(true);
  refresh();
}

function showDemo(open) {
  $("demo").hidden = !open;
  $("open-demo").setAttribute("aria-expanded", String(open));
}

/** What was tapped in a message. */
function act(tapped) {
  if (tapped.command) return say(tapped.command);
  if (tapped.url) return follow(tapped.url);
  if (tapped.reply) return composer.answer(tapped.reply);
  if (tapped.press.url) return follow(tapped.press.url);
  return press(tapped);
}

function press({ press: button, message, key }) {
  const data = button.callback_data;
  if (!live.ask("press", { chat: state.current, message, data })) return toast(said("Not sent: no connection"));
  const name = `${message} ${data}`;
  key.classList.add("pending");
  clearTimeout(pending.get(name)?.timer);
  const timer = setTimeout(() => settle(name), state.wait * 1000);
  pending.set(name, { key, timer });
  return undefined;
}

function settle(name) {
  const press = pending.get(name);
  if (!press) return;
  clearTimeout(press.timer);
  press.key.classList.remove("pending");
  pending.delete(name);
}

function answered(answer) {
  settle(`${answer.message_id} ${answer.data}`);
  if (!answer.text) return;
  if (answer.show_alert) alertBox(state.bot.name, answer.text);
  else toast(answer.text);
}

/** Addresses of the bot stay inside; others open beside. */
function follow(url) {
  const address = new URL(url);
  const ours = address.hostname === "t.me" && address.pathname.slice(1).toLowerCase() === state.bot.username.toLowerCase();
  if (!ours) return void window.open(url, "_blank", "noopener");
  if (address.searchParams.has("startgroup")) return openSheet("group");
  startWord = `/start ${address.searchParams.get("start") ?? ""}`.trim();
  openChat(state.me);
  $("composer").hidden = true;
  $("start").hidden = false;
  return $("start").focus();
}

$("start").onclick = () => {
  live.ask("open", { text: startWord });
  startWord = "/start";
  $("start").hidden = true;
  $("composer").hidden = false;
};

$("demo").onsubmit = (event) => {
  event.preventDefault();
  live.ask("demo", { chat: state.current, speed: $("demo").elements.speed.value });
  showDemo(false);
};
$("demo").onchange = () => live.ask("speed", { speed: $("demo").elements.speed.value });
$("open-demo").append(icon("robot"));
$("open-demo").onclick = () => showDemo($("demo").hidden);
$("back").prepend(icon("back"));
$("back").onclick = () => {
  $("chat").hidden = true;
  $("chats").hidden = false;
  $("chat-list").querySelector("button")?.focus();
};

for (const button of document.querySelectorAll("[data-open-people]")) button.onclick = () => openSheet("people");
prepareSheets((what, fields) => live.ask(what, fields));

$("second-phone").onclick = () => {
  const open = $("second").hidden;
  $("second").hidden = !open;
  $("second-frame").src = open ? "/" : "about:blank";
  $("second-phone").textContent = open ? "Close the second phone" : "Open a second phone";
};

function tick() {
  for (const place of document.querySelectorAll("[data-clock]")) place.textContent = clock(Date.now() / 1000);
}
tick();
setInterval(tick, 10_000);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeSheets(); });

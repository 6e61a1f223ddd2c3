// What this window knows: who it is, who is there, and the chats with their messages.

import { directionOf } from "./words.js";

export class State {
  constructor() {
    this.me = null;
    this.bot = { id: 0, name: "", username: "" };
    this.people = [];
    this.languages = [];
    this.chats = new Map();
    this.current = null;
    this.wait = 15;
  }

  /** Take over everything anew; unread marks and the open chat stay. */
  begin(hello) {
    const same = this.me === hello.me;
    const unread = new Map([...this.chats].map(([id, chat]) => [id, chat.unread]));
    for (const name of ["me", "bot", "people", "languages", "wait"]) this[name] = hello[name];
    this.chats = new Map(hello.chats.map((chat) => [chat.id, this.#chat(chat, unread.get(chat.id) ?? 0)]));
    const wanted = hello.chat ?? (same ? this.current : null);
    this.current = this.chats.has(wanted) ? wanted : hello.chats[0].id;
  }

  #chat(chat, unread) {
    return { ...chat, unread, messages: new Map(chat.messages.map((message) => [message.message_id, message])) };
  }

  get chat() {
    return this.chats.get(this.current);
  }

  /** Who somebody is called now. */
  name(id) {
    if (id === this.bot.id) return this.bot.name;
    return this.people.find((person) => person.id === id)?.name ?? "?";
  }

  /** The language of this window's app. */
  get language() {
    return this.people.find((person) => person.id === this.me)?.language ?? "en";
  }

  /** What a language calls itself. */
  nameOf(code) {
    return this.languages.find((one) => one.code === code)?.name ?? code;
  }

  /** The language of a text where its letters tell it, as those from the right do; empty, for unknown, of any other. */
  languageOf(text) {
    if (directionOf(text) === "ltr") return "";
    return this.languages.find((one) => directionOf(one.name) === "rtl")?.code ?? "";
  }

  /** The commands to offer in the open chat. */
  offered() {
    return this.chat?.commands ?? [];
  }

  isPrivate(chat) {
    return chat.type === "private";
  }

  title(chat) {
    return this.isPrivate(chat) ? this.bot.name : chat.title;
  }

  /** Put a message into its chat, or in the place of its older self; false if that chat is not known here. */
  put(message, read) {
    const chat = this.chats.get(message.chat.id);
    if (!chat) return false;
    const added = !chat.messages.has(message.message_id);
    chat.messages.set(message.message_id, message);
    if (added && !read && message.from.id !== this.me) chat.unread += 1;
    return true;
  }

  remove(chatId, messageId) {
    this.chats.get(chatId)?.messages.delete(messageId);
  }

  unread() {
    return [...this.chats.values()].reduce((sum, chat) => sum + (chat.id === this.current ? 0 : chat.unread), 0);
  }

  /** Whether a table can be played in a chat: some message has the numbers of cards. */
  playing(chat) {
    const keyboards = [...chat.messages.values()].map((message) => message.reply_markup?.inline_keyboard ?? []);
    return keyboards.some((rows) => rows.flat().some((button) => button.text === "1"));
  }
}

// Where one writes: a text, a command from the list, an answer to a message.

import { $, el, icon } from "./dom.js";

const TALLEST = 116;

export class Composer {
  /** `send` gets a text and the message it answers, or undefined. */
  constructor(state, send) {
    this.state = state;
    this.send = send;
    this.answered = undefined;
    $("send").append(icon("send"));
    $("replying-stop").append(icon("close"));
    $("replying-stop").onclick = () => this.answer(undefined);
    $("composer").onsubmit = (event) => {
      event.preventDefault();
      this.submit($("text").value);
    };
    $("text").oninput = () => this.typed();
    $("text").onkeydown = (event) => this.pressed(event);
    $("open-commands").onclick = () => this.offer($("commands").hidden ? "/" : null);
  }

  submit(text) {
    if (!text.trim()) return;
    this.send(text.trim(), this.answered);
    $("text").value = "";
    this.answer(undefined);
    this.typed();
  }

  typed() {
    const field = $("text");
    field.style.height = "auto";
    field.style.height = `${Math.min(Math.max(field.scrollHeight + 2, 40), TALLEST)}px`;
    this.offer(/^\/\w*$/.test(field.value) ? field.value : null);
  }

  pressed(event) {
    const options = [...$("command-list").querySelectorAll(".command")];
    const chosen = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const open = !$("commands").hidden && options.length > 0;
    if (event.key === "Escape") {
      this.offer(null);
      this.answer(undefined);
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.choose(options, (chosen + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (open && chosen >= 0) options[chosen].click();
      else this.submit($("text").value);
    }
  }

  choose(options, index) {
    options.forEach((option, number) => option.setAttribute("aria-selected", String(number === index)));
    options[index].scrollIntoView({ block: "nearest" });
  }

  /** Offer the commands that begin so; none for null. */
  offer(begin) {
    const found = begin === null ? [] : this.state.offered().filter((entry) => entry.command.startsWith(begin));
    $("commands").hidden = found.length === 0;
    $("open-commands").setAttribute("aria-expanded", String(found.length > 0));
    $("command-list").replaceChildren(...found.map((entry) => this.option(entry)));
  }

  option(entry) {
    const take = () => {
      this.offer(null);
      this.submit(entry.command);
    };
    return el("li", { role: "presentation" }, el("button", { type: "button", class: "command", role: "option", "aria-selected": "false", onclick: take }, el("b", {}, entry.command), el("span", {}, entry.description)));
  }

  /** Answer a message, or none. */
  answer(messageId) {
    const message = this.state.chat?.messages.get(messageId);
    this.answered = message ? messageId : undefined;
    $("replying").hidden = !message;
    if (!message) return;
    $("replying-name").textContent = message.from.first_name;
    $("replying-text").textContent = (message.text ?? message.caption ?? "").split("\n")[0];
    $("text").focus();
  }
}

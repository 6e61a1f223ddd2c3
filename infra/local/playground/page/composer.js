// Where one writes: a text, a command from the list, an answer to a message.

import { $, el, icon } from "./dom.js";
import { toCut } from "./words.js";

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
    document.addEventListener("keydown", (event) => this.pressed(event));
    $("open-commands").onclick = (event) => {
      this.offer($("commands").hidden ? "/" : null);
      this.goOn(event);
    };
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

  /** A key, wherever the focus is: while commands are offered it is theirs. */
  pressed(event) {
    if ($("chat").hidden || event.target.closest?.(".veil")) return;
    const open = !$("commands").hidden;
    if (event.key === "Escape" && open) this.offer(null);
    else if (event.key === "Escape") this.answer(undefined);
    else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.choose(event.key === "ArrowDown" ? 1 : -1);
      $("text").focus();
    } else if (event.target === $("text") && event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const chosen = $("command-list").querySelector("[aria-selected=true]");
      if (chosen) chosen.click();
      else this.submit($("text").value);
    }
  }

  /** Choose the next command, or the one before. The focus stays in the field, which tells which is chosen. */
  choose(step) {
    const options = [...$("command-list").querySelectorAll(".command")];
    const chosen = options.findIndex((option) => option.ariaSelected === "true");
    const next = options.at((chosen < 0 && step < 0 ? step : chosen + step) % options.length);
    for (const option of options) option.ariaSelected = String(option === next);
    $("text").setAttribute("aria-activedescendant", next.id);
    next.scrollIntoView({ block: "nearest" });
  }

  /** Go on in the field; after a finger's tap a phone would cover half the chat with its keyboard. */
  goOn(event) {
    if (event.pointerType !== "touch") $("text").focus();
  }

  /** Offer the commands that begin so; none for null. */
  offer(begin) {
    const found = begin === null ? [] : this.state.offered().filter((entry) => entry.command.startsWith(begin));
    $("commands").hidden = found.length === 0;
    $("open-commands").setAttribute("aria-expanded", String(found.length > 0));
    $("command-list").replaceChildren(...found.map((entry) => this.option(entry)));
    $("text").removeAttribute("aria-activedescendant");
  }

  option(entry) {
    const take = (event) => {
      this.offer(null);
      this.submit(entry.command);
      this.goOn(event);
    };
    const marks = { id: `command-${entry.command.slice(1)}`, role: "option", tabindex: "-1", "aria-selected": "false" };
    return el("li", { role: "presentation" }, el("button", { type: "button", class: "command", ...marks, onclick: take }, el("b", {}, entry.command), el("span", {}, entry.description)));
  }

  /** Answer a message, or none. */
  answer(messageId) {
    const message = this.state.chat?.messages.get(messageId);
    this.answered = message ? messageId : undefined;
    $("replying").hidden = !message;
    if (!message) return;
    toCut($("replying-name"), message.from.first_name);
    toCut($("replying-text"), (message.text ?? message.caption ?? "").split("\n")[0]);
    $("text").focus();
  }
}

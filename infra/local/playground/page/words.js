// The page's own words in the language of the person's app. What the bot says comes in its own words.

import { el } from "./dom.js";

const WORDS = {
  fa: {
    Chats: "گفت‌وگوها", Chat: "گفت‌وگو", "All chats": "همهٔ گفت‌وگوها", Messages: "پیام‌ها", Message: "پیام", Send: "ارسال", Reply: "پاسخ",
    "Do not reply": "پاسخ نده", Commands: "فرمان‌ها", "To the newest message": "به تازه‌ترین پیام", "Demo game": "بازی نمایشی",
    "Speed of the robots": "سرعت ربات‌ها", slow: "آهسته", normal: "معمولی", fast: "تند", Start: "شروع", "Connecting…": "در حال اتصال…", OK: "باشه",
    "Who are you?": "شما کیستید؟", "Somebody new": "یک نفر تازه", Name: "نام", Add: "افزودن", Close: "بستن", "Language of the app": "زبان برنامه",
    "Add Setgram to a new group": "افزودن Setgram به گروه تازه", "Name of the group": "نام گروه", Create: "ساختن",
    "Everybody here and both robots come along.": "همهٔ افراد اینجا و هر دو ربات هم می‌آیند.",
    bot: "ربات", members: "عضو", you: "شما", You: "شما", "robot player": "بازیکن رباتی", "in another window": "در پنجره‌ای دیگر",
    "tap to be this person": "بزنید تا او شوید", "Nothing here yet": "هنوز چیزی نیست", edited: "ویرایش‌شده",
    "Nothing here yet. Press Start to talk to the bot.": "هنوز چیزی نیست. برای گفت‌وگو با ربات «شروع» را بزنید.",
    "Not sent: no connection": "فرستاده نشد: اتصال نیست", "Came without a sound": "بی‌صدا آمد",
    "The cards on the table; /cards tells them in words": "کارت‌های روی میز؛ /cards آن‌ها را می‌گوید",
    "{who} joined the group": "{who} به گروه پیوست", "{who} added {whom}": "{who} {whom} را اضافه کرد",
    "{who} left the group": "{who} از گروه رفت", "{who} removed {whom}": "{who} {whom} را حذف کرد", "Something happened here": "اینجا اتفاقی افتاد",
    "You are {who}: be somebody else": "شما {who} هستید: کس دیگری شوید",
  },
  pl: {
    Chats: "Czaty", Chat: "Czat", "All chats": "Wszystkie czaty", Messages: "Wiadomości", Message: "Wiadomość", Send: "Wyślij", Reply: "Odpowiedz",
    "Do not reply": "Nie odpowiadaj", Commands: "Polecenia", "To the newest message": "Do najnowszej wiadomości", "Demo game": "Gra pokazowa",
    "Speed of the robots": "Szybkość robotów", slow: "wolno", normal: "średnio", fast: "szybko", Start: "Start", "Connecting…": "Łączenie…", OK: "OK",
    "Who are you?": "Kim jesteś?", "Somebody new": "Ktoś nowy", Name: "Imię", Add: "Dodaj", Close: "Zamknij", "Language of the app": "Język aplikacji",
    "Add Setgram to a new group": "Dodaj Setgram do nowej grupy", "Name of the group": "Nazwa grupy", Create: "Utwórz",
    "Everybody here and both robots come along.": "Przyjdą wszyscy stąd i oba roboty.",
    bot: "bot", members: "osób", you: "to ty", You: "Ty", "robot player": "gracz robot", "in another window": "w innym oknie",
    "tap to be this person": "stuknij, aby być tą osobą", "Nothing here yet": "Jeszcze nic tu nie ma", edited: "edytowano",
    "Nothing here yet. Press Start to talk to the bot.": "Jeszcze nic tu nie ma. Naciśnij Start, aby porozmawiać z botem.",
    "Not sent: no connection": "Nie wysłano: brak połączenia", "Came without a sound": "Przyszła bez dźwięku",
    "The cards on the table; /cards tells them in words": "Karty na stole; /cards opisze je słowami",
    "{who} joined the group": "{who} dołącza do grupy", "{who} added {whom}": "{who} dodaje: {whom}",
    "{who} left the group": "{who} opuszcza grupę", "{who} removed {whom}": "{who} usuwa: {whom}", "Something happened here": "Coś się tu wydarzyło",
    "You are {who}: be somebody else": "Grasz jako {who}: zmień osobę",
  },
  ro: {
    Chats: "Conversații", Chat: "Conversație", "All chats": "Toate conversațiile", Messages: "Mesaje", Message: "Mesaj", Send: "Trimite", Reply: "Răspunde",
    "Do not reply": "Nu răspunde", Commands: "Comenzi", "To the newest message": "La cel mai nou mesaj", "Demo game": "Joc demo",
    "Speed of the robots": "Viteza roboților", slow: "încet", normal: "normal", fast: "repede", Start: "Start", "Connecting…": "Se conectează…", OK: "OK",
    "Who are you?": "Cine ești?", "Somebody new": "Cineva nou", Name: "Nume", Add: "Adaugă", Close: "Închide", "Language of the app": "Limba aplicației",
    "Add Setgram to a new group": "Adaugă Setgram într-un grup nou", "Name of the group": "Numele grupului", Create: "Creează",
    "Everybody here and both robots come along.": "Vin toți cei de aici și ambii roboți.",
    bot: "bot", members: "membri", you: "tu", You: "Tu", "robot player": "jucător robot", "in another window": "în altă fereastră",
    "tap to be this person": "atinge ca să fii această persoană", "Nothing here yet": "Nimic aici încă", edited: "editat",
    "Nothing here yet. Press Start to talk to the bot.": "Nimic aici încă. Apasă Start ca să vorbești cu botul.",
    "Not sent: no connection": "Netrimis: fără conexiune", "Came without a sound": "A venit fără sunet",
    "The cards on the table; /cards tells them in words": "Cărțile de pe masă; /cards le spune în cuvinte",
    "{who} joined the group": "{who} a intrat în grup", "{who} added {whom}": "{who} a adăugat: {whom}",
    "{who} left the group": "{who} a ieșit din grup", "{who} removed {whom}": "{who} a scos: {whom}", "Something happened here": "Aici s-a întâmplat ceva",
    "You are {who}: be somebody else": "Ești {who}: fii altcineva",
  },
};

const SHOWN = ["aria-label", "placeholder", "title"];
const RIGHT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/u;
let language = "en";

/** Words of the page in the language chosen last, with names in their places; as they are where it has none for them. */
export function said(english, names = {}) {
  const words = WORDS[language]?.[english] ?? english;
  return words.replace(/\{(\w+)\}/g, (_, field) => `\u2068${names[field]}\u2069`);
}

/** A whole number in that language's digits. */
export function counted(number) {
  return number.toLocaleString(language, { useGrouping: false });
}

/** The direction in which a text is read: that of its first letter, names in isolates left out. */
export function directionOf(text) {
  const first = /\p{L}|\u200e|\u200f/u.exec(text.replace(/[\u2066-\u2068][^\u2069]*\u2069/gu, ""));
  return first && RIGHT.test(first[0]) ? "rtl" : "ltr";
}

/** An element with one line of anybody's words, which is cut at its own end where it is too long. */
export function cut(tag, text, properties = {}) {
  return toCut(el(tag, properties), text);
}

/** Put such a line into an element. */
export function toCut(element, text) {
  element.textContent = text;
  element.dir = directionOf(text);
  element.classList.add("cut");
  return element;
}

/** Have each line of an element read from its own side. A browser takes names in isolates for a line's first letters. */
export function sided(element) {
  const lines = element.textContent.split("\n");
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let line = 0;
  let begins = true;
  while (nodes.nextNode()) {
    const pieces = nodes.currentNode.data.split("\n").map((piece, place) => {
      if (place > 0) [line, begins] = [line + 1, true];
      const mark = begins && piece ? markOf(lines[line]) : "";
      begins &&= !piece;
      return mark + piece;
    });
    nodes.currentNode.data = pieces.join("\n");
  }
  return element;
}

/** A sign that shows nothing, and that a line needs before it if it has letters of both directions. */
function markOf(line) {
  if (!RIGHT.test(line) && !/[\u2066-\u2068]/u.test(line)) return "";
  return directionOf(line) === "rtl" ? "\u200f" : "\u200e";
}

/** Turn the page to a language: its words, and the side from which it is read. */
export function speak(code, name) {
  language = code;
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(name);
  for (const element of document.querySelectorAll("[data-say]")) {
    element.dataset.say ||= element.textContent;
    element.textContent = said(element.dataset.say);
  }
  for (const attribute of SHOWN) {
    for (const element of document.querySelectorAll(`.phone [${attribute}]:not([data-own])`)) {
      const kept = `said${attribute.replace("-", "")}`;
      element.dataset[kept] ??= element.getAttribute(attribute);
      element.setAttribute(attribute, said(element.dataset[kept]));
    }
  }
}

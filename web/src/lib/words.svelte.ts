/** The page's own words. `t("board.picked", { name })` finds `picked` in `words/<language>/board.json`. */
import type { Locale } from "./wire";

export type Words = Record<string, string>;
type Given = Record<string, string | number>;

const LANGUAGE_FILES: Record<Locale, () => Promise<{ words: Words }>> = {
  en: () => import("../words/en"),
  ja: () => import("../words/ja"),
};

let now = $state.raw<{ language: Locale; words: Words }>({ language: "en", words: {} });

let wanted: Locale | undefined;

/** Speak this language from now on. */
export async function speak(language: Locale): Promise<void> {
  wanted = language;
  const { words } = await LANGUAGE_FILES[language]();
  if (wanted !== language || now.words === words) return; // another one is asked for by now, or it is spoken already
  now = { language, words };
  document.documentElement.lang = language;
}

export function t(key: string, given: Given = {}): string {
  return fill(now.words[key] ?? key, given, now.language);
}

/** The language in which the words are now. */
export function speaks(): Locale {
  return now.language;
}

/** Things one after the other, as the language writes it. */
export function list(things: string[]): string {
  return things.join(now.language === "ja" ? "、" : ", ");
}

/** Sentences one after the other, as the language writes it. Japanese moves have no full stop: 黒がa2に船を置く */
export function joined(sentences: string[]): string {
  if (now.language !== "ja") return sentences.join(" ");
  return sentences.map((one, place) => (/[。？]$/.test(one) || place === sentences.length - 1 ? one : `${one}。`)).join("");
}

/** `{name}` becomes what is given, `{count:move|moves}` the word that fits the number. */
export function fill(text: string, given: Given, language: string): string {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = given[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return typeof value === "number" ? number(value, language) : value;
    return Number(value) === 1 && language !== "ja" ? one : many;
  });
}

const formats = new Map<string, Intl.NumberFormat>(); // they are costly to make

function number(value: number, language: string): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value); // as both languages write them
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}

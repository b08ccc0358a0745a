/** What a person has chosen on this device. Kept in the browser, never sent but for language and theme. */
import type { Locale, Theme } from "./wire";

const LANGUAGES: readonly Locale[] = ["en", "ja"];
export const THEMES: readonly ThemeChoice[] = ["auto", "light", "dark", "contrast", "safe"];
export const SPEEDS = ["off", "slow", "normal", "fast"] as const;
export const CONFIRMS = ["never", "touch", "always"] as const;

export type ThemeChoice = Theme | "auto"; // auto: as the system says
export type Speed = (typeof SPEEDS)[number];
export type Confirm = (typeof CONFIRMS)[number];

export interface Settings {
  language: Locale | ""; // empty: as the browser says
  theme: ThemeChoice;
  sound: boolean;
  speed: Speed;
  confirm: Confirm; // before a move is played; touch: only where it was tapped
  plan: boolean; // clicks while others act are for one's next turn
  help: boolean; // hints and signs of danger
  coach: boolean; // remarks while one plays computers
  notation: boolean;
  mute: boolean;
}

const KEY = "ludarium.settings";
const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  sound: true,
  speed: "normal",
  confirm: "touch",
  plan: false,
  help: true,
  coach: true,
  notation: false,
  mute: false,
};
const ALLOWED: Partial<Record<keyof Settings, readonly string[]>> = {
  language: ["", ...LANGUAGES],
  theme: THEMES,
  speed: SPEEDS,
  confirm: CONFIRMS,
};

/** Settings from what was remembered; whatever is not understood is as usual. */
export function readSettings(text: string | null): Settings {
  const read: Record<string, unknown> = { ...DEFAULTS };
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    for (const [name, value] of Object.entries(found ?? {})) {
      const preset = DEFAULTS[name as keyof Settings];
      const allowed = ALLOWED[name as keyof Settings];
      if (typeof value === typeof preset && (!allowed || allowed.includes(value as string))) read[name] = value;
    }
  } catch {
    // Unreadable: everything is as usual.
  }
  return read as unknown as Settings;
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser keeps nothing
  }
}

export const settings: Settings = $state(readSettings(remembered()));

/** Change some settings and remember them. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page is closed.
  }
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const contrast = window.matchMedia("(prefers-contrast: more)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, contrast: contrast.matches, still: still.matches });
dark.addEventListener("change", (event) => (system.dark = event.matches));
contrast.addEventListener("change", (event) => (system.contrast = event.matches));
still.addEventListener("change", (event) => (system.still = event.matches));
window.addEventListener("storage", (event) => {
  if (event.key === KEY) Object.assign(settings, readSettings(event.newValue));
});

/** The language of this page. */
export function language(): Locale {
  if (settings.language) return settings.language;
  const wanted = navigator.languages ?? [navigator.language];
  for (const one of wanted) {
    const short = one.slice(0, 2) as Locale;
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** The theme in which pages and boards are drawn. */
export function theme(): Theme {
  if (settings.theme !== "auto") return settings.theme;
  return system.contrast ? "contrast" : system.dark ? "dark" : "light";
}

/** Whether the system asks for little movement. */
export function reducedMotion(): boolean {
  return system.still;
}

/** A list of words, as it is written and as it is chosen. */

const NONE = "[]"; // written where an empty list is not what is usual

/** The words of a text; nothing written stands for the usual ones. */
export function itemsOf(text: string, usual: string[]): string[] {
  const words = text.replace(/["[\]]/g, " ").split(/[\s,，、]+/).filter(Boolean);
  return text.trim() ? [...new Set(words)] : usual;
}

/** The same words in the order of all; the usual ones need not be written. */
export function itemsText(items: string[], usual: string[]): string {
  const same = items.length === usual.length && items.every((item) => usual.includes(item));
  return same ? "" : items.join(", ") || NONE;
}

export function toggled(items: string[], item: string, all: string[]): string[] {
  return items.includes(item) ? items.filter((one) => one !== item) : all.filter((one) => one === item || items.includes(one));
}

/** All areas of a language in one: `./en/board.json` with the key `picked` gives `board.picked`. */
export function gathered(files: Record<string, Record<string, string>>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [path, words] of Object.entries(files)) {
    const area = path.split("/").at(-1)!.replace(".json", "");
    for (const [key, text] of Object.entries(words)) all[`${area}.${key}`] = text;
  }
  return all;
}

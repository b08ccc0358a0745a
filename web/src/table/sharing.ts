/** Links that are handed on. */

/** True if it is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed here
  }
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

export async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ text, url });
  } catch {
    return; // changed their mind
  }
}

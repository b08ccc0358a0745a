/** Bytes as base64 for addresses: with `-` and `_`, without `=`. */

export function toBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (one) => String.fromCharCode(one)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
}

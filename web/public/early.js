// What need not wait for the pages' scripts.
{
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("ludarium.settings") ?? "{}") ?? {};
  } catch {
    // Nothing is remembered here.
  }
  // Before the first paint: the theme that was chosen, so that nothing flashes. Without a choice the style sheet follows the system.
  if (chosen.theme && chosen.theme !== "auto") document.documentElement.dataset.theme = chosen.theme;

  // The connection of a table, as src/lib/socket.svelte.ts would make it; that takes it over if it is the one it wants.
  const table = /^\/t\/([A-Za-z0-9_-]+)$/.exec(location.pathname);
  if (table) {
    const is = (query) => matchMedia(query).matches;
    const system = is("(prefers-contrast: more)") ? "contrast" : is("(prefers-color-scheme: dark)") ? "dark" : "light";
    const theme = chosen.theme && chosen.theme !== "auto" ? chosen.theme : system;
    const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one === "en" || one === "ja");
    const query = new URLSearchParams({ lang: chosen.language || known || "en", theme });
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/tables/${table[1]}?${query}`);
    const messages = [];
    socket.onmessage = (event) => messages.push(event);
    window.early = { socket, messages };
  }
}

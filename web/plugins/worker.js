// The service worker: keeps the built files (their names have hashes of what is in them) and says so when the server
// cannot be reached. It never keeps pages or answers of the server. plugins/worker.ts fills in the two constants.
const VERSION = "__VERSION__";
const ASSETS = new Set("__ASSETS__".split(" "));
const CACHE = `ludarium-${VERSION}`;
const OFFLINE = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(OFFLINE.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (ASSETS.has(pathname)) event.respondWith(kept(request, pathname));
  else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => stored(pathname)));
});

/** A page comes from the server, always; where that cannot be reached, a page that says so. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return stored(OFFLINE[0]);
  }
}

/** A built file never changes under its name: the server is asked for it once. */
async function kept(request, pathname) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(pathname);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(pathname, answer.clone());
  return answer;
}

async function stored(pathname) {
  return (await (await caches.open(CACHE)).match(pathname)) ?? Response.error();
}

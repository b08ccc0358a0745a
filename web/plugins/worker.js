// The service worker: keeps the built files (their names have hashes of what is in them) and says so when the server
// cannot be reached. It never keeps pages or answers of the server. It shows notices of turns, too. plugins/worker.ts
// fills in the two constants.
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

/** A notice, in the language in which it comes. A later one of the same table takes its place. */
self.addEventListener("push", (event) => {
  const { title, body, path, tag, lang } = event.data.json();
  const shown = { body, tag, lang, icon: "/icon-192.png", data: { path }, renotify: true };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** The table of a notice: where it is open already, it comes to the front. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

/** Some browsers change their address by themselves: the server is told the new one. */
self.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(subscribeAgain(event.oldSubscription.options));
});

async function subscribeAgain(options) {
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  const headers = { "X-Ludarium": "1", "Content-Type": "application/json" };
  await fetch("/api/notices/push", { method: "POST", headers, body: JSON.stringify({ endpoint, ...keys }) });
}

/** Lets the site be installed as an app: a worker that keeps the built files and has a page for when it is offline. */

/** Register the worker once the page is there and has nothing better to do; not while pages are being developed. */
export function registerWorker(built: boolean = import.meta.env.PROD): void {
  if (!built || !("serviceWorker" in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register("/worker.js").catch(() => {}); // the site works without it
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

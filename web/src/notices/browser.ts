/** Notices in this browser: it is asked for permission only when somebody switches them on. */
import { post, remove } from "../lib/api";
import { fromBase64, toBase64 } from "../lib/base64";
import type { NoticeChoices } from "../lib/wire";

export type Ability = "able" | "blocked" | "unable";

/** Whether this browser can show notices, or somebody has forbidden it to. */
export async function ability(): Promise<Ability> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "blocked";
  return (await navigator.serviceWorker.getRegistration()) ? "able" : "unable";
}

async function subscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Whether the browser itself has a subscription; the server may have another opinion. */
export async function isSubscribed(): Promise<boolean> {
  return (await subscription()) !== null && Notification.permission === "granted";
}

function tell(found: PushSubscription): Promise<NoticeChoices> {
  const written = (name: PushEncryptionKeyName): string => toBase64(new Uint8Array(found.getKey(name)!));
  return post("/api/notices/push", { endpoint: found.endpoint, p256dh: written("p256dh"), auth: written("auth") });
}

/** Ask for permission; at once after a click, or some browsers do not ask. */
export async function askPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === "granted";
}

/** Subscribe, and tell the server. Throws if the browser cannot after all. */
export async function switchOn(key: string): Promise<NoticeChoices> {
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  const known = before?.options?.applicationServerKey;
  if (known && toBase64(new Uint8Array(known)) !== key) await before.unsubscribe(); // of another server's, or an older key
  return tell(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(key) }));
}

export async function switchOff(): Promise<NoticeChoices> {
  const choices = await remove("/api/notices/push");
  await forget();
  return choices;
}

/** After somebody has logged in, or speaks another language: what was switched on here stays on, for them. */
export async function keepUp(): Promise<void> {
  try {
    const found = await subscription();
    if (found) await tell(found);
  } catch {
    // Nobody is told; the settings say so.
  }
}

/** After somebody has logged out: the server has forgotten this browser already. */
export async function forget(): Promise<void> {
  try {
    await (await subscription())?.unsubscribe();
  } catch {
    // The push service will tell the server that it is gone.
  }
}

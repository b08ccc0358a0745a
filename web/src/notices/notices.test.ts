import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { go } from "../lib/router.svelte";
import type { NoticeChoices } from "../lib/wire";
import { speak } from "../lib/words.svelte";
import Mail from "../pages/Mail.svelte";
import NoticeHint from "../table/NoticeHint.svelte";
import { ability, forget, keepUp } from "./browser";
import Forgot from "./Forgot.svelte";
import MailAddress from "./MailAddress.svelte";
import Notices from "./Notices.svelte";

const KEY = "BAAB";
const CHOICES: NoticeChoices = { push_key: KEY, browser: false, mail: true, address: "", asked: "", mail_turns: false };
let choices: NoticeChoices;
let asked: [string, string, unknown][]; // method, path, body
let refuse: { status: number; sentence: string } | null;
let permission: NotificationPermission;
let subscribed: { endpoint: string; getKey: () => ArrayBuffer; unsubscribe: () => Promise<boolean> } | null;
const request = vi.fn(async () => permission);

const subscription = () => ({
  endpoint: "https://push.example/1",
  getKey: () => new Uint8Array([4, 0, 1]).buffer,
  unsubscribe: async () => ((subscribed = null), true),
});

function able(): void {
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => (subscribed = subscription()),
  };
  const worker = { pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => worker, ready: Promise.resolve(worker) },
    configurable: true,
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    requestPermission: request,
    get permission() {
      return permission;
    },
  });
}

beforeEach(async () => {
  await speak("en");
  [choices, asked, refuse, permission, subscribed] = [{ ...CHOICES }, [], null, "default", null];
  request.mockClear();
  localStorage.clear();
  const answer = async (url: URL, { method, body }: { method: string; body: string | null }): Promise<Response> => {
    const given = body ? (JSON.parse(body) as Record<string, unknown>) : null;
    if (url.pathname === "/api/me") return Response.json({ id: "p0", name: "Ada", guest: false });
    asked.push([method, url.pathname, given]);
    if (refuse) return Response.json({ code: "x", sentence: refuse.sentence }, { status: refuse.status });
    if (url.pathname === "/api/notices/push") choices = { ...choices, browser: method === "POST" };
    if (url.pathname === "/api/notices/mail/turns") choices = { ...choices, mail_turns: given!["on"] as boolean };
    if (url.pathname === "/api/notices/mail") choices = { ...choices, asked: (given?.["address"] as string) ?? "", address: "" };
    return Response.json(url.pathname.endsWith("/confirm") ? { address: "ada@mail.example" } : choices);
  };
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  go("/");
});

const box = (name: string): HTMLInputElement => screen.getByRole("checkbox", { name });

test("everything is off at first, and permission is asked for only when it is switched on", async () => {
  able();
  render(Notices);
  await screen.findByRole("heading", { name: "Notify me when it's my turn" });
  expect(box("In this browser").checked).toBe(false);
  expect(box("By email").disabled).toBe(true);
  expect(screen.getByRole("link", { name: "Add an email address" }).getAttribute("href")).toBe("/me#mail");
  expect(request).not.toHaveBeenCalled();
  permission = "granted";
  await fireEvent.click(box("In this browser"));
  const told = ["POST", "/api/notices/push", { endpoint: "https://push.example/1", p256dh: "BAAB", auth: "BAAB" }];
  await waitFor(() => expect(asked).toContainEqual(told));
  await waitFor(() => expect(box("In this browser").checked).toBe(true));
  expect(request).toHaveBeenCalledTimes(1);
  await fireEvent.click(box("In this browser"));
  await waitFor(() => expect(asked.at(-1)!.slice(0, 2)).toEqual(["DELETE", "/api/notices/push"]));
  await waitFor(() => expect(subscribed).toBeNull());
});

test("who does not give permission is told nothing, and how to change that", async () => {
  able();
  render(Notices);
  await screen.findByText("Your browser asks for permission first.");
  permission = "denied";
  await fireEvent.click(box("In this browser"));
  await screen.findByText(/This browser blocks notices/);
  await waitFor(() => expect(box("In this browser").checked).toBe(false));
  expect(box("In this browser").disabled).toBe(true);
  expect(asked.some(([method]) => method === "POST")).toBe(false);
});

test("a browser that cannot says so", async () => {
  expect(await ability()).toBe("unable");
  render(Notices);
  await screen.findByText(/This browser can't show notices/);
  expect(box("In this browser").disabled).toBe(true);
});

test("what the server does not have is not offered", async () => {
  able();
  choices = { ...CHOICES, push_key: "", mail: false };
  const { container } = render(Notices);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container.querySelector("section")).toBeNull();
});

test("mails are switched on for a confirmed address, and follow the language", async () => {
  choices = { ...CHOICES, push_key: "", address: "ada@mail.example" };
  render(Notices);
  await screen.findByText(/To ada@mail.example/);
  await fireEvent.click(box("By email"));
  await waitFor(() => expect(asked.at(-1)).toEqual(["POST", "/api/notices/mail/turns", { on: true }]));
  asked = [];
  await speak("ja");
  await waitFor(() => expect(asked.at(-1)).toEqual(["POST", "/api/notices/mail/turns", { on: true }]));
  expect(box("メールで通知する").checked).toBe(true);
});

test("after a login the browser is told for whoever logged in; after a logout it is not told", async () => {
  able();
  await keepUp();
  expect(asked).toEqual([]);
  subscribed = subscription();
  await keepUp();
  expect(asked.map(([method, path]) => `${method} ${path}`)).toEqual(["POST /api/notices/push"]);
  await forget();
  expect(subscribed).toBeNull();
});

test("an address is given, and waits for its link", async () => {
  render(MailAddress);
  await fireEvent.input(await screen.findByLabelText("Email address", { selector: "input" }), { target: { value: " ada@mail.example " } });
  await fireEvent.click(screen.getByRole("button", { name: "Send link" }));
  await screen.findByText(/A link is on its way to ada@mail.example/);
  expect(asked.at(-1)).toEqual(["POST", "/api/notices/mail", { address: "ada@mail.example", password: "" }]);
});

test("a forgotten password is asked about, and the answer says nothing of accounts", async () => {
  render(Forgot);
  await fireEvent.input(await screen.findByLabelText("Your name or email address"), { target: { value: "Ada" } });
  await fireEvent.click(screen.getByRole("button", { name: "Send link" }));
  await screen.findByText(/If there is such an account/);
  expect(asked.at(-1)).toEqual(["POST", "/api/password/forgot", { who: "Ada" }]);
});

test("links of mails: stopping needs one click, confirming and passwords another", async () => {
  go("/mail/stop#abc");
  render(Mail, { what: "stop" });
  await screen.findByText(/no more emails/);
  expect(asked).toEqual([["POST", "/api/notices/stop/abc", {}]]);
  cleanup();
  asked = [];
  go("/mail/confirm#def");
  render(Mail, { what: "confirm" });
  expect(asked).toEqual([]); // programs that look through mails open links, too
  await fireEvent.click(screen.getByRole("button", { name: "Confirm email address" }));
  await screen.findByText("Address confirmed: ada@mail.example");
  expect(asked).toEqual([["POST", "/api/notices/mail/confirm", { token: "def" }]]);
  cleanup();
  asked = [];
  go("/mail/password#ghi");
  render(Mail, { what: "password" });
  await fireEvent.input(screen.getByLabelText("New password"), { target: { value: "another horse" } });
  await fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  await screen.findByText(/Password changed/);
  expect(asked[0]).toEqual(["POST", "/api/password/reset", { token: "ghi", password: "another horse" }]);
});

test("an old link says what to do", async () => {
  refuse = { status: 410, sentence: "Ask for a new one." };
  go("/mail/confirm#old");
  render(Mail, { what: "confirm" });
  await fireEvent.click(screen.getByRole("button", { name: "Confirm email address" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Ask for a new one.");
});

test("without what a link needs there is no such page", () => {
  go("/mail/confirm");
  render(Mail, { what: "confirm" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Page not found");
});

test("the hint at a table is given once, and not to those who are told already", async () => {
  able();
  choices = { ...CHOICES, mail_turns: true };
  render(NoticeHint);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("link")).toBeNull();
  cleanup();
  choices = { ...CHOICES };
  render(NoticeHint);
  const link = await screen.findByRole("link", { name: "Get a notice when it's your turn" });
  expect(link.getAttribute("href")).toBe("/settings#notices");
  cleanup();
  render(NoticeHint);
  await Promise.resolve();
  expect(screen.queryByRole("link")).toBeNull();
  expect(asked).toHaveLength(2);
});

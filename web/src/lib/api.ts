/** Asks the server. Whatever goes wrong is a `Refused` whose `sentence` can be shown to a person as it is. */
import { speaks, t } from "./words.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly clause = "",
    readonly page = "",
    readonly status = 0,
  ) {
    super(sentence);
    this.name = "Refused";
  }
}

type Query = Record<string, string | number | boolean | null | undefined>;

async function ask(
  method: string,
  path: string,
  query: Query,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const url = new URL(path, location.origin);
  url.searchParams.set("lang", speaks());
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { "X-Ludarium": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("offline", t("common.offline"));
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const told = await answer.json();
    if (typeof told.sentence === "string")
      return new Refused(String(told.code), told.sentence, told.clause ?? "", told.page ?? "", answer.status);
  } catch {
    // Not one of our sentences.
  }
  return new Refused("status", t("common.failed", { status: String(answer.status) }), "", "", answer.status);
}

async function content<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** `get<GameCard[]>("/api/games")` */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return content<T>(await ask("GET", path, query, undefined, signal));
}

export async function post<T = void>(
  path: string,
  body: unknown = {},
  query: Query = {},
  signal?: AbortSignal,
): Promise<T> {
  return content<T>(await ask("POST", path, query, body, signal));
}

export async function remove<T = void>(path: string, body?: unknown): Promise<T> {
  return content<T>(await ask("DELETE", path, {}, body));
}

export async function getText(path: string, query: Query = {}): Promise<string> {
  return (await ask("GET", path, query)).text();
}

/** A sentence for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refused ? error.sentence : t("common.broken");
}

/** Asks the server. Whatever goes wrong is a `Refused` whose `sentence` can be shown to a person as it is. */
import type { Api, Refused as RefusedAnswer } from "./wire";
import { speaks, t } from "./words.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly clause = "",
    readonly page = "",
    readonly status = 0,
    readonly rule = "",
  ) {
    super(sentence);
    this.name = "Refused";
  }
}

type Method = keyof Api;
type Path<M extends Method> = keyof Api[M] & string;
type Answer<Route> = Route extends { answer: infer A } ? A : never;
type Body<Route> = Route extends { body: infer B } ? B : Record<string, never>;
type Query = Record<string, string | number | boolean | null | undefined>;

let credentials: RequestCredentials = "same-origin";

/** Ask as somebody without a name from now on: no cookie is sent, and nothing is told that only some may know. */
export function stayNobody(): void {
  credentials = "omit";
}

async function ask<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  query: Query,
  body?: Body<Api[M][P]>,
  signal?: AbortSignal,
): Promise<Answer<Api[M][P]>> {
  const rest = { ...query };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = new URL(filled, location.origin);
  url.searchParams.set("lang", speaks());
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { "X-Ludarium": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      credentials,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("offline", t("common.offline"));
  }
  if (!answer.ok) throw await refusal(answer);
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  return (await (isJson ? answer.json() : answer.blob())) as Answer<Api[M][P]>;
}

async function refusal(answer: Response): Promise<Refused> {
  try {
    const { code, sentence, clause, page, rule } = (await answer.json()) as RefusedAnswer;
    if (typeof sentence === "string") return new Refused(code, sentence, clause, page, answer.status, rule);
  } catch {
    // Not one of our sentences.
  }
  return new Refused("status", t("common.failed", { status: String(answer.status) }), "", "", answer.status);
}

/** `get("/api/tables/{id}", { id })`: what the path does not name goes into the query. */
export function get<P extends Path<"GET">>(path: P, query: Query = {}, signal?: AbortSignal): Promise<Answer<Api["GET"][P]>> {
  return ask("GET", path, query, undefined, signal);
}

export function post<P extends Path<"POST">>(
  path: P,
  body: Body<Api["POST"][P]>,
  signal?: AbortSignal,
): Promise<Answer<Api["POST"][P]>> {
  return ask("POST", path, {}, body, signal);
}

export function remove<P extends Path<"DELETE">>(
  path: P,
  query: Query = {},
  body?: Body<Api["DELETE"][P]>,
): Promise<Answer<Api["DELETE"][P]>> {
  return ask("DELETE", path, query, body);
}

/** A sentence for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refused ? error.sentence : t("common.broken");
}

/** Passkeys: the browser's ceremony in the JSON that the server speaks. Bytes travel as base64 for URLs. */

import { get, post, remove } from "../lib/api";
import type { Ceremony, Passkey, Person } from "../lib/wire";

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && !!navigator.credentials;
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer | Uint8Array): string {
  const plain = Array.from(new Uint8Array(bytes as ArrayBuffer), (one) => String.fromCharCode(one)).join("");
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

type Json = Record<string, unknown>;
type Described = { id: string; type: "public-key"; transports?: AuthenticatorTransport[] };

const described = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list as Described[] | undefined) ?? []).map((one) => ({ ...one, id: toBytes(one.id) }));

/** What `navigator.credentials.create` wants. */
export function creationOptions(json: Json): PublicKeyCredentialCreationOptions {
  const user = json.user as { id: string; name: string; displayName: string };
  return {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: toBytes(String(json.challenge)),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: described(json.excludeCredentials),
  };
}

/** What `navigator.credentials.get` wants. */
export function requestOptions(json: Json): PublicKeyCredentialRequestOptions {
  return {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: toBytes(String(json.challenge)),
    allowCredentials: described(json.allowCredentials),
  };
}

/** A credential as it is sent. */
export function written(credential: PublicKeyCredential): Json {
  const answer = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  const response: Json = {};
  for (const part of parts) if (answer[part]) response[part] = toText(answer[part]);
  if (typeof answer.getTransports === "function") response.transports = answer.getTransports();
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

/** Nothing if the person closed the browser's question. */
async function asked(question: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await question) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

export const list = (): Promise<Passkey[]> => get<Passkey[]>("/api/passkeys");

export const forget = (key: string): Promise<Passkey[]> => remove<Passkey[]>(`/api/passkeys/${encodeURIComponent(key)}`);

export async function make(name: string, password: string): Promise<Passkey | null> {
  const { id, options } = await post<Ceremony>("/api/passkeys/register/begin", { password });
  const credential = await asked(navigator.credentials.create({ publicKey: creationOptions(options) }));
  return credential && post<Passkey>("/api/passkeys/register", { id, name, credential: written(credential) });
}

export async function logIn(): Promise<Person | null> {
  const { id, options } = await post<Ceremony>("/api/passkeys/login/begin");
  const credential = await asked(navigator.credentials.get({ publicKey: requestOptions(options) }));
  return credential && post<Person>("/api/passkeys/login", { id, credential: written(credential) });
}

/** Passkeys: the browser's ceremony in the JSON that the server speaks. Bytes travel as base64 for URLs. */

import { get, post, remove } from "../lib/api";
import { fromBase64, toBase64 } from "../lib/base64";
import type { Passkey, Person } from "../lib/wire";

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && !!navigator.credentials;
}

type Json = Record<string, unknown>;
type Described = { id: string; type: "public-key"; transports?: AuthenticatorTransport[] };

const described = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list as Described[] | undefined) ?? []).map((one) => ({ ...one, id: fromBase64(one.id) }));

/** What `navigator.credentials.create` wants. */
export function creationOptions(json: Json): PublicKeyCredentialCreationOptions {
  const user = json.user as { id: string; name: string; displayName: string };
  return {
    ...(json as unknown as PublicKeyCredentialCreationOptions),
    challenge: fromBase64(String(json.challenge)),
    user: { ...user, id: fromBase64(user.id) },
    excludeCredentials: described(json.excludeCredentials),
  };
}

/** What `navigator.credentials.get` wants. */
export function requestOptions(json: Json): PublicKeyCredentialRequestOptions {
  return {
    ...(json as unknown as PublicKeyCredentialRequestOptions),
    challenge: fromBase64(String(json.challenge)),
    allowCredentials: described(json.allowCredentials),
  };
}

/** A credential as it is sent. */
export function credentialJson(credential: PublicKeyCredential): Json {
  const answer = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  const response: Json = {};
  for (const part of parts) if (answer[part]) response[part] = toBase64(new Uint8Array(answer[part]));
  if (typeof answer.getTransports === "function") response.transports = answer.getTransports();
  return {
    id: credential.id,
    rawId: toBase64(new Uint8Array(credential.rawId)),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

/** Nothing if the person closed the browser's question. */
async function answerTo(question: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await question) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

export const list = (): Promise<Passkey[]> => get("/api/passkeys");

export const forget = (key: string): Promise<Passkey[]> => remove("/api/passkeys/{key}", { key });

export async function make(name: string, password: string): Promise<Passkey | null> {
  const { id, options } = await post("/api/passkeys/register/begin", { password });
  const credential = await answerTo(navigator.credentials.create({ publicKey: creationOptions(options) }));
  return credential && post("/api/passkeys/register", { id, name, credential: credentialJson(credential) });
}

export async function logIn(): Promise<Person | null> {
  const { id, options } = await post("/api/passkeys/login/begin", {});
  const credential = await answerTo(navigator.credentials.get({ publicKey: requestOptions(options) }));
  return credential && post("/api/passkeys/login", { id, credential: credentialJson(credential) });
}

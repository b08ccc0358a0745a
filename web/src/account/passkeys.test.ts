import { expect, it } from "vitest";
import { creationOptions, credentialJson, requestOptions } from "./passkeys";

it("options get bytes where the browser wants them", () => {
  const made = creationOptions({
    challenge: "AQI", user: { id: "Aw", name: "ada", displayName: "Ada" }, rp: { name: "L" },
    excludeCredentials: [{ id: "BA", type: "public-key" }],
  });
  expect([...(made.challenge as Uint8Array)]).toEqual([1, 2]);
  expect([...(made.user.id as Uint8Array)]).toEqual([3]);
  expect([...(made.excludeCredentials![0]!.id as Uint8Array)]).toEqual([4]);
  expect(made.rp.name).toBe("L");
  expect(requestOptions({ challenge: "AQI" }).allowCredentials).toEqual([]);
});

it("a credential is sent with the parts that it has", () => {
  const credential = {
    id: "AQ", rawId: Uint8Array.of(1).buffer, type: "public-key", authenticatorAttachment: null,
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: Uint8Array.of(2).buffer, signature: Uint8Array.of(3).buffer, userHandle: null },
  } as unknown as PublicKeyCredential;
  expect(credentialJson(credential)).toMatchObject({ rawId: "AQ", response: { clientDataJSON: "Ag", signature: "Aw" } });
  expect(credentialJson(credential).response).not.toHaveProperty("userHandle");
});

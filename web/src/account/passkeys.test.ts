import { expect, it } from "vitest";
import { creationOptions, requestOptions, toBytes, toText, written } from "./passkeys";

it("bytes travel as base64 for URLs, without padding", () => {
  const bytes = Uint8Array.from([251, 255, 190, 0]);
  expect(toText(bytes)).toBe("-_--AA");
  expect([...toBytes("-_--AA")]).toEqual([251, 255, 190, 0]);
});

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
  expect(written(credential)).toMatchObject({ rawId: "AQ", response: { clientDataJSON: "Ag", signature: "Aw" } });
  expect(written(credential).response).not.toHaveProperty("userHandle");
});

import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { createReceiptKeys } from "./receipt-keys";

test("a receipt signed before the data key was replaced is verified by the published document", () => {
  const [former, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const origin = "https://pay.example";
  const receipt = createReceiptKeys([former], origin).sign({ transaction: "0x1" });
  const [head = "", body = "", signature = ""] = receipt.split(".");
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
  const { document } = createReceiptKeys([current, former], origin);
  const published = document.verificationMethod.find(({ id }) => id === kid);
  expect(document.assertionMethod).toContain(kid);
  const key = createPublicKey({ key: { ...published?.publicKeyJwk }, format: "jwk" });
  expect(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))).toBe(true);
});

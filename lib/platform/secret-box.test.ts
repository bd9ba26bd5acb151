import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSecretBox } from "./secret-box";

const box = createSecretBox(randomBytes(32));

describe("a secret box", () => {
  test.each(["whsec_c2VjcmV0", "", "ключ ☕", "x".repeat(10_000)])("opens its own sealed text", (secret) => {
    expect(box.open(box.seal(secret, "whe_1"), "whe_1")).toBe(secret);
  });

  test("seals as nonce ‖ ciphertext ‖ tag, never twice alike", () => {
    const sealed = [box.seal("secret", "whe_1"), box.seal("secret", "whe_1")];
    expect(sealed.map((text) => Buffer.from(text, "base64").length)).toEqual([34, 34]);
    expect(sealed[0]).not.toBe(sealed[1]);
  });

  test("refuses another owner, another key, and any flipped bit", () => {
    const sealed = box.seal("secret", "whe_1");
    expect(() => box.open(sealed, "whe_2")).toThrow("The secret of whe_2 cannot be opened");
    expect(() => createSecretBox(randomBytes(32)).open(sealed, "whe_1")).toThrow(/cannot be opened/);
    const bytes = Buffer.from(sealed, "base64");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => box.open(flipped.toString("base64"), "whe_1")).toThrow(/cannot be opened/);
    }
  });

  test.each(["", "AAAA", "not base64 at all"])("refuses %j", (text) => {
    expect(() => box.open(text, "whe_1")).toThrow(/cannot be opened/);
  });

  test("accepts a key of 32 bytes only", () => {
    for (const length of [0, 16, 31, 33])
      expect(() => createSecretBox(randomBytes(length))).toThrow(RangeError);
  });
});

import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiKeyKind, coversScope, formatApiKey, isWellFormedApiKey, keyScopes } from "./api-key.rules";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const kind = fc.constantFrom("server" as const, "api" as const);

describe("formatApiKey", () => {
  test("is the prefix, 43 characters of secret and 6 of checksum", () => {
    expect(formatApiKey("server", new Uint8Array(32).fill(7))).toMatch(/^svc_server_[0-9A-Za-z]{49}$/);
    expect(formatApiKey("api", new Uint8Array(32).fill(7))).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/);
  });

  test("holds the smallest and the largest secret", () => {
    for (const byte of [0, 255]) {
      const key = formatApiKey("api", new Uint8Array(32).fill(byte));
      expect(key).toHaveLength("svc_sk_".length + 49);
      expect(isWellFormedApiKey(key)).toBe(true);
    }
  });

  test.each([0, 31, 33])("refuses a secret of %i bytes", (length) => {
    expect(() => formatApiKey("api", new Uint8Array(length))).toThrow(RangeError);
  });

  test("carries secret and CRC-32 of all before it, in base62", () => {
    fc.assert(
      fc.property(kind, secret, (which, bytes) => {
        const key = formatApiKey(which, bytes);
        const body = key.slice(0, -6);
        expect(fromBase62(key.slice(-6))).toBe(BigInt(crc32(body)));
        const hex = fromBase62(body.slice(-43)).toString(16).padStart(64, "0");
        expect(hex).toBe(Buffer.from(bytes).toString("hex"));
      }),
      { numRuns: 500 },
    );
  });
});

describe("apiKeyKind", () => {
  test.each([
    ["svc_server_", "server"],
    ["svc_server_x", "server"],
    ["svc_sk_x", "api"],
    ["svc_s", null],
    ["SVC_SK_x", null],
    [" svc_sk_x", null],
    ["sk_live_x", null],
    ["", null],
  ])("%j is of kind %s by its prefix", (key, expected) => {
    expect(apiKeyKind(key)).toBe(expected);
  });
});

describe("coversScope", () => {
  test.each([
    ["read", ["read"]],
    ["create", ["read", "create"]],
    ["all", ["read", "create", "all"]],
  ] as const)("lets a key of the scope %s do what needs %j", (scope, expected) => {
    expect(keyScopes.filter((needed) => coversScope(scope, needed))).toEqual(expected);
  });
});

describe("isWellFormedApiKey", () => {
  test("accepts every key that was made", () => {
    fc.assert(fc.property(kind, secret, (which, bytes) => isWellFormedApiKey(formatApiKey(which, bytes))));
  });

  test.each(["server", "api"] as const)("rejects every change of one character of a %s key", (which) => {
    // A change of one character is an error burst of at most 8 bits, which a CRC of 32 always finds. A
    // text changed beyond 32 bits passes with probability 2^-32; the look-up by hash then refuses it.
    const key = formatApiKey(
      which,
      Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 1),
    );
    const replacements = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
    const passed = [...key].flatMap((character, index) =>
      replacements.filter(
        (replacement) =>
          replacement !== character &&
          isWellFormedApiKey(`${key.slice(0, index)}${replacement}${key.slice(index + 1)}`),
      ),
    );
    expect(passed).toEqual([]);
  });

  test("refuses characters that only look like one to an eight-bit checksum", () => {
    const key = formatApiKey("api", new Uint8Array(32));
    expect(isWellFormedApiKey(key.replace("0", "\u0130"))).toBe(false);
  });

  test("refuses characters outside the alphabet though their checksum is right", () => {
    const body = `svc_sk_${"!".repeat(43)}`;
    const key = `${body}${toBase62(crc32(body))}`;
    expect(isWellFormedApiKey(key)).toBe(false);
    expect(isWellFormedApiKey(`svc_sk_${"z".repeat(43)}${toBase62(crc32(`svc_sk_${"z".repeat(43)}`))}`)).toBe(
      true,
    );
  });

  test("refuses lost, added and swapped characters, and the other prefix", () => {
    fc.assert(
      fc.property(kind, secret, fc.nat(47), (which, bytes, at) => {
        const key = formatApiKey(which, bytes);
        const index = key.length - 49 + at;
        const [a, b] = [key.charAt(index), key.charAt(index + 1)];
        expect(isWellFormedApiKey(key.slice(0, index) + key.slice(index + 1))).toBe(false);
        expect(isWellFormedApiKey(`${key.slice(0, index)}${a}${key.slice(index)}`)).toBe(false);
        if (a !== b)
          expect(isWellFormedApiKey(`${key.slice(0, index)}${b}${a}${key.slice(index + 2)}`)).toBe(false);
        const other = which === "api" ? "svc_server_" : "svc_sk_";
        expect(isWellFormedApiKey(`${other}${key.slice(-49)}`)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["", "svc_sk_", "svc_server_", `svc_sk_${"0".repeat(49)}`, "svc_sk_\n", "Bearer svc_sk_x"])(
    "refuses %j",
    (key) => {
      expect(isWellFormedApiKey(key)).toBe(false);
    },
  );

  test("refuses spaces and newlines around a key", () => {
    const key = formatApiKey("server", new Uint8Array(32).fill(1));
    for (const text of [` ${key}`, `${key} `, `${key}\n`]) expect(isWellFormedApiKey(text)).toBe(false);
  });
});

function fromBase62(text: string): bigint {
  return [...text].reduce((value, character) => value * 62n + BigInt(alphabet.indexOf(character)), 0n);
}

function toBase62(value: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = `${alphabet[rest % 62]}${text}`;
  return text.padStart(6, "0");
}

import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import {
  address,
  chainId,
  isHttpsUrl,
  isLoopbackUrl,
  redirectUrl,
  text,
  timestamp,
  tokenUnits,
} from "./primitives.schema";
import { checksummed } from "./values/checksum.rules";

describe("primitives", () => {
  describe("address", () => {
    // From EIP-55.
    const examples = [
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
      "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
      "0x52908400098527886E0F7030069857D2E4169EE7",
      "0xde709f2102306220921060314715629080e2fb77",
    ];

    test.each(examples)("reads %s as lower-case, in its own form, all lower and all upper", (example) => {
      const lower = example.toLowerCase();
      expect(address.parse(example)).toBe(lower);
      expect(address.parse(lower)).toBe(lower);
      expect(address.parse(`0x${example.slice(2).toUpperCase()}`)).toBe(lower);
      expect(checksummed(address.parse(lower))).toBe(example);
    });

    test("refuses mixed case with any one letter in the wrong case", () => {
      const [example = ""] = examples;
      for (let index = 2; index < example.length; index++) {
        const letter = example.charAt(index);
        const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        if (flipped === letter) continue;
        expect(
          address.safeParse(`${example.slice(0, index)}${flipped}${example.slice(index + 1)}`).success,
        ).toBe(false);
      }
    });

    test.each([
      "",
      "0x",
      "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
      "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
      "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd",
      "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg",
      " 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
      "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n",
      "vitalik.eth",
      null,
      7,
    ])("refuses %j", (value) => {
      expect(address.safeParse(value).success).toBe(false);
    });
  });

  describe("redirectUrl", () => {
    test.each([
      "https://shop.example",
      "https://shop.example/thanks?order=1&mail=a@b.example#top",
      "https://shop.example:8443/a@b",
      "HTTPS://Shop.Example/thanks",
      "https://bücher.example/danke",
      "https://[2001:db8::1]/x",
      "http://localhost:3000/shop",
      "http://127.0.0.1:3000/shop",
      "http://127.8.9.10/",
      "http://[::1]:3000/",
    ])("accepts %s as it is", (url) => {
      expect(redirectUrl.parse(url)).toBe(url);
    });

    test.each([
      ["a script", "javascript:alert(1)"],
      ["a script that looks like an address", "javascript://shop.example/%0aalert(1)"],
      ["a script in odd case", "JaVaScRiPt:alert(1)"],
      ["a script behind a space", " javascript:alert(1)"],
      ["a script with a tab inside", "java\tscript:alert(1)"],
      ["data", "data:text/html,<script>alert(1)</script>"],
      ["a blob", "blob:https://shop.example/1"],
      ["a file", "file:///etc/passwd"],
      ["ftp", "ftp://shop.example"],
      ["another scheme", "intent://shop.example"],
      ["no scheme", "//shop.example"],
      ["a path", "/thanks"],
      ["a bare host", "shop.example/thanks"],
      ["nothing", ""],
      ["a scheme alone", "https:"],
      ["no host", "https://"],
      ["no host but a path", "https:///shop.example"],
      ["no slashes, which a page resolves against itself", "https:shop.example"],
      ["one slash", "https:/shop.example"],
      ["a user", "https://user@shop.example"],
      ["a user and password", "https://user:pass@shop.example"],
      ["a host dressed as a user", "https://shop.example@evil.example"],
      ["an empty user", "https://@evil.example"],
      ["an empty user and password", "https://:@evil.example"],
      ["backslashes for slashes", "https:\\\\evil.example"],
      ["a backslash before a user", "https://evil.example\\@shop.example"],
      ["a backslash in the path", "https://shop.example/\\evil"],
      ["NUL", "https://shop.example/\u0000"],
      ["a newline", "https://shop.example/\nSet-Cookie: a=b"],
      ["a carriage return", "https://shop.example/\r"],
      ["a tab in the host", "https://shop\t.example"],
      ["DEL", "https://shop.example/\u007F"],
      ["a control character beyond ASCII", "https://shop.example/\u0085"],
      ["a space", "https://shop.example/a b"],
      ["a no-break space", "https://shop.example/\u00A0"],
      ["a line separator", "https://shop.example/\u2028"],
      ["a lone surrogate", "https://shop.example/\uD800"],
      ["a port that is none", "https://shop.example:99999"],
      ["an open bracket", "https://[::1"],
      ["http", "http://shop.example"],
      ["http to a private address", "http://10.0.0.1"],
      ["http to a name that begins like loopback", "http://localhost.evil.example"],
      ["http to a name that begins like 127", "http://127.0.0.1.evil.example"],
      ["http to a loopback user", "http://localhost@evil.example"],
      ["http to any address", "http://0.0.0.0"],
    ])("refuses %s", (_, url) => {
      expect(redirectUrl.safeParse(url).success).toBe(false);
    });

    test("holds 2,048 characters and no more", () => {
      const url = `https://shop.example/${"p".repeat(2048 - 21)}`;
      expect(redirectUrl.safeParse(url).success).toBe(true);
      expect(redirectUrl.safeParse(`${url}p`).success).toBe(false);
    });

    test("keeps the same host from every page", () => {
      fc.assert(
        fc.property(fc.oneof(fc.webUrl(), urlSoup), (url) => {
          if (!redirectUrl.safeParse(url).success) return;
          const opened = new URL(url, "https://pay.example/c/chk_1");
          expect(opened.href).toBe(new URL(url).href);
          expect(opened.protocol === "https:" || isLoopbackUrl(url)).toBe(true);
          expect(opened.username + opened.password).toBe("");
        }),
        { numRuns: 5_000 },
      );
    });
  });

  /** Addresses put together from the pieces that parsers disagree about. */
  const urlSoup = fc
    .array(
      fc.constantFrom(
        "https:",
        "http:",
        "HTTPS:",
        "javascript:",
        "/",
        "//",
        "\\",
        "@",
        ":",
        "?",
        "#",
        "localhost",
        "shop.example",
        "%40",
        "\t",
        "[::1]",
        "127.0.0.1",
        ".",
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join(""));

  test.each([
    ["http://localhost", true],
    ["https://LOCALHOST:1/x", true],
    ["http://127.1", true],
    ["http://0x7f.1", true],
    ["http://[::1]", true],
    ["https://shop.example/localhost", false],
    ["http://localhost.", false],
    ["http://128.0.0.1", false],
    ["http://[::2]", false],
  ])("whether %s is loopback follows from the parsed host", (url, expected) => {
    expect(isLoopbackUrl(url)).toBe(expected);
  });

  test("recognises https by the scheme in any case", () => {
    expect(isHttpsUrl("HTTPS://shop.example")).toBe(true);
    expect(isHttpsUrl("http://shop.example/https:")).toBe(false);
  });

  describe("text", () => {
    test("holds well-formed Unicode up to its length", () => {
      expect(text(3).safeParse("abc").success).toBe(true);
      expect(text(3).safeParse("abcd").success).toBe(false);
      expect(text(3).safeParse("a\u0000").success).toBe(false);
      expect(text(3).safeParse("\uD83D").success).toBe(false);
      expect(text(3).safeParse("\u{1F600}").success).toBe(true);
    });

    test.each([
      ["emoji", "\u{1F600}"],
      ["letters beyond the first plane", "\u{20BB7}"],
      ["letters of the first plane", "Ω"],
    ])("counts %s as one character each", (_, character) => {
      expect(text(200).safeParse(character.repeat(200)).success).toBe(true);
      expect(text(200).safeParse(character.repeat(201)).success).toBe(false);
      expect(text(200).safeParse(`${character.repeat(199)}ab`).success).toBe(false);
    });

    test("counts a composed character once", () => {
      const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
      expect(text(5).safeParse(family).success).toBe(true);
      expect(text(4).safeParse(family).success).toBe(false);
      expect(text(1).safeParse("e\u0301").success).toBe(false);
    });

    test("means the length that the JSON Schema made of it means", () => {
      expect(z.toJSONSchema(text(200))).toMatchObject({ type: "string", maxLength: 200 });
      expect(z.toJSONSchema(redirectUrl)).toMatchObject({ type: "string", maxLength: 2048 });
      const soup = fc.string({ unit: "grapheme", maxLength: 30 });
      fc.assert(
        fc.property(soup, fc.integer({ min: 0, max: 30 }), (value, limit) => {
          const fits = Array.from(value).length <= limit;
          expect(text(limit).safeParse(value).success).toBe(fits && !value.includes("\u0000"));
        }),
      );
    });
  });

  test("token units are decimal text, read as bigint", () => {
    expect(tokenUnits.parse("7")).toBe(7n);
    for (const value of ["007", "", "1e3", 7, 7n, null])
      expect(tokenUnits.safeParse(value).success).toBe(false);
  });

  test("a chain id is a positive safe integer", () => {
    expect(chainId.parse(8453)).toBe(8453);
    for (const value of [0, -1, 1.5, "1", 2 ** 53]) expect(chainId.safeParse(value).success).toBe(false);
  });

  test("timestamps are ISO 8601 in UTC", () => {
    expect(timestamp(new Date(Date.UTC(2026, 4, 1, 12, 0, 0, 7)))).toBe("2026-05-01T12:00:00.007Z");
  });
});

const firstFault = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, "is required"],
  [z.string(), 4, 'must be text in quotes, like "4"'],
  [z.string(), 4.25, 'must be text in quotes, like "4.25"'],
  [z.string(), 12_345_678_901_234_567_000, 'must be text in quotes, like "4.50"'],
  [z.string(), 1e-7, 'must be text in quotes, like "4.50"'],
  [tokenUnits, 4, 'must be text in quotes, like "4"'],
  [z.string(), true, "must be text"],
  [z.int(), 0.5, "must be a whole number"],
  [z.number(), "4", "must be a number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.enum(["FAST", "CAREFUL"]), "SLOW", 'must be one of FAST, CAREFUL, not "SLOW"'],
  [z.enum(["FAST", "CAREFUL"]), undefined, "must be one of FAST, CAREFUL"],
  [z.literal("json"), "xml", 'must be json, not "xml"'],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be above 0"],
  [z.number().max(10), 11, "must be at most 10"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().max(2), "abc", "must have at most 2 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.email(), "ada", "must be an e-mail address"],
  [z.strictObject({}), { colour: 1 }, "has unknown fields: colour"],
])("%# names the value that is wanted", (schema, input, message) => {
  expect(firstFault(schema, input)).toBe(message);
});

it("never repeats long or ambiguous input", () => {
  for (const hostile of ["<script>", "x".repeat(41), "\u202eabc", "a b"])
    expect(firstFault(z.enum(["FAST", "CAREFUL"]), hostile)).toBe("must be one of FAST, CAREFUL");
  expect(firstFault(z.strictObject({}), { "<b>": 1 })).toBe("has unknown fields: …");
});

it("leaves a schema's own words", () => {
  expect(firstFault(z.string().min(8, "Fill in your password."), "")).toBe("Fill in your password.");
});

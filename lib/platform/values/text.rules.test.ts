import { decodeTime } from "ulid";
import { describe, expect, it, test } from "vitest";
import { newId } from "@/lib/platform/ids";
import { shortHex } from "./hex.rules";
import { alignColumns, cleanText, escapeText, isolated } from "./text.rules";
import { readTheme, themes } from "./theme.rules";
import { startOfDay } from "./time.rules";

describe("escape text", () => {
  test.each([
    ["one\ntwo\r\nthree\tfour", "one\\ntwo\\r\\nthree\\tfour"],
    ["\u001b[31mred\u009b0m\u0000\u007f", "\\u001b[31mred\\u009b0m\\u0000\\u007f"],
    ["end\u2028of\u2029line", "end\\u2028of\\u2029line"],
    ["\u202eturned\u2069", "\\u202eturned\\u2069"],
    ['Grüße, 커피, \\ and "quotes"', 'Grüße, 커피, \\ and "quotes"'],
  ])("%j is written as %j", (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  test("a line of JSON stays equal", () => {
    const value = { note: "a\nb\u2028c\u009bd\u202ee" };
    expect(JSON.parse(escapeText(JSON.stringify(value)))).toEqual(value);
  });
});

describe("clean text", () => {
  const marks = [
    "\u061c",
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202b",
    "\u202c",
    "\u202d",
    "\u202e",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
  ];

  describe("cleanText", () => {
    it("removes every bidirectional mark", () => {
      expect(cleanText(`Corner${marks.join("")} Coffee`)).toBe("Corner Coffee");
    });

    it("removes control characters, and keeps line breaks", () => {
      expect(cleanText("a\u0000b\u001b[31m\u007f\u0085c\nd\te")).toBe("ab[31mc\nd\te");
    });

    it("leaves letters of every script unchanged, joiners too", () => {
      for (const text of ["커피 ☕️", "مقهى", "बेकरी क्‍ष", "👩‍🍳", "A–B’s"]) expect(cleanText(text)).toBe(text);
    });
  });

  describe("isolated", () => {
    it("isolates text of the other direction only", () => {
      expect(isolated("Corner Coffee")).toBe("Corner Coffee");
      expect(isolated("קפה 7")).toBe("\u2068קפה 7\u2069");
    });

    it("cannot be closed from inside", () => {
      expect(isolated("\u2069\u202eקפה")).toBe("\u2068קפה\u2069");
    });
  });
});

test("an address is shortened to its ends", () => {
  expect(shortHex("0x5fbdb2315678afecb367f032d93f642f64180aa3")).toBe("0x5fbdb2…180aa3");
});

describe("startOfDay", () => {
  test.each([
    ["2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T23:59:59.999Z", "2026-03-01T00:00:00.000Z"],
    ["2026-12-31T23:30:00.000-05:00", "2027-01-01T00:00:00.000Z"],
  ])("%s", (now, expected) => {
    expect(startOfDay(new Date(now)).toISOString()).toBe(expected);
  });
});

test("a cookie chooses a theme; without one, or with another text, the device does", () => {
  expect(themes.map(readTheme)).toEqual(["system", "light", "dark"]);
  expect([undefined, "", "pink"].map(readTheme)).toEqual(["system", "system", "system"]);
});

it("is the prefix, an underscore and a lower-case ULID of this moment", () => {
  const before = Date.now();
  const id = newId("chk");
  expect(id).toMatch(/^chk_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  const time = decodeTime(id.slice(4).toUpperCase());
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

it("never repeats over many refills of its randomness", () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newId("evt")));
  expect(ids.size).toBe(20_000);
});

it("does not count up within a millisecond", () => {
  const ids = Array.from({ length: 2_000 }, () => newId("chk"));
  const ascending = ids.slice(1).filter((id, index) => id > (ids[index] ?? "")).length;
  // Independent random parts ascend about half of the time; counted ones always.
  expect(ascending).toBeGreaterThan(600);
  expect(ascending).toBeLessThan(1_400);
});

it("uses every character at every random place, evenly", () => {
  const counts = new Map<string, number>();
  for (let made = 0; made < 4_000; made++) {
    for (const character of newId("chk").slice(-16)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  // 64,000 draws of 32 characters: 2,000 each, standard deviation 44.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(300);
});

test("columns are aligned, and numbers end at the same place", () => {
  expect(
    alignColumns(
      [
        ["a", "1", "x"],
        ["long", "20"],
      ],
      [1],
    ),
  ).toEqual(["a      1  x", "long  20"]);
});

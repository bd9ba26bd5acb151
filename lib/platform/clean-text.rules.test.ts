import { describe, expect, it } from "vitest";
import { cleanText, isolated } from "./clean-text.rules";

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
  it("takes out every mark that turns text round", () => {
    expect(cleanText(`Corner${marks.join("")} Coffee`)).toBe("Corner Coffee");
  });

  it("takes out control characters, and keeps lines", () => {
    expect(cleanText("a\u0000b\u001b[31m\u007f\u0085c\nd\te")).toBe("ab[31mc\nd\te");
  });

  it("leaves letters of every script alone, joiners too", () => {
    for (const text of ["커피 ☕️", "مقهى", "बेकरी क्‍ष", "👩‍🍳", "A–B’s"]) expect(cleanText(text)).toBe(text);
  });
});

describe("isolated", () => {
  it("sets apart what runs the other way, and nothing else", () => {
    expect(isolated("Corner Coffee")).toBe("Corner Coffee");
    expect(isolated("קפה 7")).toBe("\u2068קפה 7\u2069");
  });

  it("cannot be closed from inside", () => {
    expect(isolated("\u2069\u202eקפה")).toBe("\u2068קפה\u2069");
  });
});

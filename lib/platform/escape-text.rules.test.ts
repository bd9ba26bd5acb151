import { expect, test } from "vitest";
import { escapeText } from "./escape-text.rules";

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

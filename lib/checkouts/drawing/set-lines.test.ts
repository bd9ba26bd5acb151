import { expect, test } from "vitest";
import { lineSetter } from "./set-lines";

/** Lines as they are seen from left to right, in a font whose characters are all as wide. */
const set = (text: string, width: number, most?: number) =>
  lineSetter(
    (characters) =>
      characters.filter((each) => !/\p{Cf}/u.test(each)).map((each) => ({ font: "any", text: each })),
    () => 1,
  )(text, width, most).map(({ runs }) => runs.map((run) => run.text).join(""));

test.each([
  ["Two words", 6, ["Two", "words"]],
  ["0xabcdef", 4, ["0xab", "cdef"]],
  ["머그컵 두개", 5, ["머그컵", "두개"]],
  ["抹茶ラテとケーキ", 5, ["抹茶ラテと", "ケーキ"]],
  ["🎁🎁🎁", 2, ["🎁🎁", "🎁"]],
  ["", 5, [""]],
])("sets %j in lines of %i", (text, width, lines) => {
  expect(set(text, width)).toEqual(lines);
});

test("a text that goes on ends in an ellipsis", () => {
  expect(set("One two three four", 8, 2)).toEqual(["One two", "three f…"]);
  expect(set("One two", 8, 1)).toEqual(["One two"]);
});

test("turns each line of a paragraph from right to left, with its brackets, around isolated amounts", () => {
  const [price, total] = ["\u20684.50 USDC\u2069", "\u20689.00 USDC\u2069"];
  expect(set(`قهوة (كبيرة) ${price} أو ${total}`, 12)).toEqual(["(ةريبك) ةوهق", "وأ 4.50 USDC", "9.00 USDC"]);
  expect(set("4.50 USDC", 20)).toEqual(["4.50 USDC"]);
});

/**
 * The length of a text's longest word, which limits its font size. Scripts that break between any two characters, and
 * invisible marks, do not count.
 *
 * @example longestWord("Send 1,234.50 USDC") // 8
 */
export function longestWord(text: string): number {
  const words = text.replace(unseen, "").split(breaks);
  return Math.max(...words.map(({ length }) => length));
}

const unseen = /\p{Cf}/gu;
const breaks = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;

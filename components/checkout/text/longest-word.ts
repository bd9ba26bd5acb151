/**
 * How many characters the longest word of a text has: what cannot be broken decides how large it may be written.
 * Scripts that break between any two characters, and marks that no one sees, do not count.
 *
 * @example longestWord("Send 1,234.50 USDC") // 8
 */
export function longestWord(text: string): number {
  const words = text.replace(unseen, "").split(breaks);
  return Math.max(...words.map(({ length }) => length));
}

const unseen = /\p{Cf}/gu;
const breaks = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u;

/**
 * Text of somebody else, such as a merchant's name, as it may be shown: without the marks and control characters by
 * which it could turn round what stands beside it (`Bidi_Control`: U+061C, U+200E, U+200F, U+202A–E, U+2066–9). Line
 * breaks and tabs stay.
 */
export function cleanText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}

const opensIsolate = "\u2068";
const closesIsolate = "\u2069";
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/;

/**
 * The same in the middle of a sentence: where it holds letters that run the other way, it is set apart, so that the
 * sentence's own figures and marks stay where they are.
 */
export function isolated(text: string): string {
  const clean = cleanText(text);
  return rightToLeft.test(clean) ? `${opensIsolate}${clean}${closesIsolate}` : clean;
}

// Apart from other texts, whose module every customer's page loads first.

/** A name for use in a sentence: it cannot add lines, nor reorder the text after it. */
export function oneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

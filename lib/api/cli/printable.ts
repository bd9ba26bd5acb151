const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that others wrote, for a terminal: nothing of it moves the cursor, sets colours or turns a line around. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === "\n" ? character : "\ufffd"));
}

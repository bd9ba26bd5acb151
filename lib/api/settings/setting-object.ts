import { z } from "zod";

/** An object in a JSON setting. A member that it doesn't have is refused by name: a misspelt one would do nothing. */
export function settingObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((name) => unknownMember(name, names)).join("; ")
        : undefined,
  });
}

function unknownMember(name: string, names: readonly string[]): string {
  const close = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .find(({ known, distance }) => distance <= Math.max(2, known.length / 3));
  const shown = JSON.stringify(name);
  if (close !== undefined) return `unknown setting ${shown}; did you mean ${close.known}?`;
  return `unknown setting ${shown}; known are ${names.join(", ")}`;
}

/** How many letters to insert, remove or replace to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

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
  const close = closestName(name, names, (known) => Math.max(2, known.length / 3));
  const quoted = JSON.stringify(name);
  if (close !== null) return `unknown setting ${quoted}; did you mean ${close}?`;
  return `unknown setting ${quoted}; known are ${names.join(", ")}`;
}

/** The name that was probably meant; null if none is within its distance. Case doesn't count. */
export function closestName(
  name: string,
  names: readonly string[],
  maxDistance: (known: string) => number,
): string | null {
  const close = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .find(({ known, distance }) => distance <= maxDistance(known));
  return close?.known ?? null;
}

/** How many letters to insert, remove, replace or swap with their neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] ?? 0) + (from[index] === to[column] ? 0 : 1);
      const isSwap = from[index] === to[column - 1] && from[index - 1] === to[column];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

import type { Place } from "./list-place.rules";

/** The order of a page's rows, and their comparison with the cursor. */
export function directionOf(
  place: Place<unknown>,
): { order: "DESC"; beyond: "<" } | { order: "ASC"; beyond: ">" } {
  return place.kind === "before" ? { order: "ASC", beyond: ">" } : { order: "DESC", beyond: "<" };
}

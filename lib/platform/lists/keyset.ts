import type { Statement } from "@/lib/platform/database";
import type { ListPlace, LogPlace, Place } from "./list-place.rules";

/** How a list is read away from a place: the order of its rows, and how they compare with the place's cursor. */
export function directionOf(
  place: Place<unknown>,
): { order: "DESC"; beyond: "<" } | { order: "ASC"; beyond: ">" } {
  return place.kind === "before" ? { order: "ASC", beyond: ">" } : { order: "DESC", beyond: "<" };
}

type Parts = {
  order: "ASC" | "DESC";
  beyond: "<" | ">";
  /** " AND …": only rows beyond the cursor, whose values come last among the statement's; nothing at the beginning. */
  past(row: string, cursor: string): string;
};

/**
 * A list's statement for each kind of place: one that allowed for a cursor that is not there could be planned without
 * the index that finds it.
 */
export function pageStatement(
  name: string,
  text: (parts: Parts) => string,
): (place: Place<unknown>) => Statement {
  const at = (kind: Place<unknown>["kind"]): Statement => {
    const { order, beyond } = directionOf({ kind, cursor: null });
    const past: Parts["past"] = (row, cursor) => (kind === "first" ? "" : ` AND ${row} ${beyond} ${cursor}`);
    return { name: `${name}_${kind}`, text: text({ order, beyond, past }) };
  };
  const statements = { first: at("first"), after: at("after"), before: at("before") };
  return ({ kind }) => statements[kind];
}

/** The cursor's values, of rows that are ordered by creation. */
export function rowValues(place: ListPlace): [] | [createdAt: Date, id: string] {
  return place.kind === "first" ? [] : [place.cursor.createdAt, place.cursor.id];
}

/** The cursor's value, of entries that are ordered by their number. */
export function logValues(place: LogPlace): [] | [number: bigint] {
  return place.kind === "first" ? [] : [place.cursor];
}

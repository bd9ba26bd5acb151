import type { Statement } from "@/lib/platform/database";
import type { ListPlace, LogPlace, Place } from "./list-place.rules";

/** The order of a page's rows, and their comparison with the cursor. */
export function directionOf(
  place: Place<unknown>,
): { order: "DESC"; beyond: "<" } | { order: "ASC"; beyond: ">" } {
  return place.kind === "before" ? { order: "ASC", beyond: ">" } : { order: "DESC", beyond: "<" };
}

type Parts = {
  order: "ASC" | "DESC";
  beyond: "<" | ">";
  /** " AND …": only rows after the cursor, whose values are the statement's last; empty for the first page. */
  past(row: string, cursor: string): string;
};

/** A list's statement for each kind of page: with an optional cursor, PostgreSQL might plan it without the index. */
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

/** The cursor's values, for rows ordered by creation. */
export function rowValues(place: ListPlace): [] | [createdAt: Date, id: string] {
  return place.kind === "first" ? [] : [place.cursor.createdAt, place.cursor.id];
}

/** The cursor's value, for entries ordered by number. */
export function logValues(place: LogPlace): [] | [number: bigint] {
  return place.kind === "first" ? [] : [place.cursor];
}

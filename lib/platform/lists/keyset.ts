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

/** A condition, its name in the statement's, and the values of its parameters. */
type Condition = [name: string, text: (...parameters: string[]) => string, values: readonly unknown[]];

/**
 * The conditions of a list's filter that have all their values, for a statement of their own: with optional values,
 * PostgreSQL might plan it without their index.
 *
 * @param first number of the first parameter
 */
export function givenConditions(
  first: number,
  all: readonly Condition[],
): { names: string[]; text: string; values: unknown[] } {
  const given = all.filter(([, , values]) => !values.includes(null));
  const values: unknown[] = [];
  const numbered = (value: unknown) => `$${values.push(value) + first - 1}`;
  const parts = given.map(([, text, own]) => `AND ${text(...own.map(numbered))}`);
  return { names: given.map(([name]) => name), text: parts.join(" "), values };
}

import { paramOf, type SearchParams } from "./search-params.rules";

/** A part of a list, newest first: from its beginning, or beside a place in it. */
export type Place<Cursor> = { kind: "first" } | { kind: "after" | "before"; cursor: Cursor };

/** Rows are ordered by creation; a place is the row that it stands at. */
export type ListCursor = { createdAt: Date; id: string };
export type ListPlace = Place<ListCursor>;

/** Entries of a log are numbered as they come; a place is an entry's number. */
export type LogPlace = Place<bigint>;

/**
 * A part of a list, and where the parts beside it begin; null where there is none. Of a list that is read forwards only
 * `newer` is its beginning.
 */
export type ListPart<Item, Cursor = ListCursor> = {
  items: readonly Item[];
  newer: Place<Cursor> | null;
  older: Place<Cursor> | null;
};

/** How a list's cursors stand in its address; whatever is none of this list is read as null. */
export type CursorText<Cursor> = { read(text: string): Cursor | null; write(cursor: Cursor): string };

/** Of rows whose ids begin with a prefix, such as "rfd". */
export function rowCursors(idPrefix: string): CursorText<ListCursor> {
  return {
    read: (text) => {
      const [, ms, id] = /^(\d{1,14})\.([a-z]{3}_[0-9a-z]{26})$/.exec(text) ?? [];
      if (ms === undefined || id === undefined || !id.startsWith(`${idPrefix}_`)) return null;
      return { createdAt: new Date(Number(ms)), id };
    },
    write: ({ createdAt, id }) => `${createdAt.getTime()}.${id}`,
  };
}

/** Of a log; beyond what Postgres numbers there is no entry. */
export const logCursors: CursorText<bigint> = {
  read: (text) => {
    const number = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : null;
    return number !== null && number < 2n ** 63n ? number : null;
  },
  write: (number) => number.toString(),
};

/** The place that an address names by `after` or `before`; its beginning for whatever is no place of this list. */
export function placeOf<Cursor>(params: SearchParams, cursors: CursorText<Cursor>): Place<Cursor> {
  for (const kind of ["after", "before"] as const) {
    const cursor = cursors.read(paramOf(params, kind) ?? "");
    if (cursor !== null) return { kind, cursor };
  }
  return { kind: "first" };
}

/**
 * The address of a list at a place.
 *
 * @param query its filter; without a place
 * @example addressOf("/refunds", new URLSearchParams("type=full"), { kind: "first" }, rowCursors("rfd")) // "/refunds?type=full"
 */
export function addressOf<Cursor>(
  path: string,
  query: URLSearchParams,
  place: Place<Cursor>,
  cursors: CursorText<Cursor>,
): string {
  const params = new URLSearchParams(query);
  if (place.kind !== "first") params.set(place.kind, cursors.write(place.cursor));
  return params.size === 0 ? path : `${path}?${params}`;
}

/**
 * The part that a store read: it reads one row more than `take`, going away from the cursor, so that the list knows
 * whether it goes on.
 *
 * @param rows away from the cursor: oldest first where the place is `before`
 */
export function toPart<Item, Cursor>(
  rows: readonly Item[],
  place: Place<Cursor>,
  take: number,
  cursorOf: (item: Item) => Cursor,
): ListPart<Item, Cursor> {
  const kept = rows.slice(0, take);
  const isMore = rows.length > take;
  const items = place.kind === "before" ? kept.reverse() : kept;
  const at = (item: Item | undefined, kind: "after" | "before", exists: boolean): Place<Cursor> | null =>
    item === undefined || !exists ? null : { kind, cursor: cursorOf(item) };
  return {
    items,
    newer: at(items[0], "before", place.kind === "before" ? isMore : place.kind === "after"),
    older: at(items.at(-1), "after", place.kind === "before" ? true : isMore),
  };
}

/** The same of rows that are ordered by creation. */
export function toListPart<Item extends ListCursor>(
  rows: readonly Item[],
  place: ListPlace,
  take: number,
): ListPart<Item> {
  return toPart(rows, place, take, ({ createdAt, id }) => ({ createdAt, id }));
}

/** The same of a log's entries. */
export function toLogPart<Entry extends { id: bigint }>(
  entries: readonly Entry[],
  place: LogPlace,
  take: number,
): ListPart<Entry, bigint> {
  return toPart(entries, place, take, ({ id }) => id);
}

import { laterDay, startOfDayIn, utc } from "@/lib/platform/i18n/time-zone.rules";

/** A page of a list, newest first: the first, or the one before or after a cursor. */
export type Place<Cursor> = { kind: "first" } | { kind: "after" | "before"; cursor: Cursor };

/** Rows are ordered by creation; the cursor is a row. */
export type ListCursor = { createdAt: Date; id: string };
export type ListPlace = Place<ListCursor>;

/** Log entries are numbered as they arrive; the cursor is an entry's number. */
export type LogPlace = Place<bigint>;

/** Entries of a log by their times; the numbers of equal times decide. */
export type TimedEntry = { at: Date; id: bigint };
export type TimedLogPlace = Place<TimedEntry>;

/**
 * A page of a list, and the cursors of the neighbouring pages; null without one. In a forward-only list, `newer` is the
 * first page.
 */
export type ListPart<Item, Cursor = ListCursor> = {
  items: readonly Item[];
  newer: Place<Cursor> | null;
  older: Place<Cursor> | null;
};

/** A noun's list, each of whose rows belongs to a project, a person or an endpoint. */
export type List<Filter, Item, Cursor = ListCursor> = {
  /** A page of the owner's rows from the cursor on, newest first. */
  page(owner: string, filter: Filter, place: Place<Cursor>, take: number): Promise<ListPart<Item, Cursor>>;
};

/** A count: exact, or "more than". */
export type Count = { total: number; isMore: boolean };

/** A list that says how long it is, too. */
export type CountedList<Filter, Item, Cursor = ListCursor> = List<Filter, Item, Cursor> & {
  /** Counts up to a limit; null when even that takes too long. */
  count(owner: string, filter: Filter, atMost: number): Promise<Count | null>;
  /** A page by its distance from the beginning or a cursor, with the total; `next` is null on the last one. */
  paged(
    owner: string,
    filter: Filter,
    page: { take: number; skip: number; after?: Cursor | undefined },
  ): Promise<{ items: Item[]; total: number; next: Cursor | null }>;
};

/** The text of a list's cursors in a URL; anything else is read as null. */
export type CursorText<Cursor> = { read(text: string): Cursor | null; write(cursor: Cursor): string };

/** For rows whose ids start with a prefix, such as "rfd". */
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

/** For a log; larger numbers than Postgres's have no entry. */
export const logCursors: CursorText<bigint> = {
  read: (text) => {
    const number = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : null;
    return number !== null && number < 2n ** 63n ? number : null;
  },
  write: (number) => number.toString(),
};

export const timedLogCursors: CursorText<TimedEntry> = {
  read: (text) => {
    const [, ms, number] = /^(\d{1,14})\.(\d{1,19})$/.exec(text) ?? [];
    const id = logCursors.read(number ?? "");
    return ms === undefined || id === null ? null : { at: new Date(Number(ms)), id };
  },
  write: ({ at, id }) => `${at.getTime()}.${id}`,
};

/** The page that a URL names by `after` or `before`; the first page for any other value. */
export function placeOf<Cursor>(params: SearchParams, cursors: CursorText<Cursor>): Place<Cursor> {
  for (const kind of ["after", "before"] as const) {
    const cursor = cursors.read(paramOf(params, kind) ?? "");
    if (cursor !== null) return { kind, cursor };
  }
  return { kind: "first" };
}

/**
 * The URL of a page of a list.
 *
 * @param query its filter; without a cursor
 * @example addressOf("/refunds", new URLSearchParams("type=full"), { kind: "first" }, rowCursors("rfd")) //
 * "/refunds?type=full"
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
 * The page from a store's rows: stores read one row more than `take`, so that we know whether another page follows.
 *
 * @param rows starting at the cursor: oldest first for `before`
 */
function toPart<Item, Cursor>(
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

/**
 * The same for a search of a bounded number of rows, which may end before it found enough: the next page goes on from
 * there.
 *
 * @param searchedTo the last row that was searched; null when there are no more
 */
export function toSearchedPart<Item, Cursor>(
  rows: readonly Item[],
  place: Place<Cursor>,
  take: number,
  cursorOf: (item: Item) => Cursor,
  searchedTo: Cursor | null,
): ListPart<Item, Cursor> {
  const part = toPart(rows, place, take, cursorOf);
  if (searchedTo === null || rows.length > take) return part;
  const beyond = { kind: "after", cursor: searchedTo } as const;
  return place.kind === "before"
    ? { ...part, newer: { kind: "before", cursor: searchedTo }, older: part.older ?? beyond }
    : { ...part, older: beyond };
}

/** The same for rows ordered by creation. */
export function toListPart<Item extends ListCursor>(
  rows: readonly Item[],
  place: ListPlace,
  take: number,
): ListPart<Item> {
  return toPart(rows, place, take, ({ createdAt, id }) => ({ createdAt, id }));
}

/** A URL's parameters, as Next provides them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** A parameter's text; null without exactly one. */
export function paramOf(params: SearchParams, name: string): string | null {
  const given = params[name];
  const text = (Array.isArray(given) ? given[0] : given)?.trim() ?? "";
  return text === "" ? null : text;
}

/** A parameter's text if it matches the pattern; otherwise null. */
export function textOf(params: SearchParams, name: string, form: RegExp): string | null {
  const text = paramOf(params, name);
  return text !== null && form.test(text) ? text : null;
}

/** A parameter's text if it is one of the words; otherwise null. */
export function wordOf<Word extends string>(
  params: SearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const text = paramOf(params, name)?.toUpperCase();
  return words.find((word) => word.toUpperCase() === text) ?? null;
}

/** A valid day as "2026-01-31"; otherwise null. */
export function dayOf(params: SearchParams, name: string): string | null {
  return readDay(paramOf(params, name) ?? "");
}

/** @see dayOf */
export function readDay(text: string): string | null {
  const time = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // `Date` reads the 31st of a short month as the next month's first day.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** First and last day as "2026-01-31", both inclusive, and the zone in which they begin and end. */
export type Days = { fromDay: string | null; toDay: string | null; timeZone: string };

export const everyDay: Days = { fromDay: null, toDay: null, timeZone: utc };

/** The days of a list's URL. */
export function daysOf(params: SearchParams, timeZone: string): Days {
  return { fromDay: dayOf(params, "from"), toDay: dayOf(params, "to"), timeZone };
}

/** The range of times of the days: start inclusive, end exclusive. */
export function dayBounds({ fromDay, toDay, timeZone }: Days): { from: Date | null; before: Date | null } {
  return {
    from: fromDay === null ? null : startOfDayIn(fromDay, timeZone),
    before: toDay === null ? null : startOfDayIn(laterDay(toDay, 1), timeZone),
  };
}

/** The non-empty parameters in fixed order, so that equal lists have equal URLs. */
export function paramsOf(values: Readonly<Record<string, string | null>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== "") params.set(name, value);
  return params;
}

/** A place in a list ordered by creation, newest first: the row that it stands at. */
export type ListCursor = { createdAt: Date; id: string };

/** A part of a list: from its beginning, or beside a place in it. */
export type ListPlace =
  | { kind: "first" }
  | { kind: "after"; cursor: ListCursor }
  | { kind: "before"; cursor: ListCursor };

/** A part of a list, and where the parts beside it begin; null where there is none. */
export type ListPart<Item> = {
  items: readonly Item[];
  newer: ListPlace | null;
  older: ListPlace | null;
};

/** An address's parameters, as Next gives them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The one text given for a parameter; null where there is none. */
export function paramOf(params: SearchParams, name: string): string | null {
  const given = params[name];
  const text = (Array.isArray(given) ? given[0] : given)?.trim() ?? "";
  return text === "" ? null : text;
}

/** One of the words that a parameter may be; null for anything else. */
export function wordOf<Word extends string>(
  params: SearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const text = paramOf(params, name)?.toUpperCase();
  return words.find((word) => word.toUpperCase() === text) ?? null;
}

/** A day as "2026-01-31" that the calendar has; null for anything else. */
export function dayOf(params: SearchParams, name: string): string | null {
  const text = paramOf(params, name) ?? "";
  const time = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  // Some clocks read the 31st of a short month as the next one's first day.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** The moments between which days lie, UTC: from the first, before the second. */
export function dayBounds(
  fromDay: string | null,
  toDay: string | null,
): { from: Date | null; before: Date | null } {
  const dayMs = 86_400_000;
  return {
    from: fromDay === null ? null : new Date(`${fromDay}T00:00:00.000Z`),
    before: toDay === null ? null : new Date(Date.parse(`${toDay}T00:00:00.000Z`) + dayMs),
  };
}

/** The place that an address names by `after` or `before`; its beginning for whatever is no place of this list. */
export function placeOf(params: SearchParams, idPrefix: string): ListPlace {
  for (const kind of ["after", "before"] as const) {
    const match = /^(\d{1,14})\.([a-z]{3}_[0-9a-z]{26})$/.exec(paramOf(params, kind) ?? "");
    const [, ms, id] = match ?? [];
    if (ms === undefined || id === undefined || !id.startsWith(`${idPrefix}_`)) continue;
    return { kind, cursor: { createdAt: new Date(Number(ms)), id } };
  }
  return { kind: "first" };
}

/** Names the place in an address's parameters. */
export function setPlace(params: URLSearchParams, place: ListPlace): void {
  if (place.kind === "first") return;
  params.set(place.kind, `${place.cursor.createdAt.getTime()}.${place.cursor.id}`);
}

/**
 * The part that a store read: it reads one row more than `take`, going away from the cursor, so that the list knows
 * whether it goes on.
 *
 * @param rows away from the cursor: oldest first where the place is `before`
 */
export function toListPart<Item extends ListCursor>(
  rows: readonly Item[],
  place: ListPlace,
  take: number,
): ListPart<Item> {
  const kept = rows.slice(0, take);
  const isMore = rows.length > take;
  const items = place.kind === "before" ? kept.reverse() : kept;
  const at = (item: Item | undefined, kind: "after" | "before", exists: boolean): ListPlace | null =>
    item === undefined || !exists ? null : { kind, cursor: { createdAt: item.createdAt, id: item.id } };
  return {
    items,
    newer: at(items[0], "before", place.kind === "before" ? isMore : place.kind === "after"),
    older: at(items.at(-1), "after", place.kind === "before" ? true : isMore),
  };
}

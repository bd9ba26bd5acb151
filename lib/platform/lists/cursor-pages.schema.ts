import { z } from "zod";
import { count, pageQuery } from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { CursorText, ListPart, Place } from "./list-place.rules";

/** An optional cursor in a query. */
export function cursorField<Cursor>(cursors: CursorText<Cursor>) {
  return z
    .string()
    .transform((text, context): Cursor => {
      const cursor = cursors.read(text);
      if (cursor !== null) return cursor;
      context.addIssue({ code: "custom", fault: fault("fields.cursor") });
      return z.NEVER;
    })
    .optional();
}

/** The query of a list: its filters, and a page by cursor. */
export function cursorQuery<Cursor, Filters extends z.ZodRawShape>(
  cursors: CursorText<Cursor>,
  filters: Filters,
) {
  const page = {
    take: pageQuery.shape.take,
    after: cursorField(cursors).describe("`pagination.next` of a page, for the older entries after it."),
    before: cursorField(cursors).describe(
      "`pagination.previous` of a page, for the newer entries before it. Not together with `after`.",
    ),
  };
  return z.object({ ...page, ...filters }).superRefine((query, context) => {
    const { after, before } = query as { after?: unknown; before?: unknown };
    if (after === undefined || before === undefined) return;
    context.addIssue({ code: "custom", path: ["before"], fault: fault("fields.notWithAfter") });
  });
}

/** The page that a query names. */
export function placeIn<Cursor>({
  after,
  before,
}: {
  after?: Cursor | undefined;
  before?: Cursor | undefined;
}): Place<Cursor> {
  if (after !== undefined) return { kind: "after", cursor: after };
  return before === undefined ? { kind: "first" } : { kind: "before", cursor: before };
}

export const cursorPagination = z.object({
  take: count.describe("Page size, 20 by default."),
  next: z.string().nullable().describe("Opaque; send it as `after` for older entries. Null at the end."),
  previous: z
    .string()
    .nullable()
    .describe("Opaque; send it as `before` for newer entries. Null at the beginning."),
});

export type CursorPagination = z.infer<typeof cursorPagination>;

/** A page of a list with its cursors. */
export function cursorPage<Item, Cursor, Data>(
  { items, newer, older }: ListPart<Item, Cursor>,
  take: number,
  cursors: CursorText<Cursor>,
  show: (item: Item) => Data,
): { data: Data[]; pagination: CursorPagination } {
  const textOf = (place: Place<Cursor> | null) =>
    place === null || place.kind === "first" ? null : cursors.write(place.cursor);
  return { data: items.map(show), pagination: { take, next: textOf(older), previous: textOf(newer) } };
}

import { expect, test } from "vitest";
import { cursorPage, cursorQuery, placeIn } from "./cursor-pages.schema";
import { rowCursors, toListPart } from "./list-place.rules";

const cursors = rowCursors("rfd");
const query = cursorQuery(cursors, {});
const row = (number: number) => ({ id: `rfd_${`${number}`.padStart(26, "0")}`, createdAt: new Date(number) });

test("a page's cursors lead to its neighbours", () => {
  const place = placeIn(query.parse({}));
  expect(place).toEqual({ kind: "first" });
  const first = cursorPage(toListPart([row(9), row(8), row(7)], place, 2), 2, cursors, ({ id }) => id);
  expect(first).toEqual({
    data: [row(9).id, row(8).id],
    pagination: { take: 2, next: cursors.write(row(8)), previous: null },
  });
  const after = placeIn(query.parse({ after: first.pagination.next }));
  expect(after).toEqual({ kind: "after", cursor: row(8) });
  const { pagination } = cursorPage(toListPart([row(7)], after, 2), 2, cursors, ({ id }) => id);
  expect(pagination).toEqual({ take: 2, next: null, previous: cursors.write(row(7)) });
  const before = placeIn(query.parse({ before: pagination.previous }));
  expect(before).toEqual({ kind: "before", cursor: row(7) });
});

test.each([
  { after: "" },
  { after: "x" },
  { before: "1.stl_00000000000000000000000007" },
  { after: cursors.write(row(1)), before: cursors.write(row(2)) },
  { take: "0" },
  { take: "101" },
])("refuses %j", (given) => {
  expect(query.safeParse(given).success).toBe(false);
});

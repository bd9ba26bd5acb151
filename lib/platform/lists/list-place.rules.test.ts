import { expect, test } from "vitest";
import { strayCursors } from "@/lib/strays/stray.rules";
import {
  addressOf,
  type CursorText,
  dayBounds,
  dayOf,
  type ListCursor,
  type ListPlace,
  logCursors,
  type Place,
  paramsOf,
  placeOf,
  rowCursors,
  textOf,
  timedLogCursors,
  toListPart,
  toSearchedPart,
  wordOf,
} from "./list-place.rules";

const row = (number: number) => ({ id: `rfd_${`${number}`.padStart(26, "0")}`, createdAt: new Date(number) });
const numbers = (items: readonly { createdAt: Date }[]) => items.map(({ createdAt }) => createdAt.getTime());
const at = (kind: "after" | "before", number: number): ListPlace => ({ kind, cursor: row(number) });

const rows = rowCursors("rfd");

test("behavior: a place is found again in the address that names it, beside the list's filter", () => {
  const find = <Cursor>(place: Place<Cursor>, cursors: CursorText<Cursor>) => {
    const address = new URL(addressOf("/list", new URLSearchParams("type=full"), place, cursors), "http://x");
    expect(address.searchParams.get("type")).toBe("full");
    return placeOf(Object.fromEntries(address.searchParams), cursors);
  };
  const stray = { checkoutId: `chk_${"0".repeat(26)}`, chainId: 1, tokenAddress: null };
  const token = { ...stray, tokenAddress: `0x${"a".repeat(40)}` as const };
  for (const kind of ["after", "before"] as const) {
    expect(find(at(kind, 7), rows)).toEqual(at(kind, 7));
    expect(find({ kind, cursor: 2n ** 63n - 1n }, logCursors)).toEqual({ kind, cursor: 2n ** 63n - 1n });
    const entry = { at: new Date(7), id: 8n };
    expect(find({ kind, cursor: entry }, timedLogCursors)).toEqual({ kind, cursor: entry });
    for (const cursor of [stray, token])
      expect(find({ kind, cursor }, strayCursors)).toEqual({ kind, cursor });
  }
  expect(find({ kind: "first" }, rows)).toEqual({ kind: "first" });
  expect(addressOf("/list", new URLSearchParams(), { kind: "first" }, rows)).toBe("/list");
});

test.each([
  "",
  "1.stl_00000000000000000000000007",
  "x.rfd_1",
  "1.rfd_%00",
  "-1.rfd_00000000000000000000000007",
  "1e3",
  "0",
  "-1",
  "9223372036854775808",
  "1.9223372036854775808",
  "1.0",
  "chk_1.1.coin",
  "chk_00000000000000000000000007.99999999999.coin",
  "chk_00000000000000000000000007.1.0xABC",
])("behavior: %j is no place of these lists", (after) => {
  for (const cursors of [rows, logCursors, timedLogCursors, strayCursors] as CursorText<unknown>[])
    expect(placeOf({ after }, cursors)).toEqual({ kind: "first" });
});

test("behavior: the newest part links to older parts when there are some", () => {
  const first = { kind: "first" } as const;
  const part = toListPart([row(9), row(8), row(7)], first, 2);
  expect(numbers(part.items)).toEqual([9, 8]);
  expect(part).toMatchObject({ newer: null, older: at("after", 8) });
  expect(toListPart([row(9), row(8)], first, 2).older).toBeNull();
  expect(toListPart([], first, 2)).toEqual({ items: [], newer: null, older: null });
});

test("behavior: a part read backwards is listed newest first", () => {
  const part = toListPart([row(5), row(6), row(7)], at("before", 4), 2);
  expect(numbers(part.items)).toEqual([6, 5]);
  expect(part).toMatchObject({ newer: at("before", 6), older: at("after", 5) });
});

test("behavior: a part in the middle leads both ways", () => {
  expect(toListPart([row(5), row(4), row(3)], at("after", 6), 2)).toMatchObject({
    newer: at("before", 5),
    older: at("after", 4),
  });
});

test("behavior: a search that finds nothing in its bounds leads on from where it stopped", () => {
  const search = (kind: "after" | "before", searchedTo: number | null) =>
    toSearchedPart(
      [],
      at(kind, 5),
      2,
      (item: ListCursor) => item,
      searchedTo === null ? null : row(searchedTo),
    );
  const beyond = at("after", 7);
  expect(search("before", 7)).toEqual({ items: [], newer: at("before", 7), older: beyond });
  expect(search("after", 7)).toMatchObject({ items: [], older: beyond });
  expect(search("before", null)).toEqual({ items: [], newer: null, older: null });
});

test("behavior: words and days that are none are left out", () => {
  expect(wordOf({ status: "paid" }, "status", ["PAID", "NEW"])).toBe("PAID");
  expect(wordOf({ status: "toString" }, "status", ["PAID"])).toBeNull();
  expect(dayOf({ from: "2026-02-28" }, "from")).toBe("2026-02-28");
  expect(dayOf({ from: "2026-02-30" }, "from")).toBeNull();
  expect(dayOf({ from: ["2026-13-01"] }, "from")).toBeNull();
});

test("a form, and repeated parameters", () => {
  expect(textOf({ chain: " 12 " }, "chain", /^\d+$/)).toBe("12");
  expect(textOf({ chain: ["7", "8"] }, "chain", /^\d+$/)).toBe("7");
  expect(textOf({ chain: "x" }, "chain", /^\d+$/)).toBeNull();
});

test("the last day belongs to its list", () => {
  const days = { fromDay: "2026-01-01", toDay: "2026-01-31" };
  expect(dayBounds({ ...days, timeZone: "UTC" })).toEqual({
    from: new Date("2026-01-01T00:00:00Z"),
    before: new Date("2026-02-01T00:00:00Z"),
  });
  expect(dayBounds({ ...days, timeZone: "Asia/Seoul" })).toEqual({
    from: new Date("2025-12-31T15:00:00Z"),
    before: new Date("2026-01-31T15:00:00Z"),
  });
});

test("omits empty parameters from the URL", () => {
  expect(paramsOf({ status: "paid", from: null, to: "" }).toString()).toBe("status=paid");
});

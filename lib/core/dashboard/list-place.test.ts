import { expect, test } from "vitest";
import { dayOf, type ListPlace, placeOf, setPlace, toListPart, wordOf } from "./list-place";

const row = (number: number) => ({ id: `rfd_${`${number}`.padStart(26, "0")}`, createdAt: new Date(number) });
const numbers = (rows: readonly { createdAt: Date }[]) => rows.map(({ createdAt }) => createdAt.getTime());
const at = (kind: "after" | "before", number: number): ListPlace => ({ kind, cursor: row(number) });

test("behavior: a place is found again in the address that names it", () => {
  for (const place of [at("after", 7), at("before", 7), { kind: "first" } as const]) {
    const params = new URLSearchParams();
    setPlace(params, place);
    expect(placeOf(Object.fromEntries(params), "rfd")).toEqual(place);
  }
});

test.each([
  "",
  "1.stl_00000000000000000000000007",
  "x.rfd_1",
  "1.rfd_%00",
  "-1.rfd_00000000000000000000000007",
])("behavior: %j is no place of this list", (after) =>
  expect(placeOf({ after }, "rfd")).toEqual({ kind: "first" }),
);

test("behavior: the newest part leads to older ones where there are some", () => {
  const first = { kind: "first" } as const;
  const part = toListPart([row(9), row(8), row(7)], first, 2);
  expect(numbers(part.items)).toEqual([9, 8]);
  expect(part).toMatchObject({ newer: null, older: at("after", 8) });
  expect(toListPart([row(9), row(8)], first, 2).older).toBeNull();
  expect(toListPart([], first, 2)).toEqual({ items: [], newer: null, older: null });
});

test("behavior: a part read backwards stands newest first like any other", () => {
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

test("behavior: words and days that are none are left out", () => {
  expect(wordOf({ status: "paid" }, "status", ["PAID", "NEW"])).toBe("PAID");
  expect(wordOf({ status: "toString" }, "status", ["PAID"])).toBeNull();
  expect(dayOf({ from: "2026-02-28" }, "from")).toBe("2026-02-28");
  expect(dayOf({ from: "2026-02-30" }, "from")).toBeNull();
  expect(dayOf({ from: ["2026-13-01"] }, "from")).toBeNull();
});

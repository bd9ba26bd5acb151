import { expect, test } from "vitest";
import { dayBounds, dayOf, paramsOf, textOf, wordOf } from "./list-place.rules";

test("behavior: words and days that are none are left out", () => {
  expect(wordOf({ status: "paid" }, "status", ["PAID", "NEW"])).toBe("PAID");
  expect(wordOf({ status: "toString" }, "status", ["PAID"])).toBeNull();
  expect(dayOf({ from: "2026-02-28" }, "from")).toBe("2026-02-28");
  expect(dayOf({ from: "2026-02-30" }, "from")).toBeNull();
  expect(dayOf({ from: ["2026-13-01"] }, "from")).toBeNull();
});

test("a form, and what is given twice", () => {
  expect(textOf({ chain: " 12 " }, "chain", /^\d+$/)).toBe("12");
  expect(textOf({ chain: ["7", "8"] }, "chain", /^\d+$/)).toBe("7");
  expect(textOf({ chain: "x" }, "chain", /^\d+$/)).toBeNull();
});

test("the last day belongs to its list", () => {
  expect(dayBounds({ fromDay: "2026-01-01", toDay: "2026-01-31" })).toEqual({
    from: new Date("2026-01-01T00:00:00Z"),
    before: new Date("2026-02-01T00:00:00Z"),
  });
});

test("what says nothing is not in the address", () => {
  expect(paramsOf({ status: "paid", from: null, to: "" }).toString()).toBe("status=paid");
});

import { expect, test } from "vitest";
import { readDeliveryFilter } from "./delivery-filter";
import { readRequestFilter, requestQuery } from "./request-filter";

const read = (given: Record<string, string | string[]>) => readRequestFilter(given, ["createCheckout"]);

test("what an address asks for is read, and written again", () => {
  const given = { status: "4xx", operation: "createCheckout", request: " 0a1b-2c ", after: "12" };
  const { filter, after } = read(given);
  expect(filter).toEqual({ status: "4xx", operation: "createCheckout", request: "0a1b-2c" });
  expect(requestQuery(filter, after)).toBe("?status=4xx&operation=createCheckout&request=0a1b-2c&after=12");
  expect(requestQuery({})).toBe("");
});

test.each([
  [{ status: "3xx" }],
  [{ status: ["4xx", "5xx"] }],
  [{ operation: "dropTables" }],
  [{ operation: "constructor" }],
  [{ request: "a'b" }],
  [{ request: "x".repeat(65) }],
  [{ request: "" }],
  [{ after: "-1" }],
  [{ after: "9".repeat(19) }],
  [{ after: "1e3" }],
])("what cannot be meant is left out: %o", (given) => {
  expect(read(given as Record<string, string>)).toEqual({ filter: {}, after: null });
});

test("deliveries are asked for by status and place", () => {
  const after = `whd_${"0".repeat(26)}`;
  expect(readDeliveryFilter({ status: "FAILED", after })).toEqual({ status: "FAILED", after });
  expect(readDeliveryFilter({ status: "failed", after: "whd_1" })).toEqual({});
  expect(readDeliveryFilter({ status: ["FAILED"], after: [after] })).toEqual({});
});

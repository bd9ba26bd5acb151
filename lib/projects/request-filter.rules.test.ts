import { expect, test } from "vitest";
import { deliveryListParams, readDeliveryFilter } from "@/lib/webhooks/delivery-filter.rules";
import { readRequestFilter, requestListParams } from "./request-filter.rules";

const read = (given: Record<string, string | string[]>) => readRequestFilter(given, ["createCheckout"]);
const none = { status: null, operation: null, request: null };

test("what an address asks for is read, and written again", () => {
  const filter = read({ status: "4xx", operation: "createCheckout", request: " 0a1b-2c " });
  expect(filter).toEqual({ status: "4xx", operation: "createCheckout", request: "0a1b-2c" });
  expect(requestListParams(filter).toString()).toBe("request=0a1b-2c&operation=createCheckout&status=4xx");
  expect(requestListParams(none).size).toBe(0);
});

test.each([
  { status: "3xx" },
  { operation: "dropTables" },
  { operation: "constructor" },
  { request: "a'b" },
  { request: "x".repeat(65) },
  { request: "" },
] as Record<string, string>[])("what cannot be meant is left out: %o", (given) => {
  expect(read(given)).toEqual(none);
});

test("deliveries are asked for by status", () => {
  expect(readDeliveryFilter({ status: "failed" })).toEqual({ status: "FAILED" });
  expect(readDeliveryFilter({ status: "lost" })).toEqual({ status: null });
  expect(deliveryListParams({ status: "FAILED" }).toString()).toBe("status=FAILED");
});

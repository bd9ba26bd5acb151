import { describe, expect, test } from "vitest";
import { deliveryListParams, readDeliveryFilter } from "@/lib/webhooks/webhook-schedule.rules";
import { auditListParams, readAuditFilter, readRequestFilter, requestListParams } from "./log-filters.rules";

const timeZone = "Asia/Seoul";
const noDays = { fromDay: null, toDay: null, timeZone };

describe("audit filter", () => {
  const userId = "usr_01hzy3v9k2q4w6x8z0a1b2c3d4";

  test("reads a URL's filters and writes the same ones", () => {
    const filter = { userId, action: "team.role_changed", fromDay: "2026-01-01", toDay: null, timeZone };
    const params = auditListParams(filter);
    expect(params.toString()).toBe(`who=${userId}&action=team.role_changed&from=2026-01-01`);
    expect(readAuditFilter(Object.fromEntries(params), timeZone)).toEqual(filter);
    expect(readAuditFilter({ action: "chain.position-forgotten" }, timeZone).action).toBe(
      "chain.position-forgotten",
    );
    expect(auditListParams({ userId: null, action: null, ...noDays }).size).toBe(0);
  });

  test.each([
    { who: "somebody", action: "'; DROP TABLE audit_log" },
    { who: [""], action: ["constructor"], from: "2026-02-30" },
    {},
  ])("ignores invalid values: %o", (params) => {
    expect(readAuditFilter(params, timeZone)).toEqual({ userId: null, action: null, ...noDays });
  });
});

describe("request filter", () => {
  const read = (given: Record<string, string | string[]>) =>
    readRequestFilter(given, ["createCheckout"], timeZone);

  const none = { status: null, operation: null, request: null, ...noDays };

  test("reads a URL's filters and writes the same ones", () => {
    const filter = read({
      status: "4xx",
      operation: "createCheckout",
      request: " 0a1b-2c ",
      to: "2026-01-31",
    });
    expect(filter).toEqual({
      status: "4xx",
      operation: "createCheckout",
      request: "0a1b-2c",
      ...noDays,
      toDay: "2026-01-31",
    });
    expect(requestListParams(filter).toString()).toBe(
      "request=0a1b-2c&operation=createCheckout&status=4xx&to=2026-01-31",
    );
    expect(requestListParams(none).size).toBe(0);
  });

  test.each([
    { status: "3xx" },
    { operation: "dropTables" },
    { operation: "constructor" },
    { request: "a'b" },
    { request: "x".repeat(65) },
    { request: "" },
    { from: "yesterday" },
  ] as Record<string, string>[])("ignores invalid values: %o", (given) => {
    expect(read(given)).toEqual(none);
  });

  test("filters deliveries by status", () => {
    expect(readDeliveryFilter({ status: "failed" })).toEqual({ status: "FAILED" });
    expect(readDeliveryFilter({ status: "lost" })).toEqual({ status: null });
    expect(deliveryListParams({ status: "FAILED" }).toString()).toBe("status=FAILED");
  });
});

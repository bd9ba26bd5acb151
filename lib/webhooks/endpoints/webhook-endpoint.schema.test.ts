import { describe, expect, test } from "vitest";
import { defaultEventKinds, eventKinds } from "@/lib/webhooks/events.rules";
import {
  createWebhookEndpointBody,
  deliveryLogQuery,
  replayRange,
  updateWebhookEndpointBody,
} from "./webhook-endpoint.schema";

const url = "https://shop.example/hook";

const takes = (body: object) => createWebhookEndpointBody.safeParse({ url, ...body }).success;

describe("a new endpoint", () => {
  test("gets the kinds on which a shop acts, unless it names others", () => {
    expect(createWebhookEndpointBody.parse({ url })).toEqual({
      url,
      kinds: defaultEventKinds,
      description: null,
    });
    expect(createWebhookEndpointBody.parse({ url, kinds: ["refund.failed"] }).kinds).toEqual([
      "refund.failed",
    ]);
    expect(takes({ kinds: eventKinds })).toBe(true);
  });

  test.each([
    [[]],
    [["checkout.paid", "checkout.paid"]],
    [["checkout.unknown"]],
    [["endpoint.test"]],
    [["CHECKOUT.PAID"]],
    [["constructor"]],
    ["checkout.paid"],
    [[null]],
  ])("does not take the kinds %j", (kinds) => {
    expect(takes({ kinds })).toBe(false);
  });

  test.each([
    "<script>alert(1)</script>",
    "'; DROP TABLE projects; --",
    "=1+1",
    "日本語 🏪",
    "x".repeat(200),
    "🏪".repeat(200),
  ])("takes any text for its name: %j", (description) => {
    expect(createWebhookEndpointBody.parse({ url, description }).description).toBe(description);
  });

  test.each(["x".repeat(201), "a\0b", "\u001b[31mred", "two\nlines", "\ud800", "\u202egnp.exe", 1])(
    "does not take the name %j",
    (description) => {
      expect(takes({ description })).toBe(false);
    },
  );
});

test("leaves omitted fields alone, and can remove a name", () => {
  expect(updateWebhookEndpointBody.parse({})).toEqual({});
  expect(updateWebhookEndpointBody.parse({ description: null })).toEqual({ description: null });
  expect(updateWebhookEndpointBody.safeParse({ kinds: [] }).success).toBe(false);
});

test("a range ends after it begins, in days or moments", () => {
  expect(replayRange.parse({ from: "2026-01-30", to: "2026-01-31T08:00:00+09:00" })).toEqual({
    from: new Date("2026-01-30T00:00:00Z"),
    to: new Date("2026-01-30T23:00:00Z"),
  });
});

test.each([
  ["2026-02-30", "2026-03-01"],
  ["2026-01-02", "2026-01-02"],
  ["yesterday", "2026-01-01"],
  ["2026-01-01T08:00", "2026-01-02"],
])("refuses a range from %s to %s", (from, to) => {
  expect(replayRange.safeParse({ from, to }).success).toBe(false);
});

test.each([{ status: "failed" }, { kind: "x" }, { after: "\0" }, { from: "" }])(
  "refuses a log's place %j",
  (query) => {
    expect(deliveryLogQuery.safeParse(query).success).toBe(false);
  },
);

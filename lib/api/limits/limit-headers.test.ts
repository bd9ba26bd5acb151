import { expect, test } from "vitest";
import { limitHeaders } from "./limits";

const nowMs = Date.UTC(2026, 0, 1, 12, 0, 0, 400);
const noonSeconds = Date.UTC(2026, 0, 1, 12) / 1000;
const client = { name: "client", most: 300, remaining: 200, resetMs: 12_000 };
const action = { name: "action", most: 10, remaining: 9, resetMs: 60_000 };

test("reports one limit in both forms", () => {
  expect(limitHeaders([client], nowMs)).toEqual({
    "ratelimit-policy": '"client";q=300;w=60',
    ratelimit: '"client";r=200;t=12',
    "x-ratelimit-limit": "300",
    "x-ratelimit-remaining": "200",
    // 12:00:12.400: a whole second later at most, never earlier.
    "x-ratelimit-reset": String(noonSeconds + 13),
  });
});

test("reports each of several limits, and the tightest in the older headers", () => {
  expect(limitHeaders([client, action], nowMs)).toEqual({
    "ratelimit-policy": '"client";q=300;w=60, "action";q=10;w=60',
    ratelimit: '"client";r=200;t=12, "action";r=9;t=60',
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "9",
    "x-ratelimit-reset": String(noonSeconds + 61),
  });
});

test("reports the longest wait in the older headers when limits are equally tight", () => {
  const full = [
    { ...client, remaining: 0, resetMs: 1 },
    { ...action, remaining: 0, resetMs: 30_001 },
  ];
  const headers = limitHeaders(full, nowMs);
  expect(headers.ratelimit).toBe('"client";r=0;t=1, "action";r=0;t=31');
  expect(headers["x-ratelimit-limit"]).toBe("10");
  expect(headers["x-ratelimit-reset"]).toBe(String(noonSeconds + 31));
});

test("reports a full limit when nothing was counted", () => {
  const headers = limitHeaders([{ ...client, remaining: 300, resetMs: 0 }], noonSeconds * 1000);
  expect(headers.ratelimit).toBe('"client";r=300;t=0');
  expect(headers["x-ratelimit-reset"]).toBe(String(noonSeconds));
});

test("is empty without a limit", () => {
  expect(limitHeaders([], nowMs)).toEqual({});
});

import { expect, it } from "vitest";
import { parseRetryAfter } from "./webhook-sender";

const now = new Date("2026-01-02T03:04:05.500Z");

it.each([
  ["0", 0],
  ["120", 120_000],
  [" 7 ", 7_000],
  ["Fri, 02 Jan 2026 03:05:05 GMT", 59_500],
  ["Fri, 02 Jan 2026 03:00:00 GMT", 0],
])("reads %j as %i ms", (value, expected) => {
  expect(parseRetryAfter(value, now)).toBe(expected);
});

it.each([
  "",
  "-1",
  "1.5",
  "1e3",
  "soon",
  "2026-01-02",
  "12345678901",
  "Fri, 99 Jan 2026 03:05:05 GMT",
  "0x10",
])("makes nothing of %j", (value) => {
  expect(parseRetryAfter(value, now)).toBeNull();
});

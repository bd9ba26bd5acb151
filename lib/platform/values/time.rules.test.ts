import { describe, expect, test } from "vitest";
import { startOfDay } from "./time.rules";

describe("startOfDay", () => {
  test.each([
    ["2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["2026-03-01T23:59:59.999Z", "2026-03-01T00:00:00.000Z"],
    ["2026-12-31T23:30:00.000-05:00", "2027-01-01T00:00:00.000Z"],
  ])("%s", (now, expected) => {
    expect(startOfDay(new Date(now)).toISOString()).toBe(expected);
  });
});

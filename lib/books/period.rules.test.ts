import { describe, expect, it } from "vitest";
import { readPeriod } from "./movement.rules";

const now = new Date("2026-11-27T12:00:00Z");

describe("the period of an export", () => {
  it.each([
    [{}, null, "2026-11-27T11:59:00.000Z"],
    [{ from: "", to: "" }, null, "2026-11-27T11:59:00.000Z"],
    [{ from: "2026-11-01" }, "2026-11-01T00:00:00.000Z", "2026-11-27T11:59:00.000Z"],
    [{ from: "2026-10-01", to: "2026-10-31" }, "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
    [{ from: "2026-11-27", to: "2026-11-27" }, "2026-11-27T00:00:00.000Z", "2026-11-27T11:59:00.000Z"],
    [{ to: "2027-01-01" }, null, "2026-11-27T11:59:00.000Z"],
  ])("of %j is from %s to %s", (params, from, before) => {
    const period = readPeriod(params, now, "UTC");
    expect([period.from?.toISOString() ?? null, period.before.toISOString()]).toEqual([from, before]);
  });

  it.each([
    [{ from: "yesterday" }, "from"],
    [{ to: "2026-02-30" }, "to"],
    [{ from: "2026-11-28" }, "from"],
    [{ from: "2026-10-02", to: "2026-10-01" }, "from"],
  ])("of %j is refused by name", (params, param) => {
    expect(() => readPeriod(params, now, "UTC")).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", param }),
    );
  });
});

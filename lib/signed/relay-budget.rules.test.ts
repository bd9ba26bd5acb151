import { describe, expect, it } from "vitest";
import { fitsRelayBudget } from "@/lib/signed/authorization.rules";

const limits = { dailyGasPerProject: 1_000n, maxGasPerRelay: 100n };
const none = { gas: 0n, pending: 0, strangersGas: 0n, strangersPending: 0 };

describe("the gas of a day", () => {
  it("admits checkouts of strangers up to its half", () => {
    for (const way of ["api_key", "link"] as const) {
      expect(fitsRelayBudget({ ...none, gas: 400n, strangersGas: 400n }, limits, way)).toBe(true);
      expect(fitsRelayBudget({ ...none, gas: 401n, strangersGas: 401n }, limits, way)).toBe(false);
      expect(fitsRelayBudget({ ...none, pending: 5, strangersPending: 5 }, limits, way)).toBe(false);
    }
  });

  it("admits the shop's own up to the whole, whatever strangers used", () => {
    for (const way of ["server_key", "dashboard"] as const) {
      expect(fitsRelayBudget({ ...none, gas: 500n, strangersGas: 500n }, limits, way)).toBe(true);
      expect(fitsRelayBudget({ ...none, gas: 700n, pending: 2 }, limits, way)).toBe(true);
      expect(fitsRelayBudget({ ...none, gas: 701n, pending: 2 }, limits, way)).toBe(false);
    }
  });

  it("admits no stranger once the shop's own used it up", () => {
    expect(fitsRelayBudget({ ...none, gas: 950n }, limits, "api_key")).toBe(false);
  });
});

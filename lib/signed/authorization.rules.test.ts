import { describe, expect, it } from "vitest";
import {
  latestValidBefore,
  leastValidSeconds,
  takesAuthorization,
} from "@/lib/checkouts/state/signable.rules";
import { fitsRelayBudget } from "@/lib/signed/authorization.rules";
import { buildCheckout, later, noon, usdc, usdt } from "@/lib/testing/builders";
import { findFault, type SignedTerms, stillPays } from "./authorization.rules";

const checkout = buildCheckout({ projectId: "prj_1" });

const seconds = (date: Date) => BigInt(Math.floor(date.getTime() / 1_000));

const terms: SignedTerms = {
  kind: "EIP3009",
  chainId: 31337,
  tokenAddress: usdc,
  from: `0x${"f".repeat(40)}`,
  amountUnits: 4_500_000n,
  validAfter: 0n,
  validBefore: seconds(later(30 * 60_000)),
  nonce: `0x${"1".repeat(64)}`,
  signature: `0x${"2".repeat(130)}`,
  permitSignature: null,
};

describe("the end of an authorization's time", () => {
  it("lets no block that is after the checkout's time take it", () => {
    for (const ms of [0, 1, 999]) {
      const end = latestValidBefore(later(ms));
      // The token takes it in blocks with timestamp < end; on time are those with timestamp * 1000 <= expiresAt.
      expect((end - 1n) * 1_000n).toBeLessThanOrEqual(BigInt(later(ms).getTime()));
      expect(end * 1_000n).toBeGreaterThan(BigInt(later(ms).getTime()));
    }
  });
});

describe("findFault", () => {
  it("accepts the checkout's own terms, up to the last second", () => {
    expect(findFault(terms, checkout, noon)).toBeNull();
    const last = { ...terms, validBefore: latestValidBefore(checkout.expiresAt) };
    expect(findFault(last, checkout, noon)).toBeNull();
    const first = { ...terms, validBefore: seconds(noon) + leastValidSeconds };
    expect(findFault(first, checkout, noon)).toBeNull();
  });

  it.each<[string, Partial<SignedTerms>]>([
    ["chainId", { chainId: 31338 }],
    ["tokenAddress", { tokenAddress: usdt }],
    ["from", { from: checkout.depositAddress }],
    ["value", { amountUnits: 4_499_999n }],
    ["value", { amountUnits: 4_500_001n }],
    ["validAfter", { validAfter: seconds(noon) }],
    ["validBefore", { validBefore: seconds(noon) + leastValidSeconds - 1n }],
    ["validBefore", { validBefore: latestValidBefore(checkout.expiresAt) + 1n }],
  ])("names %s where %o is signed", (param, change) => {
    expect(findFault({ ...terms, ...change }, checkout, noon)?.param).toBe(param);
  });

  it("accepts 300 seconds from now by a clock a minute ahead, although the checkout ends before", () => {
    const late = later(27 * 60_000);
    const longest = { ...terms, validBefore: seconds(late) + 360n };
    expect(longest.validBefore).toBeGreaterThan(latestValidBefore(checkout.expiresAt));
    expect(findFault(longest, checkout, late)).toBeNull();
    const tooLong = { ...longest, validBefore: longest.validBefore + 1n };
    expect(findFault(tooLong, checkout, late)?.param).toBe("validBefore");
    expect(findFault(longest, checkout, later(28 * 60_000 + 2_000))).toBeNull();
    expect(takesAuthorization(checkout, later(28 * 60_000 + 2_000))).toBe(false);
  });

  it("requires the remaining amount", () => {
    const part = { ...checkout, totalPaidUnits: 4_000_000n };
    expect(findFault(terms, part, noon)?.param).toBe("value");
    expect(findFault({ ...terms, amountUnits: 500_000n }, part, noon)).toBeNull();
  });
});

it("is accepted while the checkout has an open amount and enough time", () => {
  expect(takesAuthorization(checkout, noon)).toBe(true);
  expect(takesAuthorization(checkout, later(28 * 60_000 + 1_000))).toBe(true);
  expect(takesAuthorization(checkout, later(28 * 60_000 + 2_000))).toBe(false);
  expect(takesAuthorization({ ...checkout, status: "DETECTED" }, noon)).toBe(false);
  expect(takesAuthorization({ ...checkout, tokenAddress: null }, noon)).toBe(false);
  // All but what the tolerance forgives: nothing is left.
  const forgiven = { ...checkout, toleranceBps: 100, totalPaidUnits: 4_455_000n };
  expect(takesAuthorization(forgiven, noon)).toBe(false);
});

it("still pays while the checkout's terms are unchanged", () => {
  expect(stillPays(terms, checkout)).toBe(true);
  for (const change of [
    { status: "CANCELLED" as const },
    { tokenAddress: usdt },
    { chainId: 31338 },
    { totalPaidUnits: 1n },
    { amountUnits: 4_500_001n },
  ])
    expect(stillPays(terms, { ...checkout, ...change })).toBe(false);
});

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

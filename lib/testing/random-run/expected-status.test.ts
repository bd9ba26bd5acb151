import { describe, expect, test } from "vitest";
import { later, noon, usdc, usdt } from "@/lib/testing/builders";
import { expectedStatus, type FinalFacts } from "./expected-status";

const expiresAt = later(60_000);
const quote = { chainId: 31337, tokenAddress: usdc, units: 100n };
const onTime = { ...quote, minedAt: expiresAt };
const late = { ...quote, minedAt: later(1, expiresAt) };
const half = { ...onTime, units: 50n };

function expected(facts: Partial<FinalFacts>, now = later(120_000)) {
  return expectedStatus({ expiresAt, cancelled: false, quotes: [quote], transfers: [], ...facts }, now);
}

describe("without a cancellation", () => {
  test.each([
    ["nothing, before its time is over", { transfers: [] }, noon, ["PENDING"]],
    ["nothing, after it", { transfers: [] }, later(120_000), ["EXPIRED"]],
    ["a part", { transfers: [half] }, later(120_000), ["EXPIRED"]],
    ["all in time", { transfers: [onTime] }, later(120_000), ["PAID", "SETTLED"]],
    ["all in two parts", { transfers: [half, half] }, noon, ["PAID", "SETTLED"]],
    ["all too late", { transfers: [late] }, later(120_000), ["LATE_PAID"]],
    [
      "the second part too late",
      { transfers: [half, { ...late, units: 50n }] },
      later(120_000),
      ["LATE_PAID"],
    ],
    ["another token", { transfers: [{ ...onTime, tokenAddress: usdt }] }, later(120_000), ["EXPIRED"]],
    ["another chain", { transfers: [{ ...onTime, chainId: 31338 }] }, later(120_000), ["EXPIRED"]],
    ["all, while nothing is selected", { quotes: [], transfers: [onTime] }, noon, ["PENDING"]],
    [
      "all of an earlier quote",
      { quotes: [quote, { ...quote, tokenAddress: usdt }], transfers: [onTime] },
      noon,
      ["PAID", "SETTLED"],
    ],
    [
      "a part of each of two quotes",
      {
        quotes: [quote, { ...quote, tokenAddress: usdt }],
        transfers: [half, { ...half, tokenAddress: usdt }],
      },
      noon,
      ["PENDING"],
    ],
  ] as const)("%s received", (_, facts, now, statuses) => {
    expect(expected(facts, now)).toEqual(statuses);
  });
});

test("a cancelled one is late paid as soon as it is complete, whenever that was", () => {
  expect(expected({ cancelled: true })).toEqual(["CANCELLED"]);
  expect(expected({ cancelled: true, transfers: [half] })).toEqual(["CANCELLED"]);
  expect(expected({ cancelled: true, transfers: [onTime] })).toEqual(["LATE_PAID"]);
});

import { describe, expect, it } from "vitest";
import { formatTimeLeft, isLastQuarter, milestoneCrossed } from "@/components/checkout/live/countdown";
import { roughCoins } from "./payment-check";
import { transferUri } from "./payment-uri";

it("names token, chain, recipient and amount as EIP-681 writes them", () => {
  expect(
    transferUri({
      tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      chainId: 8453,
      to: "0x00000000000000000000000000000000000000aa",
      amountUnits: "4500000",
    }),
  ).toBe(
    "ethereum:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913@8453/transfer?address=0x00000000000000000000000000000000000000aa&uint256=4500000",
  );
});

it("rounds coins up to two digits that count", () => {
  expect(roughCoins(123_456_789_000_000n, 18)).toBe("0.00013");
  expect(roughCoins(1_000_000_000_000_000_000n, 18)).toBe("1");
  expect(roughCoins(99_900_000_000_000n, 18)).toBe("0.0001");
  expect(roughCoins(123_456n, 6)).toBe("0.13");
  expect(roughCoins(7n, 18)).toBe("0.000000000000000007");
});

const minute = 60_000;

describe("formatTimeLeft", () => {
  it.each([
    [30 * minute, "30:00"],
    [29 * minute + 6_001, "29:07"],
    [59_000, "0:59"],
    [1, "0:01"],
    [0, "0:00"],
    [-5_000, "0:00"],
    [64 * minute, "1:04:00"],
    [24 * 60 * minute, "24:00:00"],
  ])("%d ms reads %s", (leftMs, text) => {
    expect(formatTimeLeft(leftMs)).toBe(text);
  });
});

describe("isLastQuarter", () => {
  it("holds from a quarter of the whole on", () => {
    expect(isLastQuarter(7.5 * minute + 1, 30 * minute)).toBe(false);
    expect(isLastQuarter(7.5 * minute, 30 * minute)).toBe(true);
  });
});

describe("milestoneCrossed", () => {
  it("announces each milestone once", () => {
    expect(milestoneCrossed(5 * minute + 1, 5 * minute)).toBe(5);
    expect(milestoneCrossed(5 * minute, 5 * minute - 1_000)).toBeNull();
    expect(milestoneCrossed(minute + 500, minute - 500)).toBe(1);
  });

  it("announces only the latest milestone after sleep, and the end of time first", () => {
    expect(milestoneCrossed(12 * minute, 30_000)).toBe(1);
    expect(milestoneCrossed(12 * minute, -1)).toBe(0);
  });

  it("stays silent on a page opened with less time than the milestone", () => {
    expect(milestoneCrossed(4 * minute, 3 * minute)).toBeNull();
    expect(milestoneCrossed(-1, -1_000)).toBeNull();
  });
});

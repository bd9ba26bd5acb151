import { describe, expect, it } from "vitest";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";
import type { StrayHolding } from "@/lib/strays/stray.rules";
import { buildChain, later, noon, usdc, usdt } from "@/lib/testing/builders";
import {
  adviseExcess,
  adviseLate,
  advisePart,
  adviseStray,
  adviseStuck,
  isRoutine,
  type Overpayment,
  offeredRule,
  readInboxKind,
} from "./inbox.rules";

const chains = [buildChain()];

const late: LatePayment = {
  id: "chk_1",
  status: "LATE_PAID",
  createdAt: noon,
  referenceId: null,
  itemName: null,
  fiatAmount: "10.00",
  fiatCurrency: "EUR",
  chainId: 31337,
  tokenAddress: usdc,
  amountUnits: 10_000_000n,
  totalPaidUnits: 10_000_000n,
  paidUnits: 10_000_000n,
  refundedUnits: 0n,
  refundingUnits: 0n,
  expiresAt: noon,
  cancelledAt: null,
  paidAt: later(180_000),
  txHash: null,
  exchangeRateUsed: "1.1",
  goesBack: false,
  isReplaced: false,
  isRequested: false,
};

describe("advice on a late payment", () => {
  it.each([
    ["the price is the same", {}, 0, "accept", "price_same"],
    ["the price held", {}, 40, "accept", "price_held"],
    ["the price moved in the merchant's favour", {}, -900, "accept", "price_held"],
    ["the price moved by one percent", {}, 100, "accept", "price_held"],
    ["the price moved by more", {}, 101, "refund", "price_moved"],
    ["no rate is known", {}, null, null, "rate_unknown"],
    ["the order was cancelled", { cancelledAt: noon }, 0, "refund", "cancelled"],
    ["the customer continued elsewhere", { isReplaced: true }, 0, "refund", "replaced"],
    ["the customer requested it back", { isRequested: true }, 0, "refund", "requested"],
    ["a part went back", { goesBack: true }, 0, "refund", "partly_returned"],
  ] as const)("when %s", (_, more, movedBps, act, why) => {
    expect(adviseLate({ ...late, ...more }, movedBps)).toEqual({ act, why });
  });
});

describe("advice on a partial payment", () => {
  it.each([
    ["two percent is missing", { totalPaidUnits: 9_800_000n }, "accept", "almost_whole"],
    ["a unit more is missing", { totalPaidUnits: 9_799_999n }, "refund", "too_short"],
    ["it was requested back", { totalPaidUnits: 9_900_000n, isRequested: true }, "refund", "requested"],
    ["a part went back", { totalPaidUnits: 9_900_000n, goesBack: true }, "refund", "partly_returned"],
  ] as const)("when %s", (_, more, act, why) => {
    expect(advisePart({ ...late, status: "EXPIRED", ...more })).toEqual({ act, why });
  });
});

describe("advice on an overpayment", () => {
  const over: Overpayment = {
    id: "chk_1",
    createdAt: noon,
    referenceId: null,
    itemName: null,
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 10_000_000n,
    paidUnits: 12_000_000n,
    excessUnits: 100_000n,
    orderState: "paid",
    isRequested: false,
  };
  it.each([
    ["it is a tenth of a token", {}, "refund", "excess"],
    ["it is less", { excessUnits: 99_999n }, "keep", "small"],
    ["it is less and was requested", { excessUnits: 1n, isRequested: true }, "refund", "requested"],
  ] as const)("when %s", (_, more, act, why) => {
    expect(adviseExcess({ ...over, ...more }, chains)).toEqual({ act, why });
  });
});

describe("advice on a stray", () => {
  const stray: StrayHolding = {
    checkoutId: "chk_1",
    referenceId: null,
    checkoutStatus: "EXPIRED",
    depositAddress: `0x${"a".repeat(40)}`,
    chainId: 31337,
    tokenAddress: usdt,
    units: 10_000_000n,
    txHash: null,
    seenAt: noon,
    closed: false,
    frozen: false,
    beingSettled: false,
    offered: false,
    accepted: true,
    amountUnits: 10_000_000n,
    isRequested: false,
    refundId: null,
  };
  it.each([
    ["it covers the price", {}, "count", "covers_price"],
    ["it covers the price and was requested back", { isRequested: true }, "return", "requested"],
    ["it covers less", { units: 9_999_999n }, "return", "other_token"],
    ["the order was cancelled", { checkoutStatus: "CANCELLED" }, "return", "other_token"],
    ["the order is paid", { checkoutStatus: "PAID" }, "return", "other_token"],
    ["the customer can still pay with it", { offered: true }, null, "waits"],
    ["it is being swept", { beingSettled: true }, null, "waits"],
    ["a refund of it is open", { refundId: "rfd_1" }, null, "waits"],
    ["the token is unlisted", { tokenAddress: `0x${"9".repeat(40)}` }, null, "unlisted"],
    ["it is the network's coin", { tokenAddress: null }, null, "own_wallet"],
    ["a reorganisation froze the checkout", { frozen: true }, null, "frozen"],
  ] as const)("when %s", (_, more, act, why) => {
    expect(adviseStray({ ...stray, ...more }, chains)).toEqual({ act, why });
  });
});

it.each([
  ["accept", "price_same", true],
  ["refund", "excess", true],
  ["refund", "requested", false],
  ["return", "requested", false],
  [null, "rate_unknown", false],
] as const)("decides %s because of %s together with others: %s", (act, why, together) => {
  expect(isRoutine({ act, why })).toBe(together);
});

it("advises another sweep of a refused deposit, and nothing for a frozen one", () => {
  const stuck = {
    checkoutId: "chk_1",
    chainId: 31337,
    tokenAddress: usdc,
    createdAt: noon,
    referenceId: null,
    itemName: null,
    units: 1n,
    isFrozen: false,
  };
  expect(adviseStuck(stuck)).toEqual({ act: "retry", why: "refused" });
  expect(adviseStuck({ ...stuck, isFrozen: true })).toEqual({ act: null, why: "frozen" });
});

it("reads the kind from the URL, and ignores any other", () => {
  expect(readInboxKind({ kind: "over" })).toBe("over");
  expect(readInboxKind({ kind: "lost" })).toBeNull();
});

it.each([
  [[0, 10, -300], 50],
  [[0, 51, 0], 100],
  [[200, 0, 0], 200],
  [[500, 0, 0], 500],
  [[501, 0, 0], null],
  [[0, 0], null],
  [[0, null, 0], null],
])("after the decisions %j offers a rule within %s", (decisions, offered) => {
  expect(offeredRule(decisions)).toBe(offered);
});

import { describe, expect, test } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  type DepositFacts,
  needsRefundKey,
  type SettlementBlocker,
  type SettlementTerms,
  type SweepCause,
  settlementBlocker,
} from "./settlement-blocker.rules";

const wallet = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [operator, merchant, refundWallet] = [wallet("1"), wallet("2"), wallet("3")];
const at = new Date("2026-01-02T00:00:00Z");
const before = new Date(at.getTime() - 1);
const after = new Date(at.getTime() + 1);

const terms: SettlementTerms = {
  chainId: 1,
  upTo: 10n,
  walletAddress: operator,
  refundWallet,
  chainIds: [1, 10],
  refundsSince: before,
  revertedSince: before,
  at,
};

const paid: DepositFacts = {
  checkoutStatus: "PAID",
  frozen: false,
  stray: false,
  sweepDecided: false,
  lateAcceptedAt: null,
  paidAt: before,
  totalPaidUnits: 5n,
  refundedUnits: 0n,
  heldUntil: null,
  beingSettled: false,
  refundSending: false,
  refundRequestedAt: null,
  newestBlock: 10n,
  openSweep: true,
  merchantAddress: merchant,
  refundAuthority: merchant,
  codeOn: [],
  noCodeOn: [],
  sweepRetryAt: null,
};
/** Only the service's refund key or the merchant may sweep it. */
const closed = { openSweep: false, refundAuthority: refundWallet };

type Row = [
  when: string,
  facts: Partial<DepositFacts>,
  blockers: Record<SweepCause, SettlementBlocker | null>,
  changed?: Partial<SettlementTerms>,
];
const all = (blocker: SettlementBlocker | null) => ({ policy: blocker, request: blocker, wallet: blocker });
const onlyPolicy = (blocker: SettlementBlocker) => ({ ...all(null), policy: blocker });

const rows: Row[] = [
  ["it is paid and final", {}, all(null)],
  ["it is swept again after settlement", { checkoutStatus: "SETTLED" }, all(null)],
  ["a late payment was accepted", { checkoutStatus: "LATE_PAID", lateAcceptedAt: before }, all(null)],
  ["a late payment awaits a decision", { checkoutStatus: "LATE_PAID" }, onlyPolicy("not_paid")],
  ["its checkout expired", { checkoutStatus: "EXPIRED" }, onlyPolicy("not_paid")],
  ["its checkout was cancelled", { checkoutStatus: "CANCELLED" }, onlyPolicy("not_paid")],
  ["money came after its payment was refunded", { checkoutStatus: "REFUNDED" }, all(null)],
  [
    "money came after a refund of what paid nothing",
    { checkoutStatus: "REFUNDED", paidAt: null },
    onlyPolicy("not_paid"),
  ],
  [
    "the merchant's wallet refunded what paid nothing",
    { checkoutStatus: "REFUNDED", paidAt: null, refundedUnits: 5n },
    all(null),
  ],
  ["its checkout can be paid", { checkoutStatus: "PENDING" }, all("not_paid")],
  ["its payment is seen", { checkoutStatus: "DETECTED" }, { ...all("not_paid"), policy: "not_final" }],
  ["its checkout is frozen", { frozen: true, beingSettled: true }, all("frozen")],
  ["it is stray", { stray: true }, onlyPolicy("stray")],
  [
    "it is stray and its checkout can be paid",
    { stray: true, checkoutStatus: "PENDING" },
    { policy: "stray", request: "not_paid", wallet: null },
  ],
  [
    "the merchant decided to sweep stray money of a checkout that can be paid",
    { stray: true, checkoutStatus: "DETECTED", sweepDecided: true },
    onlyPolicy("stray"),
  ],
  [
    "a decision is left on the token that pays its checkout",
    { checkoutStatus: "PENDING", sweepDecided: true },
    all("not_paid"),
  ],
  ["its project holds settlement back", { heldUntil: after }, onlyPolicy("held")],
  ["its project's hold is over", { heldUntil: at }, all(null)],
  ["it is in an open settlement", { beingSettled: true, refundRequestedAt: at }, all("being_settled")],
  ["a refund was requested", { refundRequestedAt: at }, all("refund_open")],
  ["a refund was requested long ago", { refundRequestedAt: before }, all(null)],
  [
    "a refund was requested long ago and is being sent",
    { refundRequestedAt: before, refundSending: true },
    all("refund_open"),
  ],
  ["every open refund delays it", { refundRequestedAt: before }, all("refund_open"), { refundsSince: null }],
  ["its newest block isn't trusted", { newestBlock: 11n }, all("not_final")],
  ["its newest block isn't trusted, and it is closed", { ...closed, newestBlock: 11n }, all("not_final")],
  ["only the merchant may sweep it", { openSweep: false }, all("closed")],
  ["the service lacks the refund key", { ...closed, codeOn: [1] }, all("closed"), { refundWallet: null }],
  ["the merchant's contract is here", { ...closed, codeOn: [1], noCodeOn: [10] }, all(null)],
  ["the merchant's wallet is a key", { ...closed, noCodeOn: [1, 10] }, all(null)],
  [
    "the merchant's contract is on another chain only",
    { ...closed, codeOn: [10], noCodeOn: [1] },
    all("not_deployed"),
  ],
  [
    "the merchant's contract is elsewhere, and perhaps here",
    { ...closed, codeOn: [10] },
    all("wallet_unknown"),
  ],
  [
    "one chain hasn't answered about the merchant's wallet",
    { ...closed, noCodeOn: [1] },
    all("wallet_unknown"),
  ],
  ["no chain has answered about the merchant's wallet", closed, all("wallet_unknown")],
  ["the operator is its refund authority", { openSweep: false, refundAuthority: operator }, all(null)],
  ["the operator is its merchant", { openSweep: false, merchantAddress: operator }, all(null)],
  ["its sweep was refused", { sweepRetryAt: after }, onlyPolicy("parked")],
  ["its refused sweep is due again", { sweepRetryAt: at }, all(null)],
];

describe("settlementBlocker", () => {
  test.each(rows)("names what prevents a sweep when %s", (_, facts, blockers, changed = {}) => {
    for (const cause of ["policy", "request", "wallet"] as const) {
      const blocker = settlementBlocker({ ...paid, ...facts }, { ...terms, ...changed }, cause);
      expect([cause, blocker]).toEqual([cause, blockers[cause]]);
    }
  });
});

describe("needsRefundKey", () => {
  test("is true when neither anyone nor the operator may sweep", () => {
    expect(needsRefundKey(paid, terms)).toBe(false);
    expect(needsRefundKey({ ...paid, ...closed }, terms)).toBe(true);
    expect(needsRefundKey({ ...paid, openSweep: false, refundAuthority: operator }, terms)).toBe(false);
  });
});

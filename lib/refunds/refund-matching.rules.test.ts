import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type AwaitedRefund, matchRefunds, type SentBack } from "./refund-matching.rules";

const noon = new Date("2026-01-01T12:00:00.000Z");
const merchant: Hex = `0x${"aa".repeat(20)}`;
const customer: Hex = `0x${"c1".repeat(20)}`;
const token = { chainId: 8453, tokenAddress: `0x${"10".repeat(20)}` } as const;
const past = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

let count = 0;
function refund(overrides: Partial<AwaitedRefund> = {}): AwaitedRefund {
  count += 1;
  return {
    ...token,
    id: `rfd_${count}`,
    checkoutId: "chk_1",
    merchantAddress: merchant,
    isAtDeposit: true,
    destinationAddress: customer,
    amountUnits: 100n,
    status: "AWAITING_SIGNATURE",
    createdAt: noon,
    ownTxHashes: [],
    handedInTxHash: null,
    submittedTxHash: null,
    ...overrides,
  };
}

function log(overrides: Partial<SentBack> = {}): SentBack {
  count += 1;
  return {
    ...token,
    from: { account: "DEPOSIT", checkoutId: "chk_1" },
    to: customer,
    amountUnits: 100n,
    blockNumber: BigInt(count),
    blockTimestamp: past(10),
    txHash: `0x${count.toString(16)}`,
    logIndex: 0,
    ...overrides,
  };
}
const byWallet = (overrides: Partial<SentBack> = {}) =>
  log({ from: { account: "MERCHANT", merchantAddress: merchant }, ...overrides });

const paidBy = (logs: SentBack[], refunds: AwaitedRefund[], held: [SentBack, AwaitedRefund][] = []) => {
  const paid = matchRefunds(logs, refunds, new Map(held.map(([one, { id }]) => [one, id])));
  return logs.map((one) => paid.get(one) ?? null);
};

describe("a transfer of which the token let less arrive", () => {
  const txHash: Hex = "0xfee";
  const short = (overrides: Partial<SentBack> = {}) => byWallet({ amountUnits: 99n, txHash, ...overrides });

  it("pays only the refund whose transaction was submitted", () => {
    const one = refund({ handedInTxHash: txHash });
    expect(paidBy([short()], [refund(), one, refund({ amountUnits: 99n })])).toEqual([one.id]);
    expect(paidBy([short(), short({ logIndex: 1 })], [one])).toEqual([one.id, null]);
  });
  it.each([
    ["another transaction", { txHash: "0xf00" as Hex }],
    ["a deposit address", { from: { account: "DEPOSIT", checkoutId: "chk_1" } as const }],
    ["another wallet", { from: { account: "MERCHANT", merchantAddress: customer } as const }],
    ["nothing", { amountUnits: 0n }],
    ["more", { amountUnits: 101n }],
  ])("pays none by %s", (_, overrides) => {
    expect(paidBy([short(overrides)], [refund({ handedInTxHash: txHash })])).toEqual([null]);
  });
});

describe.each([
  ["a log of the deposit", log],
  ["a transfer of the merchant's wallet", byWallet],
])("%s", (_, sent) => {
  it("pays the refund of its token, destination and amount", () => {
    const one = refund();
    expect(paidBy([sent()], [refund({ amountUnits: 99n }), one])).toEqual([one.id]);
  });
  it.each([
    ["amount", { amountUnits: 101n }],
    ["destination", { to: merchant }],
    ["token", { tokenAddress: customer }],
    ["chain", { chainId: 1 }],
  ] satisfies [string, Partial<SentBack>][])("of another %s pays none", (_what, change) => {
    expect(paidBy([sent(change)], [refund()])).toEqual([null]);
  });
  it("pays the one of several equal refunds whose hash was submitted", () => {
    const [old, submitted] = [refund(), refund({ createdAt: past(1), submittedTxHash: "0xabc" })];
    expect(paidBy([sent({ txHash: "0xabc" })], [old, submitted])).toEqual([submitted.id]);
    expect(paidBy([sent({ txHash: "0xabd" })], [old, submitted])).toEqual([old.id]);
    expect(paidBy([sent(), sent({ txHash: "0xabc" })], [old, submitted])).toEqual([old.id, submitted.id]);
  });
  it("pays no refund of another amount, even with its hash submitted", () => {
    const other = refund({ amountUnits: 101n, submittedTxHash: "0xabc" });
    expect(paidBy([sent({ txHash: "0xabc" })], [other])).toEqual([null]);
  });
  it("pays the oldest of equal refunds, one per log, in chain order", () => {
    const [young, old] = [refund({ createdAt: past(1) }), refund()];
    const [second, first] = [sent({ blockNumber: 9n }), sent({ blockNumber: 8n })];
    expect(paidBy([second, first, sent({ blockNumber: 10n })], [young, old])).toEqual([
      young.id,
      old.id,
      null,
    ]);
  });
  it("pays the refund whose own transaction it is, before any older one", () => {
    const [old, own] = [refund(), refund({ createdAt: past(1), ownTxHashes: ["0xa1", "0xa2"] })];
    expect(paidBy([sent({ txHash: "0xa2" })], [old, own])).toEqual([own.id]);
    expect(paidBy([sent({ blockNumber: 1n }), sent({ txHash: "0xa1" })], [own, old])).toEqual([
      old.id,
      own.id,
    ]);
  });
});

describe("a log of the deposit", () => {
  it("pays refunds of its own checkout only", () => {
    expect(paidBy([log()], [refund({ checkoutId: "chk_2" })])).toEqual([null]);
  });
});

describe("a transfer of the merchant's wallet", () => {
  it("pays none of another merchant", () => {
    expect(paidBy([byWallet()], [refund({ merchantAddress: customer })])).toEqual([null]);
  });
  it("pays refunds that wait for a signature first, then those that the service sends", () => {
    const [sentByUs, awaited] = [refund({ status: "PENDING" }), refund({ createdAt: past(5) })];
    expect(paidBy([byWallet(), byWallet()], [sentByUs, awaited])).toEqual([awaited.id, sentByUs.id]);
  });
  it("pays no refund requested later, except in the same second", () => {
    const late = refund({ createdAt: new Date(noon.getTime() + 11_000) });
    expect(paidBy([byWallet()], [late])).toEqual([null]);
    expect(paidBy([byWallet()], [refund({ createdAt: new Date(noon.getTime() + 10_900) })])).not.toEqual([
      null,
    ]);
    expect(paidBy([log()], [late])).toEqual([late.id]);
  });
});

describe("a log of the deposit and a transfer of the merchant's wallet", () => {
  const deposit = (overrides: Partial<SentBack> = {}) =>
    log({ from: { account: "DEPOSIT", checkoutId: "chk_a" }, ...overrides });
  const pair = () => [refund({ checkoutId: "chk_a" }), refund({ createdAt: past(1) })] as const;

  it("pay two equal refunds in any order, also by one hash that was submitted for both", () => {
    const txHash: Hex = "0xba7c";
    for (const submittedTxHash of [null, txHash])
      for (const [first, second] of [
        [deposit({ txHash }), byWallet({ txHash })],
        [byWallet({ txHash }), deposit({ txHash })],
      ] as const) {
        const [a, b] = pair().map((one) => ({ ...one, submittedTxHash }));
        if (a === undefined || b === undefined) throw new Error("a pair has two");
        const paid = matchRefunds([first, second], [a, b]);
        expect([first, second].map((one) => [one.from.account, paid.get(one)]).toSorted()).toEqual([
          ["DEPOSIT", a.id],
          ["MERCHANT", b.id],
        ]);
      }
  });
  it("of one refund: the wallet's pays it in any order, and the deposit's is left to be a refund of its own", () => {
    const [a] = pair();
    expect(paidBy([byWallet(), deposit()], [a])).toEqual([a.id, null]);
    expect(paidBy([deposit(), byWallet()], [a])).toEqual([null, a.id]);
  });
  it("change places when the wallet's recorded payment can pay another refund", () => {
    const [a, b] = pair();
    const [early, late] = [byWallet(), deposit()];
    expect(paidBy([early, late], [a, b], [[early, a]])).toEqual([b.id, a.id]);
    expect(paidBy([early, late], [a], [[early, a]])).toEqual([a.id, null]);
    const tooNew = refund({ createdAt: past(60) });
    expect(paidBy([early, late], [a, tooNew], [[early, a]])).toEqual([a.id, null]);
  });
  it("leave the wallet the refund whose deposit is empty", () => {
    const [held, swept] = [
      refund({ checkoutId: "chk_a" }),
      refund({ isAtDeposit: false, createdAt: past(5) }),
    ];
    expect(paidBy([byWallet()], [held, swept])).toEqual([swept.id]);
  });
  it("leave the deposit the refund that was requested after the transfer", () => {
    const [old, late] = [refund(), refund({ createdAt: past(60) })];
    expect(paidBy([byWallet(), log()], [old, late])).toEqual([old.id, late.id]);
  });
});

describe("recorded payments", () => {
  it("are exchanged by the hash that was submitted for one of their refunds", () => {
    const [one, two] = [byWallet({ txHash: "0xa1" }), byWallet({ txHash: "0xa2" })];
    const [old, young] = [refund({ submittedTxHash: "0xa2" }), refund({ createdAt: past(1) })];
    const held: [SentBack, AwaitedRefund][] = [
      [one, old],
      [two, young],
    ];
    expect(paidBy([one, two], [old, young], held)).toEqual([young.id, old.id]);
    expect(paidBy([one, two], [{ ...old, submittedTxHash: null }, young], held)).toEqual([old.id, young.id]);
  });
  it("stay with the refund that their hash was submitted for, though an older one names it too", () => {
    const one = byWallet({ txHash: "0xa1" });
    const old = refund({ submittedTxHash: "0xa1" });
    const young = refund({ submittedTxHash: "0xa1", createdAt: past(1) });
    expect(paidBy([one], [old, young], [[one, young]])).toEqual([young.id]);
  });
  it("stay where nothing else can pay, whatever hash is submitted", () => {
    const one = byWallet({ txHash: "0xa1" });
    const two = byWallet({ txHash: "0xa2" });
    const only = refund({ submittedTxHash: "0xa2" });
    expect(paidBy([one, two], [only], [[one, only]])).toEqual([only.id, null]);
  });
  it("without a request pay an earlier one, and a later one by its hash only", () => {
    const unasked = log({ isUnasked: true, txHash: "0xa1" });
    const late = refund({ createdAt: past(60) });
    expect(paidBy([unasked], [late])).toEqual([null]);
    expect(paidBy([unasked], [{ ...late, submittedTxHash: "0xa1" }])).toEqual([late.id]);
    const early = refund();
    expect(paidBy([unasked], [early, late])).toEqual([early.id]);
  });
});

describe("several refunds that one transaction pays", () => {
  const destinations: Hex[] = [customer, `0x${"c2".repeat(20)}`];
  const terms = fc.record({ to: fc.constantFrom(...destinations), units: fc.constantFrom(100n, 200n) });
  const keyOf = (to: Hex, units: bigint) => `${to} ${units}`;

  it("each take one log of their own, for any part of the batch that arrived, and leave the others open", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(terms, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 8 }),
        (batch) => {
          const txHash: Hex = "0xba7c";
          const refunds = batch.map(([{ to, units }, isSubmitted], at) =>
            refund({
              checkoutId: `chk_${at}`,
              destinationAddress: to,
              amountUnits: units,
              submittedTxHash: isSubmitted ? txHash : null,
            }),
          );
          const logs = batch.flatMap(([{ to, units }, , hasArrived], logIndex) =>
            hasArrived ? [byWallet({ to, amountUnits: units, txHash, blockNumber: 1n, logIndex })] : [],
          );
          const paid = matchRefunds(logs, refunds);
          // Each log pays, and no refund has two.
          expect(paid.size).toBe(logs.length);
          expect(new Set(paid.values()).size).toBe(logs.length);
          for (const [log, id] of paid) {
            const payee = refunds.find((one) => one.id === id);
            expect(keyOf(payee?.destinationAddress ?? merchant, payee?.amountUnits ?? 0n)).toBe(
              keyOf(log.to, log.amountUnits),
            );
          }
          expect(matchRefunds(logs, refunds)).toEqual(paid);
        },
      ),
    );
  });
});

import { describe, expect, it } from "vitest";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { Checkout, Transfer } from "@/lib/checkouts/checkout.rules";
import type { RefundMove } from "@/lib/checkouts/checkout-draft";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { webhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import type { Quote } from "@/lib/rates/quote.rules";
import {
  buildChain,
  buildCheckout,
  buildPosition,
  buildQuote,
  buildTransfer,
  later,
  newId,
  noon,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { advance } from "./advance-checkouts";

const price = 4_500_000n;
const minute = 60_000;
const day = 24 * 60 * minute;

function transfer(overrides: Partial<Transfer> = {}): Transfer {
  const { blockTimestamp } = buildTransfer({ id: "chk_1" });
  return {
    id: newId("pay"),
    chainId: 31337,
    tokenAddress: usdc,
    blockNumber: 10n,
    blockTimestamp,
    txHash: uniqueHex(32),
    logIndex: 0,
    amountUnits: price,
    final: false,
    ...overrides,
  };
}

type Given = {
  checkout?: Partial<Checkout>;
  quotes?: Quote[];
  transfers?: Transfer[];
  sweptFinal?: CheckoutFacts["sweptFinal"];
  refunded?: CheckoutFacts["refunded"];
  refunding?: CheckoutFacts["refunding"];
  returned?: CheckoutFacts["returned"];
  receivedEarlier?: string | null;
  latePaymentPolicy?: CheckoutFacts["latePaymentPolicy"];
  refundMoves?: RefundMove[];
  /** What came just now, by token. */
  received?: CheckoutFacts["returned"];
  position?: Partial<ChainPosition> | null;
  now?: Date;
};

function look({
  checkout,
  quotes,
  transfers = [],
  sweptFinal = [],
  refunded = [],
  refunding = [],
  returned = [],
  receivedEarlier = null,
  latePaymentPolicy = "HOLD",
  refundMoves = [],
  received = [],
  position = {},
  now = later(minute),
}: Given) {
  const positions = new Map(position === null ? [] : [[31337, buildPosition(position)]]);
  const facts = {
    checkout: buildCheckout({ projectId: "prj_1", ...checkout }),
    quotes: quotes ?? [buildQuote()],
    transfers,
    sweptFinal,
    refunded,
    refunding,
    returned,
    receivedEarlier,
    latePaymentPolicy,
  };
  const deps = { newId, chains: [buildChain()] };
  const came = { kind: "transfer.received", checkoutId: "chk_1", count: 1, from: null } as const;
  const moves = received.map((sum) => ({ ...came, txHash: uniqueHex(32), ...sum }));
  return { before: facts.checkout, after: advance(deps, facts, positions, now, { refundMoves, moves }) };
}

const inUsdc = (amountUnits: bigint) => ({ chainId: 31337, tokenAddress: usdc, amountUnits });
const inUsdt = { chainId: 31337, tokenAddress: usdt, amountUnits: 1n };

/** Expired, as it would be after its time. */
const over = { now: later(40 * minute), position: { blockTimestamp: later(31 * minute) } };
const lateBlock = later(35 * minute);

const detected = {
  status: "DETECTED",
  totalPaidUnits: price,
  paymentTxHash: uniqueHex(32),
} satisfies Partial<Checkout>;
const paid = { ...detected, status: "PAID", paidUnits: price, paidAt: later(0) } satisfies Partial<Checkout>;

describe("a look that changes nothing", () => {
  it.each([
    ["nothing came", {}],
    ["nothing came after it was cancelled", { checkout: { status: "CANCELLED" } }],
    ["it is over, but the chain was not scanned that far", { now: later(40 * minute) }],
    ["it is over, and no node of its chain ever answered", { now: later(40 * minute), position: null }],
    ["only a stray came", { transfers: [transfer({ tokenAddress: usdt })] }],
  ] satisfies [string, Given][])("is null: %s", (_, given) => {
    expect(look(given).after).toBeNull();
  });

  it("is null when the same move is requested again", () => {
    const transfers = [transfer({ final: true })];
    const { after } = look({ transfers });
    if (after === null) throw new Error("nothing changed");
    expect(look({ checkout: after.checkout, transfers }).after).toBeNull();
  });
});

describe("each move", () => {
  it.each<[string, Given, string[], Partial<Checkout>]>([
    [
      "a part",
      { transfers: [transfer({ amountUnits: 1n })] },
      ["checkout.partially_paid"],
      { status: "PENDING", totalPaidUnits: 1n, paidUnits: 0n, paymentTxHash: null },
    ],
    ...(["EXPIRED", "CANCELLED"] as const).map((status): [string, Given, string[], Partial<Checkout>] => [
      `a part of a checkout that is ${status}`,
      {
        ...over,
        checkout: { status },
        transfers: [transfer({ amountUnits: 1n, blockTimestamp: lateBlock })],
      },
      ["checkout.partially_paid"],
      { status, totalPaidUnits: 1n, lateAcceptedAt: null },
    ]),
    [
      "the whole, not final",
      { transfers: [transfer()] },
      ["checkout.detected"],
      { status: "DETECTED", totalPaidUnits: price, paidUnits: 0n, paidAt: null },
    ],
    [
      "the whole, final at first sight",
      { transfers: [transfer({ final: true })] },
      ["checkout.detected", "checkout.paid"],
      { status: "PAID", paidUnits: price, paidAt: later(minute) },
    ],
    [
      "more than the whole",
      { transfers: [transfer({ final: true }), transfer({ logIndex: 1, amountUnits: 1n })] },
      ["checkout.detected", "checkout.paid"],
      { status: "PAID", totalPaidUnits: price + 1n, paidUnits: price },
    ],
    ["time", over, ["checkout.expired"], { status: "EXPIRED", totalPaidUnits: 0n }],
    [
      "late money, not final",
      { ...over, transfers: [transfer({ blockTimestamp: lateBlock })] },
      ["checkout.expired"],
      { status: "EXPIRED", totalPaidUnits: price },
    ],
    [
      "late money, final",
      { ...over, transfers: [transfer({ blockTimestamp: lateBlock, final: true })] },
      ["checkout.expired", "checkout.late_paid"],
      { status: "LATE_PAID", lateAcceptedAt: null, paidAt: null },
    ],
    [
      "money for a cancelled order",
      { checkout: { status: "CANCELLED", cancelledAt: later(0) }, transfers: [transfer({ final: true })] },
      ["checkout.late_paid"],
      { status: "LATE_PAID" },
    ],
    [
      "an on-time block found after the expiry",
      { ...over, checkout: { status: "EXPIRED" }, transfers: [transfer()] },
      ["checkout.detected"],
      { status: "DETECTED" },
    ],
    [
      "a payment that is gone",
      { checkout: detected },
      ["checkout.reverted"],
      { status: "PENDING", totalPaidUnits: 0n, paymentTxHash: null, settlementFrozen: false },
    ],
    [
      "a payment that is gone, with its time",
      { ...over, checkout: detected },
      ["checkout.reverted"],
      { status: "EXPIRED", totalPaidUnits: 0n },
    ],
    [
      "a final payment that is gone",
      { checkout: paid },
      ["checkout.reverted"],
      { status: "PENDING", paidUnits: 0n, paidAt: null, settlementFrozen: true },
    ],
    [
      "a sweep",
      {
        checkout: paid,
        transfers: [transfer({ final: true })],
        sweptFinal: [{ chainId: 31337, tokenAddress: usdc, amountUnits: price }],
      },
      ["checkout.settled"],
      { status: "SETTLED", paidAt: later(0) },
    ],
    [
      "payment and sweep at first sight",
      {
        transfers: [transfer({ final: true })],
        sweptFinal: [{ chainId: 31337, tokenAddress: usdc, amountUnits: price }],
      },
      ["checkout.detected", "checkout.paid", "checkout.settled"],
      { status: "SETTLED" },
    ],
  ])("emits %s", (_, given, kinds, expected) => {
    const { before, after } = look(given);
    expect(after?.events.map(({ kind }) => kind)).toEqual(kinds);
    expect(after?.timeline.map(({ kind }) => kind)).toEqual(kinds);
    expect(after?.checkout).toMatchObject(expected);
    expect(after?.previousStatus).toBe(before.status);
    expect(after?.events.map(({ sequence }) => sequence)).toEqual(kinds.map((_, index) => index + 2));
    expect(after?.checkout.eventSequence).toBe(1 + kinds.length);
  });

  it("carries the checkout as it was after that move", () => {
    const { after } = look({ transfers: [transfer({ final: true })] });
    const bodies = after?.events.map(({ body }) => webhookEvent.parse(JSON.parse(body)));
    expect(bodies?.map(({ event, data, sequence }) => [event, data.status, sequence])).toEqual([
      ["checkout.detected", "DETECTED", 2],
      ["checkout.paid", "PAID", 3],
    ]);
    expect(new Set(bodies?.map(({ id }) => id)).size).toBe(2);
  });

  it("goes into the timeline with where it came from, where it went, by which transaction and with which event", () => {
    const payment = transfer();
    const { after } = look({ transfers: [payment] });
    expect(after?.timeline).toEqual([
      {
        kind: "checkout.detected",
        details: { from: "PENDING", to: "DETECTED", txHash: payment.txHash, eventId: after?.events[0]?.id },
        at: later(minute),
      },
    ]);
  });

  it("keeps the address under watch for a day from then, never for less than before", () => {
    expect(look({ ...over }).after?.checkout.watchUntil).toEqual(later(40 * minute + day));
    const watchUntil = later(9 * day);
    expect(look({ ...over, checkout: { watchUntil } }).after?.checkout.watchUntil).toEqual(watchUntil);
  });
});

describe("sums without a move", () => {
  it("are saved without an event", () => {
    const first = transfer({ final: true });
    const { after } = look({
      checkout: { ...paid, paymentTxHash: first.txHash },
      transfers: [first, transfer({ logIndex: 1, amountUnits: 5n })],
    });
    expect(after).toMatchObject({ events: [], timeline: [], previousStatus: "PAID", newQuotes: [] });
    expect(after?.checkout).toMatchObject({ status: "PAID", totalPaidUnits: price + 5n, eventSequence: 1 });
  });

  it("shrink without a word when a part of a partial payment is gone", () => {
    const { after } = look({
      checkout: { totalPaidUnits: 3n },
      transfers: [transfer({ amountUnits: 1n })],
    });
    expect(after?.events).toEqual([]);
    expect(after?.checkout.totalPaidUnits).toBe(1n);
  });
});

describe("quotes", () => {
  const older = buildQuote({ exchangeRate: "1", exchangeRateProvider: "kraken" });
  const newer = buildQuote({ tokenAddress: usdt, amountUnits: 5_000_000n, exchangeRate: "0.9" });
  const selected = {
    tokenAddress: usdt,
    amountUnits: 5_000_000n,
    exchangeRateUsed: "0.9",
    exchangeRateProvider: "coinbase",
    tokenFixed: false,
  } satisfies Partial<Checkout>;

  it("that are completed give the checkout their terms", () => {
    const { after } = look({ checkout: selected, quotes: [older, newer], transfers: [transfer()] });
    expect(after?.checkout).toMatchObject({
      status: "DETECTED",
      tokenAddress: usdc,
      amountUnits: price,
      exchangeRateUsed: "1",
      exchangeRateProvider: "kraken",
    });
  });

  it("on two chains delay the expiry until both were scanned", () => {
    const quotes = [older, buildQuote({ chainId: 31338 })];
    expect(look({ ...over, checkout: { chainId: 31338 }, quotes }).after).toBeNull();
  });

  it("that do not exist leave the expiry to the clock", () => {
    const open = { chainId: null, tokenAddress: null, amountUnits: null, tokenFixed: false };
    const { after } = look({ checkout: open, quotes: [], position: null, now: later(31 * minute) });
    expect(after?.checkout.status).toBe("EXPIRED");
  });
});

describe("an operator is called", () => {
  it("when a reorg removes a payment that counted as final", () => {
    const { before, after } = look({ checkout: paid });
    expect(after).toMatchObject({
      checkout: { status: "PENDING", settlementFrozen: true },
      incidents: [
        {
          kind: "PAYMENT_REVERTED",
          subject: before.id,
          chainId: 31337,
          checkoutId: before.id,
          details: { from: "PAID", to: "PENDING", amountUnits: String(price), totalPaidUnits: "0" },
        },
      ],
    });
  });

  it("when the balance is below the refunds, in any status", () => {
    const expired = { status: "EXPIRED", totalPaidUnits: 5n, refundedUnits: 5n } satisfies Partial<Checkout>;
    const transfers = [transfer({ amountUnits: 2n })];
    const { after } = look({ checkout: expired, transfers, refunded: [inUsdc(5n)], ...over });
    expect(after?.incidents).toMatchObject([
      { kind: "PAYMENT_REVERTED", details: { from: "EXPIRED", to: "EXPIRED", totalPaidUnits: "2" } },
    ]);
  });

  it("when a reorg leaves the terms of another coin, of which more was sent back than came", () => {
    const { after } = look({
      checkout: { ...detected, tokenAddress: usdc },
      quotes: [buildQuote(), buildQuote({ tokenAddress: usdt, amountUnits: 2n * price })],
      transfers: [transfer({ tokenAddress: usdt })],
      refunded: [{ ...inUsdt, amountUnits: price + 1n }],
    });
    expect(after?.checkout).toMatchObject({ tokenAddress: usdt, totalPaidUnits: price });
    expect(after?.incidents?.map(({ kind }) => kind)).toEqual(["PAYMENT_REVERTED"]);
  });

  it("when more is sent back than received, which no reorg did", () => {
    const checkout = { ...paid, totalPaidUnits: price, paidUnits: price, refundingUnits: price };
    const sent: RefundMove = {
      kind: "refund.unasked",
      checkoutId: "chk_1",
      refund: null,
      payment: { ...inUsdc(price), from: "DEPOSIT", to: uniqueHex(20), txHash: uniqueHex(32) },
      lostUnits: 0n,
    };
    const { after } = look({
      checkout,
      transfers: [transfer({ final: true })],
      refunding: [inUsdc(2n * price)],
      refundMoves: [sent],
    });
    expect(after?.checkout).toMatchObject({ status: "PAID", settlementFrozen: true });
    expect(after?.incidents).toMatchObject([
      {
        kind: "OVER_REFUNDED",
        details: {
          totalPaidUnits: String(price),
          refundingUnits: String(2n * price),
          txHash: sent.payment?.txHash,
        },
      },
    ]);
  });

  it("when a stray payment is sent back twice, or a reorg takes one that is being returned", () => {
    const given = { checkout: { ...paid, totalPaidUnits: price, paidUnits: price } };
    const inUsdt = (amountUnits: bigint) => ({ ...inUsdc(amountUnits), tokenAddress: usdt });
    const sent: RefundMove = {
      kind: "refund.stray",
      checkoutId: "chk_1",
      refund: null,
      payment: { ...inUsdt(7n), from: "DEPOSIT", to: uniqueHex(20), txHash: uniqueHex(32) },
      lostUnits: 0n,
    };
    const own = transfer({ final: true });
    const stray = transfer({ ...inUsdt(7n), final: true, logIndex: 1, setAside: "returned" });
    const raised = (more: Given) =>
      look({ ...given, ...more }).after?.incidents?.map(({ kind, details }) => [
        kind,
        details.tokenAddress,
      ]) ?? [];
    expect(raised({ transfers: [own, stray], refundMoves: [sent] })).toEqual([]);
    expect(raised({ transfers: [own, stray], returned: [inUsdt(7n)] })).toEqual([]);
    expect(raised({ transfers: [own, stray], returned: [inUsdt(7n)], refundMoves: [sent] })).toEqual([
      ["OVER_REFUNDED", usdt],
    ]);
    expect(raised({ transfers: [own], returned: [inUsdt(7n)] })).toEqual([["PAYMENT_REVERTED", usdt]]);
  });

  it("when a reorg removes the sweep that settled it, and the payment stays", () => {
    const checkout = { ...paid, status: "SETTLED", totalPaidUnits: price, paidUnits: price } as const;
    const { after } = look({ checkout, transfers: [transfer({ final: true })], sweptFinal: [] });
    expect(after?.checkout).toMatchObject({ status: "PAID", settlementFrozen: true });
    expect(after?.incidents?.map(({ kind }) => kind)).toEqual(["SWEEP_REVERTED"]);
  });

  it("but not for a payment that wasn't final yet", () => {
    const { after } = look({ checkout: detected });
    expect(after).toMatchObject({ checkout: { status: "PENDING" }, incidents: [] });
  });
});

describe("a late payment", () => {
  const late = {
    ...over,
    checkout: { status: "EXPIRED" },
    transfers: [transfer({ final: true, blockTimestamp: lateBlock })],
  } satisfies Given;

  it("is held of a replaced checkout even when it was in time: its successor may be paid, too", () => {
    const found: Given = { ...over, transfers: [transfer({ final: true })], latePaymentPolicy: "ACCEPT" };
    expect(look({ ...found, checkout: { status: "EXPIRED" } }).after?.checkout).toMatchObject({
      status: "PAID",
    });
    const replaced = { status: "EXPIRED", replacedBy: "chk_2" } as const;
    const held = look({ ...found, checkout: replaced }).after;
    expect(held?.checkout).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null, paidAt: null });
    // A reorg takes it, and it comes back before it is final.
    const again = { ...held?.checkout, ...replaced, status: "LATE_PAID" } as const;
    expect(look({ ...found, checkout: again, transfers: [transfer()] }).after?.checkout).toMatchObject({
      status: "EXPIRED",
    });
  });

  it("is held, unless the project accepts late payments: then it is accepted in the same pass", () => {
    expect(look(late).after?.checkout).toMatchObject({ status: "LATE_PAID", lateAcceptedAt: null });
    const { after } = look({ ...late, latePaymentPolicy: "ACCEPT" });
    expect(after?.checkout).toMatchObject({
      status: "LATE_PAID",
      lateAcceptedAt: over.now,
      paidAt: over.now,
    });
    expect(after?.events.map(({ body }) => JSON.parse(body).data.accepted)).toEqual([false, true]);
  });

  it.each<[string, Partial<Checkout>, Given?]>([
    ["of a cancelled checkout", { status: "CANCELLED", cancelledAt: later(60) }],
    ["of one that is frozen", { status: "EXPIRED", settlementFrozen: true }],
    ["that was held before", { status: "LATE_PAID", totalPaidUnits: price, paidUnits: price, paidAt: null }],
    ["of one that was replaced", { status: "EXPIRED", replacedBy: "chk_2" }],
    ["of an order whose first checkout received money", { status: "EXPIRED" }, { receivedEarlier: "chk_0" }],
    ["of one that refunds another coin", { status: "EXPIRED" }, { refunding: [inUsdt] }],
    ["of one that refunded another coin", { status: "EXPIRED" }, { refunded: [inUsdt] }],
    ["of one that returns a stray", { status: "EXPIRED" }, { returned: [inUsdt] }],
  ])("%s is not accepted by itself", (_, checkout, more = {}) => {
    const { after } = look({ ...late, checkout, ...more, latePaymentPolicy: "ACCEPT" });
    expect(after?.checkout.status ?? checkout.status).toBe("LATE_PAID");
    expect(after?.checkout.lateAcceptedAt ?? null).toBeNull();
  });
});

describe("the customer's request, once more arrives", () => {
  const asked = { excessRequestedAt: noon, excessWallet: uniqueHex(20) } as const;
  const none = { excessRequestedAt: null, excessWallet: null, excessDismissedAt: null };
  const excess = { ...paid, ...asked, totalPaidUnits: price + 5n, paidUnits: price + 5n } as const;
  const own = [transfer({ final: true, amountUnits: price + 5n }), transfer({ amountUnits: 3n })];
  const stray = (overrides: Partial<Transfer> = {}) =>
    transfer({ tokenAddress: usdt, amountUnits: 7n, ...overrides });
  const cameStray = { ...inUsdt, amountUnits: 7n };
  const requestAfter = (given: Given) => {
    const { before, after } = look(given);
    const { excessRequestedAt, excessWallet, excessDismissedAt } = after?.checkout ?? before;
    return { excessRequestedAt, excessWallet, excessDismissedAt };
  };

  it.each<[string, Given]>([
    ["all of it was refunded", { checkout: excess, refunded: [inUsdc(5n)] }],
    ["all of it is being refunded", { checkout: excess, refunding: [inUsdc(5n)] }],
    ["the merchant dismissed it", { checkout: { ...excess, excessDismissedAt: noon } }],
    [
      "the merchant accepted the late payment",
      {
        checkout: {
          ...excess,
          status: "LATE_PAID",
          lateAcceptedAt: noon,
          totalPaidUnits: price,
          paidUnits: price,
        },
        transfers: [transfer({ final: true }), transfer({ amountUnits: 3n })],
      },
    ],
  ])("is over when %s", (_, given) => {
    const [refunded] = given.refunded ?? [];
    const [refunding] = given.refunding ?? [];
    const sums = {
      refundedUnits: refunded?.amountUnits ?? 0n,
      refundingUnits: refunding?.amountUnits ?? 0n,
    };
    const checkout = { ...sums, ...given.checkout };
    const transfers = given.transfers ?? own;
    expect(requestAfter({ ...given, checkout, transfers })).toEqual(none);
    expect(requestAfter({ ...given, checkout, transfers: transfers.slice(0, 1) })).toEqual({
      ...asked,
      excessDismissedAt: checkout.excessDismissedAt ?? null,
    });
  });

  it.each<[string, Given]>([
    ["some of it is left", { checkout: { ...excess, refundedUnits: 4n }, refunded: [inUsdc(4n)] }],
    ["it has no answer", { checkout: excess }],
    // A reorg took the money, and brings it back.
    ["it has no answer, and the money was gone", { checkout: { ...excess, totalPaidUnits: price } }],
    [
      "a payment in another coin is left",
      { checkout: { ...excess, refundedUnits: 5n }, refunded: [inUsdc(5n)], transfers: [...own, stray()] },
    ],
  ])("stays when %s", (_, given) => {
    expect(requestAfter({ transfers: own, ...given })).toMatchObject(asked);
  });

  it("is over for a payment in another coin when the one before is returned, whatever nobody listed came", () => {
    const checkout = { ...asked, status: "PENDING" } as const;
    const returned = { returned: [inUsdt], transfers: [stray({ setAside: "returned" }), stray()] };
    expect(requestAfter({ checkout, ...returned, received: [cameStray] })).toEqual(none);
    expect(requestAfter({ checkout, ...returned })).toMatchObject(asked);
    const transfers = [stray(), stray()];
    expect(requestAfter({ checkout, transfers, received: [cameStray] })).toMatchObject(asked);
    const unlisted = { ...inUsdt, tokenAddress: uniqueHex(20) };
    expect(requestAfter({ checkout, ...returned, received: [unlisted] })).toMatchObject(asked);
  });
});

it("shows money again that the merchant dismissed, once more arrives", () => {
  const checkout = { ...paid, excessDismissedAt: noon } as const;
  const more = [transfer({ final: true }), transfer({ final: true, amountUnits: 1n })];
  expect(look({ checkout, transfers: more.slice(0, 1) }).after?.checkout.excessDismissedAt).toEqual(noon);
  expect(look({ checkout, transfers: more }).after?.checkout).toMatchObject({
    totalPaidUnits: price + 1n,
    excessDismissedAt: null,
  });
});

describe("a refund", () => {
  const given = { checkout: { ...paid, refundingUnits: price }, transfers: [transfer({ final: true })] };
  const refund: Refund = {
    id: "rfd_1",
    projectId: "prj_1",
    checkoutId: "chk_1",
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: price,
    reason: null,
    refundType: "OTHER",
    status: "COMPLETED",
    destinationAddress: uniqueHex(20),
    txHash: uniqueHex(32),
    failureCode: null,
    viaApi: false,
    stray: false,
    createdAt: noon,
    completedAt: noon,
  };
  const move = (kind: RefundMove["kind"], lostUnits = 0n): RefundMove => ({
    kind,
    checkoutId: "chk_1",
    refund,
    payment: null,
    lostUnits,
  });

  it("of everything emits its own event before the checkout's", () => {
    const refundMoves = [move("refund.completed")];
    const { after } = look({ ...given, refunded: [inUsdc(price)], refundMoves });
    expect(after?.checkout).toMatchObject({ status: "REFUNDED", refundedUnits: price, refundingUnits: 0n });
    expect(after?.events.map(({ kind }) => kind)).toEqual(["refund.completed", "checkout.refunded"]);
    expect(JSON.parse(after?.events[0]?.body ?? "{}").data).toMatchObject({
      status: "PAID",
      refund: { id: "rfd_1", status: "COMPLETED" },
    });
  });

  it("that a reorg takes after it counted undoes it, with one alarm, about the refund", () => {
    const checkout = { ...paid, status: "REFUNDED", refundedUnits: price } as const;
    const refundMoves = [move("refund.reverted", price)];
    const { after } = look({ ...given, checkout, refunding: [inUsdc(price)], refundMoves });
    expect(after?.checkout).toMatchObject({
      status: "PAID",
      refundedUnits: 0n,
      refundingUnits: price,
      settlementFrozen: true,
    });
    expect(after?.incidents?.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      "REFUND_REVERTED rfd_1",
    ]);
  });

  it("counts in its own token only, whatever was selected at its creation", () => {
    const before = { ...paid, status: "DETECTED", paidUnits: 0n, tokenAddress: usdt } as const;
    const { after } = look({
      checkout: { ...before, refundedUnits: price },
      quotes: [buildQuote(), buildQuote({ tokenAddress: usdt })],
      transfers: [transfer({ final: true }), transfer({ tokenAddress: usdt, logIndex: 1 })],
      refunded: [{ ...inUsdc(price), tokenAddress: usdt }],
      refunding: [inUsdc(1n)],
    });
    expect(after?.checkout).toMatchObject({
      status: "PAID",
      tokenAddress: usdc,
      refundedUnits: 0n,
      refundingUnits: 1n,
    });
  });
});

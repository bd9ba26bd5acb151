import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { acceptanceOf } from "@/lib/checkouts/state/acceptance.rules";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import { decide, endsAcceptance, type Trigger, transition } from "@/lib/checkouts/state/transition.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { type CheckoutStatus, checkoutStatuses, isPaid, type Transfer } from "./checkout.rules";

describe("isPaid", () => {
  test.each([
    ["PENDING", false, false],
    ["DETECTED", false, false],
    ["PAID", true, true],
    ["SETTLED", true, true],
    ["EXPIRED", false, false],
    ["LATE_PAID", false, true],
    ["CANCELLED", false, false],
    ["REFUNDED", false, false],
  ] as const)("%s: %s, and %s once a late payment was accepted", (status, plain, accepted) => {
    expect(isPaid(status, false)).toBe(plain);
    expect(isPaid(status, true)).toBe(accepted);
  });
});

test("tokens are the same by chain and address", () => {
  const token: TokenRef = { chainId: 1, tokenAddress: "0xa1" };
  expect(sameToken(token, { ...token })).toBe(true);
  expect(sameToken(token, { ...token, chainId: 2 })).toBe(false);
  expect(sameToken(token, { ...token, tokenAddress: "0xa2" })).toBe(false);
});

// What may follow what, with the event that tells of it; written from the table of states, not from the code.
const moves: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ["PENDING>DETECTED", "checkout.detected"],
  ["PENDING>EXPIRED", "checkout.expired"],
  ["PENDING>CANCELLED", "checkout.cancelled"],
  ["DETECTED>PAID", "checkout.paid"],
  ["DETECTED>PENDING", "checkout.reverted"],
  ["DETECTED>EXPIRED", "checkout.reverted"],
  ["EXPIRED>DETECTED", "checkout.detected"],
  ["EXPIRED>LATE_PAID", "checkout.late_paid"],
  ["CANCELLED>LATE_PAID", "checkout.late_paid"],
  ["LATE_PAID>LATE_PAID", "checkout.late_paid"],
  ["PAID>SETTLED", "checkout.settled"],
  ["LATE_PAID>SETTLED", "checkout.settled"],
  ...(["PAID", "LATE_PAID", "SETTLED", "EXPIRED", "CANCELLED"] as const).map((from): [string, EventKind] => [
    `${from}>REFUNDED`,
    "checkout.refunded",
  ]),
  ...(["PAID", "LATE_PAID", "SETTLED", "REFUNDED"] as const).flatMap((from) =>
    (["PENDING", "DETECTED", "PAID", "EXPIRED", "CANCELLED"] as const)
      .filter((to) => to !== from)
      .map((to): [string, EventKind] => [`${from}>${to}`, "checkout.reverted"]),
  ),
]);

const usdc: TokenRef = { chainId: 8453, tokenAddress: "0xc1" };
const usdt: TokenRef = { chainId: 137, tokenAddress: "0xd1" };
const unknown: TokenRef = { chainId: 8453, tokenAddress: "0xee" };
const expiresAt = new Date("2026-05-01T12:00:00Z");
const quotes: readonly [Quote, Quote] = [
  { ...usdc, amountUnits: 100n, exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null },
  { ...usdt, amountUnits: 101n, exchangeRate: null, exchangeRateAt: null, exchangeRateProvider: null },
];

type Fact =
  | { kind: "transfer"; token: TokenRef; amountUnits: bigint; second: number; final: boolean }
  | { kind: "final" | "orphaned"; which: number }
  | { kind: "time"; over: boolean }
  | { kind: "sweep"; amountUnits: bigint }
  | { kind: "refund"; all: boolean }
  | { kind: "select" | "cancel" | "accept" };

/** A checkout to which facts happen, as the service would look at them after each. */
class History {
  status: CheckoutStatus = "PENDING";
  lateAccepted = false;
  readonly reached = new Set<CheckoutStatus>(["PENDING"]);
  private cancelled = false;
  private quotes: readonly Quote[] = [quotes[0]];
  private terms: Quote = quotes[0];
  private transfers: Transfer[] = [];
  private sweptUnits = 0n;
  private refundedUnits = 0n;
  private timeOver = false;
  private acceptedUnits: bigint | null = null;
  private seen = 0;

  happen(fact: Fact): void {
    switch (fact.kind) {
      case "transfer":
        this.transfers.push(this.newTransfer(fact));
        break;
      case "final":
        this.transfers = this.transfers.map((item, index) =>
          index === fact.which % this.transfers.length ? { ...item, final: true } : item,
        );
        break;
      case "orphaned":
        this.transfers = this.transfers.filter((_, index) => index !== fact.which % this.transfers.length);
        break;
      case "time":
        this.timeOver = fact.over;
        break;
      case "sweep":
        this.sweptUnits += fact.amountUnits;
        break;
      case "refund":
        this.refund(fact.all);
        break;
      case "select":
        if (this.status === "PENDING") [this.quotes, this.terms] = [quotes, quotes[1]];
        break;
      case "cancel":
        if (this.pull({ kind: "cancel" })) this.cancelled = true;
        break;
      case "accept":
        this.accept();
        break;
      default:
        fact satisfies never;
    }
    this.settleDown();
    this.check();
  }

  private newTransfer({ token, amountUnits, second, final }: Extract<Fact, { kind: "transfer" }>): Transfer {
    this.seen += 1;
    return {
      ...token,
      id: `pay_${this.seen}`,
      blockNumber: BigInt(1_000 + second),
      blockTimestamp: new Date(expiresAt.getTime() + second * 1_000),
      txHash: `0x${this.seen}`,
      logIndex: this.seen,
      amountUnits,
      final,
    };
  }

  private refund(all: boolean): void {
    const { totalUnits } = assessPayment(this.facts());
    this.refundedUnits = all ? totalUnits : totalUnits / 2n;
    if (all && totalUnits > 0n) this.pull({ kind: "refunded_in_full" });
  }

  private accept(): void {
    const acceptance = acceptanceOf(this.facts());
    if (acceptance.kind === "refused") return;
    [this.terms, this.acceptedUnits] = [acceptance.quote, acceptance.units];
    expect(this.pull({ kind: "accepted" }), "what can be accepted moves the checkout").toBe(true);
  }

  private facts() {
    const { chainId, tokenAddress, amountUnits } = this.terms;
    const { status, refundedUnits, acceptedUnits, quotes, transfers } = this;
    const checkout = {
      ...{ status, refundedUnits, refundingUnits: 0n, acceptedUnits },
      lateAcceptedAt: this.lateAccepted ? expiresAt : null,
      ...{ chainId, tokenAddress, amountUnits, expiresAt, toleranceBps: 0 },
    };
    return { checkout, quotes, transfers };
  }

  private settleDown(): void {
    let payment = assessPayment(this.facts());
    this.terms = this.quotes[payment.quoteIndex ?? -1] ?? this.terms;
    for (let round = 0; ; round++) {
      const trigger = decide({
        status: this.status,
        lateAccepted: this.lateAccepted,
        partAccepted: this.acceptedUnits !== null && this.acceptedUnits < this.terms.amountUnits,
        cancelled: this.cancelled,
        payment,
        sweptUnits: this.sweptUnits,
        refundedUnits: this.refundedUnits,
        refundReverted: false,
        acceptsLate: false,
        timeOver: this.timeOver,
      });
      if (trigger === null) return;
      if (this.acceptedUnits !== null && endsAcceptance(trigger)) {
        this.acceptedUnits = null;
        payment = assessPayment(this.facts());
        this.terms = this.quotes[payment.quoteIndex ?? -1] ?? this.terms;
      }
      expect(round, "comes to rest within a few moves").toBeLessThan(4);
      expect(this.pull(trigger), "decides on no move that is refused").toBe(true);
    }
  }

  private pull(trigger: Trigger): boolean {
    const holdsFunds = this.transfers.some(({ final }) => final);
    const before = { status: this.status, lateAccepted: this.lateAccepted, holdsFunds };
    const moved = transition(before, trigger);
    if (moved.kind === "refused") return false;
    expect(moves.get(`${before.status}>${moved.status}`), `${before.status}>${moved.status}`).toBe(
      moved.event,
    );
    expect([moved.status, moved.lateAccepted], "no event without a move").not.toEqual([
      before.status,
      before.lateAccepted,
    ]);
    expect(moved.freeze).toBe(trigger.kind === "deep_reorg");
    [this.status, this.lateAccepted] = [moved.status, moved.lateAccepted];
    this.reached.add(moved.status);
    return true;
  }

  private check(): void {
    const onTime = this.received(
      (item) => item.final && item.blockTimestamp.getTime() <= expiresAt.getTime(),
    );
    const anyTime = this.received((item) => item.final);
    const seen = this.received((item) => item.blockTimestamp.getTime() <= expiresAt.getTime());
    if (isPaid(this.status, this.lateAccepted))
      expect(
        onTime || (this.lateAccepted && anyTime),
        "goods only for final money, on time or accepted",
      ).toBe(true);
    if (this.status === "PAID") expect(onTime).toBe(true);
    if (this.status === "LATE_PAID") expect(anyTime).toBe(true);
    if (this.status === "DETECTED") expect(seen).toBe(true);
    if (this.status === "PENDING") expect(seen || this.timeOver).toBe(false);
    if (this.status === "EXPIRED") expect(seen || anyTime).toBe(false);
    if (["PENDING", "EXPIRED", "CANCELLED"].includes(this.status))
      expect(this.acceptedUnits, "an acceptance is of a payment that is there").toBeNull();
  }

  /** Whether such transfers alone reach some quote's amount, or the part of it that was accepted. */
  private received(counts: (item: Transfer) => boolean): boolean {
    return this.quotes.some(
      (quote) =>
        this.transfers
          .filter((item) => sameToken(item, quote) && counts(item))
          .reduce((sum, { amountUnits }) => sum + amountUnits, 0n) >= this.dueFor(quote),
    );
  }

  private dueFor(quote: Quote): bigint {
    const isAccepted = this.acceptedUnits !== null && this.acceptedUnits < quote.amountUnits;
    return isAccepted && sameToken(quote, this.terms) ? (this.acceptedUnits ?? 0n) : quote.amountUnits;
  }
}

function transferOf(...tokens: TokenRef[]): fc.Arbitrary<Fact> {
  return fc.record({
    kind: fc.constant("transfer" as const),
    token: fc.constantFrom(...tokens),
    amountUnits: fc.oneof(fc.bigInt(1n, 150n), fc.constant(100n), fc.constant(101n)),
    second: fc.integer({ min: -10, max: 5 }),
    final: fc.boolean(),
  });
}

const otherFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constantFrom("final" as const, "orphaned" as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom("final" as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant("time" as const), over: fc.boolean() }),
  fc.record({ kind: fc.constant("sweep" as const), amountUnits: fc.bigInt(1n, 150n) }),
  fc.record({ kind: fc.constant("refund" as const), all: fc.boolean() }),
  fc.record({ kind: fc.constantFrom("select" as const, "cancel" as const, "accept" as const) }),
);

describe("in any history a checkout", () => {
  test("makes listed moves only, comes to rest, emits one event per move, and is paid only by counted money", () => {
    const reached = new Set<CheckoutStatus>();
    fc.assert(
      fc.property(
        fc.array(fc.oneof(transferOf(usdc, usdt, unknown), otherFact), { maxLength: 30, size: "max" }),
        (facts) => {
          const history = new History();
          for (const fact of facts) history.happen(fact);
          for (const status of history.reached) reached.add(status);
        },
      ),
      { numRuns: 3_000 },
    );
    expect([...reached].sort(), "the histories reach every state").toEqual([...checkoutStatuses].sort());
  }, 60_000);

  test("isn't paid by stray money", () => {
    const strayTokens = [unknown, usdt, { ...usdc, chainId: usdt.chainId }];
    const fact = fc.oneof(
      transferOf(...strayTokens),
      otherFact.filter(({ kind }) => kind !== "select"),
    );
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 20, size: "max" }), (facts) => {
        const history = new History();
        for (const item of facts) history.happen(item);
        for (const status of history.reached) expect(["PENDING", "EXPIRED", "CANCELLED"]).toContain(status);
      }),
      { numRuns: 1_000 },
    );
  });
});

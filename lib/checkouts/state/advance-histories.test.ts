import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { type CheckoutStatus, checkoutStatuses, isPaid, type Transfer } from "@/lib/checkouts/checkout.rules";
import {
  buildChain,
  buildCheckout,
  buildPosition,
  buildQuote,
  later,
  newId,
  noon,
} from "@/lib/testing/builders";
import { legalMoves } from "@/lib/testing/legal-moves";
import { accept, acceptanceOf } from "./acceptance.rules";
import { advance } from "./advance-checkouts";
import { assessPayment, type CheckoutFacts } from "./payment-matching.rules";
import type { Trigger } from "./transition.rules";

const usdc: TokenRef = { chainId: 8453, tokenAddress: "0xc1" };
const usdt: TokenRef = { chainId: 137, tokenAddress: "0xd1" };
const unknown: TokenRef = { chainId: 8453, tokenAddress: "0xee" };
const expiresAt = later(60_000);
const [first, second] = [
  buildQuote({ ...usdc, amountUnits: 100n }),
  buildQuote({ ...usdt, amountUnits: 101n }),
];
const deps = { newId, chains: [usdc, usdt].map(({ chainId }) => buildChain({ chainId })) };

type Fact =
  | { kind: "transfer"; token: TokenRef; amountUnits: bigint; second: number; final: boolean }
  | { kind: "final" | "orphaned"; which: number }
  | { kind: "time"; over: boolean }
  | { kind: "sweep"; amountUnits: bigint }
  | { kind: "refund"; all: boolean }
  | { kind: "select" | "cancel" | "accept" };

/** A checkout that the service advances after each random fact. */
class History {
  readonly reached = new Set<CheckoutStatus>(["PENDING"]);
  private facts: CheckoutFacts = {
    checkout: buildCheckout({ projectId: "prj_1", ...usdc, amountUnits: 100n, expiresAt }),
    quotes: [first],
    transfers: [],
    sweptFinal: [],
    refunded: [],
    refunding: [],
    returned: [],
    receivedEarlier: null,
    latePaymentPolicy: "HOLD",
  };
  private now = noon;
  private seen = 0;

  constructor(isOtherOffered: boolean) {
    if (isOtherOffered) this.add({ quotes: [{ ...second, offered: true }, first] });
  }

  happen(fact: Fact): void {
    const { checkout, transfers } = this.facts;
    switch (fact.kind) {
      case "transfer":
        this.add({ transfers: [...transfers, this.newTransfer(fact)] });
        break;
      case "final":
        this.add({
          transfers: transfers.map((item, index) =>
            index === fact.which % transfers.length ? { ...item, final: true } : item,
          ),
        });
        break;
      case "orphaned":
        this.add({ transfers: transfers.filter((_, index) => index !== fact.which % transfers.length) });
        break;
      case "time":
        this.now = fact.over ? later(120_000) : noon;
        break;
      case "sweep":
        this.add({
          sweptFinal: [this.inTerms(fact.amountUnits + (this.facts.sweptFinal[0]?.amountUnits ?? 0n))],
        });
        break;
      case "refund": {
        const { totalUnits } = assessPayment(this.facts);
        this.add({ refunded: [this.inTerms(fact.all ? totalUnits : totalUnits / 2n)] });
        break;
      }
      case "select":
        if (checkout.status === "PENDING")
          this.add({
            quotes: [...this.facts.quotes, second],
            checkout: { ...checkout, ...usdt, amountUnits: 101n },
          });
        break;
      case "cancel":
        if (checkout.status === "PENDING") this.look({ kind: "cancel" });
        break;
      case "accept": {
        const acceptance = acceptanceOf(this.facts);
        if (acceptance.kind === "refused") break;
        this.facts = accept(this.facts, acceptance.quote, acceptance.units);
        expect(this.look({ kind: "accepted" }), "what can be accepted moves the checkout").toBe(true);
        break;
      }
      default:
        fact satisfies never;
    }
    this.look();
    expect(this.look(), "a second look changes nothing").toBe(false);
    this.check();
  }

  private add(facts: Partial<CheckoutFacts>): void {
    this.facts = { ...this.facts, ...facts };
  }

  private inTerms(amountUnits: bigint) {
    const { chainId, tokenAddress } = this.facts.checkout;
    return { chainId: chainId ?? 0, tokenAddress: tokenAddress ?? "0x", amountUnits };
  }

  private newTransfer({ token, amountUnits, second, final }: Extract<Fact, { kind: "transfer" }>): Transfer {
    this.seen += 1;
    return {
      ...token,
      id: `pay_${this.seen}`,
      blockNumber: BigInt(1_000 + second),
      blockTimestamp: later(second * 1_000, expiresAt),
      txHash: `0x${this.seen}`,
      logIndex: this.seen,
      amountUnits,
      final,
    };
  }

  /** @returns whether the checkout changed */
  private look(requested: Trigger | null = null): boolean {
    const positions = new Map(
      [usdc, usdt].map(({ chainId }) => [chainId, buildPosition({ chainId, blockTimestamp: this.now })]),
    );
    const moved = advance(deps, this.facts, positions, this.now, { requested });
    if (moved === null) return false;
    let wasDeep = false;
    for (const { kind, details } of moved.timeline) {
      if (details?.from === undefined) continue;
      expect(legalMoves).toContain(`${details.from} ${details.to} ${kind}`);
      if (kind === "checkout.reverted") wasDeep ||= details.from !== "DETECTED";
      this.reached.add(details.to as CheckoutStatus);
    }
    const wasFrozen = this.facts.checkout.settlementFrozen;
    const { totalPaidUnits, refundedUnits, refundingUnits } = moved.checkout;
    const isShort = refundedUnits + refundingUnits > totalPaidUnits;
    expect(moved.checkout.settlementFrozen, "after a deep reorg, or short, an operator decides").toBe(
      wasFrozen || wasDeep || isShort,
    );
    expect(moved.checkout.eventSequence - this.facts.checkout.eventSequence).toBe(moved.events.length);
    this.add({ checkout: moved.checkout });
    return true;
  }

  private check(): void {
    const { status, lateAcceptedAt, acceptedUnits } = this.facts.checkout;
    const inTime = (item: Transfer) => item.blockTimestamp.getTime() <= expiresAt.getTime();
    const onTime = this.received((item) => item.final && inTime(item));
    const anyTime = this.received((item) => item.final);
    const seen = this.received(inTime);
    if (isPaid(status, lateAcceptedAt !== null))
      expect(
        onTime || (lateAcceptedAt !== null && anyTime),
        "goods only for final money, on time or accepted",
      ).toBe(true);
    if (status === "PAID") expect(onTime).toBe(true);
    if (status === "LATE_PAID") expect(anyTime).toBe(true);
    if (status === "DETECTED") expect(seen).toBe(true);
    if (status === "PENDING") expect(seen || this.now > expiresAt).toBe(false);
    if (status === "EXPIRED") expect(seen || anyTime).toBe(false);
    if (["PENDING", "EXPIRED", "CANCELLED"].includes(status))
      expect(acceptedUnits, "an acceptance is of a payment that is there").toBeNull();
  }

  /** Whether such transfers alone reach some quote's amount, or the part of it that was accepted. */
  private received(counts: (item: Transfer) => boolean): boolean {
    const { quotes, transfers } = this.facts;
    return quotes.some(
      (quote) =>
        transfers
          .filter((item) => sameToken(item, quote) && counts(item))
          .reduce((sum, { amountUnits }) => sum + amountUnits, 0n) >= this.dueFor(quote),
    );
  }

  private dueFor({ amountUnits, tokenAddress }: (typeof this.facts.quotes)[number]): bigint {
    const { acceptedUnits, tokenAddress: accepted } = this.facts.checkout;
    return acceptedUnits !== null && acceptedUnits < amountUnits && tokenAddress === accepted
      ? acceptedUnits
      : amountUnits;
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
        fc.boolean(),
        (facts, isOtherOffered) => {
          const history = new History(isOtherOffered);
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
        const history = new History(false);
        for (const item of facts) history.happen(item);
        for (const status of history.reached) expect(["PENDING", "EXPIRED", "CANCELLED"]).toContain(status);
      }),
      { numRuns: 1_000 },
    );
  });
});

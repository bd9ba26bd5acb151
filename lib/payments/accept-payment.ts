import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { type Checkout, isPaid } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import {
  type Acceptance,
  accept,
  acceptanceOf,
  isAcceptedByRule,
} from "@/lib/checkouts/state/acceptance.rules";
import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Actor, ProjectAccess } from "@/lib/projects/project-access";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import type { RefundStore } from "@/lib/refunds/refund.store";
import { movedBps } from "../checkouts/state/acceptance.rules";

/** A rule of the project that accepts instead of a person, and by how much the price rose. */
export type ByRule = { projectId: string; userId: null; movedBps: number };

export type AcceptPaymentDeps = AdvanceDeps & {
  /** Without them, the audit entry of a fiat price doesn't say how it moved. */
  rates?: Pick<RateService, "current">;
  checkouts: Pick<CheckoutStore, "findPublic">;
  refunds: Pick<RefundStore, "transaction">;
};

/**
 * A merchant accepts the received amount as the price (spec D19): a part of it, or a payment that arrived after expiry
 * or cancellation. From then on the checkout goes its usual way, and later money is an overpayment. An order is paid
 * once: its other checkout that is still open is cancelled.
 *
 * @param expectedUnits the amount that the merchant saw; any other is refused. Undefined accepts whatever was received
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's; CHECKOUT_NOT_ACCEPTABLE,
 * ACCEPT_AMOUNT_MISMATCH
 * @throws LeaseLostError
 */
export async function acceptPayment(
  deps: AcceptPaymentDeps,
  by: Actor | ByRule,
  checkoutId: string,
  expectedUnits: bigint | undefined,
  keep: Keep<Checkout> = null,
): Promise<Checkout> {
  const found = (await deps.checkouts.findPublic(checkoutId))?.checkout;
  const projectId = by.projectId ?? found?.projectId;
  if (found === undefined || projectId === undefined) throw checkoutNotFound();
  const byRule = "movedBps" in by ? by : null;
  // Before the transaction, which must not wait for a rate server.
  const movedBps = byRule?.movedBps ?? (await movedOf(deps, found));
  return deps.refunds.transaction(async (tx) => {
    // Before the checkout, in the order of locks: the rule can't change until the payment is accepted.
    const rule = byRule === null ? null : await tx.lockLateRule(projectId);
    // Before the checkout, since rows are locked in id order.
    const others = await tx.lockOthersOfOrder(checkoutId);
    const locked = await tx.lockCheckout(projectId, checkoutId);
    if (locked === null) throw checkoutNotFound();
    const now = deps.clock.now();
    if (byRule !== null && (rule === null || !isAcceptedByRule(locked, rule, byRule.movedBps, now)))
      throw new CheckoutError("CONFLICT", fault("payments.notByRule"));
    requireUnpaid(others);
    const positions = await tx.positions();
    // The deadline may have passed without an expiry yet: the checkout is accepted as what the facts make it.
    const due = advance(deps, locked, positions, now);
    const facts = due === null ? locked : { ...locked, checkout: due.checkout };
    const acceptance = acceptanceOf(facts);
    if (acceptance.kind === "refused") throw new CheckoutError("CHECKOUT_NOT_ACCEPTABLE", acceptance.reason);
    const { quote, units } = acceptance;
    if (expectedUnits !== undefined && expectedUnits !== units)
      throw new CheckoutError(
        "ACCEPT_AMOUNT_MISMATCH",
        fault("payments.otherAmount", { units, expected: expectedUnits }),
        { param: "amount" },
      );
    const moved = advance(deps, accept(facts, quote, units), positions, now, {
      requested: { kind: "accepted" },
    });
    if (moved === null) throw new Error(`${checkoutId} was accepted, and nothing changed`);
    if (due !== null) await tx.saveAdvance(due);
    await tx.saveAdvance(moved);
    const closed = others
      .filter(({ checkout }) => checkout.status === "PENDING")
      .flatMap((other) => advance(deps, other, positions, now, { requested: { kind: "cancel" } }) ?? []);
    for (const other of closed) await tx.saveAdvance(other);
    await tx.audit({
      projectId,
      userId: by.userId,
      keyId: "keyId" in by ? by.keyId : undefined,
      action: "checkout.payment_accepted",
      target: checkoutId,
      details: {
        ...(rule === null ? {} : { rule: "late_payments", withinBps: rule.bps }),
        accepted: units.toString(),
        price: quote.amountUnits.toString(),
        ...(movedBps === null ? {} : { movedBps }),
      },
      at: now,
    });
    if (keep !== null) await tx.complete(keep(moved.checkout));
    return moved.checkout;
  });
}

/** An order is paid once. @throws CheckoutError CHECKOUT_NOT_ACCEPTABLE */
function requireUnpaid(others: readonly CheckoutFacts[]): void {
  for (const { checkout } of others)
    if (checkout.status === "DETECTED" || isPaid(checkout.status, checkout.lateAcceptedAt !== null))
      throw new CheckoutError("CHECKOUT_NOT_ACCEPTABLE", fault("payments.paidBy", { checkout: checkout.id }));
}

/** Of a late payment, for the rule that the inbox offers after several alike. */
async function movedOf(deps: Pick<AcceptPaymentDeps, "chains" | "rates">, checkout: Checkout) {
  if (checkout.status !== "LATE_PAID") return null;
  const rates = deps.rates === undefined ? null : await ratesFor({ rates: deps.rates }, [checkout]);
  return movedNow(deps.chains, rates, checkout);
}

/** What the project's merchant can accept of a checkout at this moment; null for nothing. */
export async function readAcceptance(
  { refunds }: { refunds: Pick<RefundStore, "readCheckout"> },
  { projectId }: ProjectAccess,
  checkoutId: string,
): Promise<Extract<Acceptance, { kind: "acceptable" }> | null> {
  const facts = await refunds.readCheckout(projectId, checkoutId);
  const acceptance = facts === null ? null : acceptanceOf(facts);
  return acceptance?.kind === "acceptable" ? acceptance : null;
}

/** The price of a late payment, on the terms of its token. */
export type LatePrice = Pick<
  Checkout,
  "fiatAmount" | "fiatCurrency" | "amountUnits" | "chainId" | "tokenAddress"
>;

/** The current rates, if one of these prices needs them; null without. */
export async function ratesFor(
  { rates }: { rates: { current: RateService["current"] } },
  prices: readonly LatePrice[],
): Promise<Rates | null> {
  if (prices.every(({ fiatAmount }) => fiatAmount === null)) return null;
  // Without rates, a person decides.
  return rates.current().catch(() => null);
}

/** By how much the price rose until now; null when it cannot be known. */
export function movedNow(chains: readonly Chain[], rates: Rates | null, price: LatePrice): number | null {
  const { fiatCurrency, chainId, tokenAddress } = price;
  if (chainId === null || tokenAddress === null) return null;
  const token = findToken(chains, { chainId, tokenAddress })?.token ?? null;
  const rate =
    token === null || fiatCurrency === null || !isFiatTokenSymbol(token.symbol)
      ? null
      : (rates?.get(token.symbol, fiatCurrency)?.rate ?? null);
  return movedBps(price, token, rate);
}

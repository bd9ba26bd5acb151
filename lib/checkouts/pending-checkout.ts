import { sameToken } from "@/lib/chain/token.rules";
import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import { type CheckoutPageParts, checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { limitsAmongClients } from "@/lib/platform/limits/client-limits.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { dayMs, secondMs } from "@/lib/platform/values/time.rules";
import type { ProjectActor } from "@/lib/projects/project-access";
import { type Price, priceToken } from "@/lib/rates/price-token";
import type { Quote } from "@/lib/rates/quote.rules";
import {
  type AcceptedToken,
  acceptedTokens,
  requireAccepted,
  tokensForPrice,
  unsupportedChain,
} from "./accepted-tokens";
import type { Checkout } from "./checkout.rules";
import type { SelectTokenBody } from "./checkout-input.schema";
import { dustIn } from "./dust.rules";
import type { PendingCheckoutStore } from "./pending-checkout.store";

/** In a day, which no checkout outlives. */
const maxSelections = { each: 10, all: 100, windowMs: dayMs };

/**
 * The customer's choice of token and chain: stores a quote at the current rate. It never extends the deadline.
 * Transfers that complete an earlier quote still pay, so switching strands no money. If the project wants it, the other
 * tokens that the customer could have chosen get quotes too, so a payment in the wrong one counts.
 *
 * @param client network of the selecting client, by which we count selections; null for the merchant's own tools
 * @param options.onlyFirst refuse to replace a selection
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CHECKOUT_NOT_SELECTABLE, NETWORK_LIMIT_REACHED, UNSUPPORTED_CHAIN, UNSUPPORTED_TOKEN,
 * EXCHANGE_RATE_UNAVAILABLE, AMOUNT_TOO_SMALL
 */
export async function selectToken(
  deps: CheckoutPageParts,
  checkoutId: string,
  choice: SelectTokenBody,
  client: string | null = null,
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<void> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  refuseUnlessOpen(deps, found.checkout);
  const { quote, others, minimumUnits } = await priceChoice(deps, found.checkout, choice);
  if (client !== null) await countSelection(deps, checkoutId, client);

  await deps.pendingCheckouts.transaction(async (tx) => {
    const [facts] = await tx.lockCheckouts([checkoutId]);
    if (facts === undefined) throw checkoutNotFound();
    refuseUnlessOpen(deps, facts.checkout);
    const { chainId, tokenAddress, amountUnits } = facts.checkout;
    if (onlyFirst && tokenAddress !== null) throw notSelectable(fault("reasons.selected"));
    const paidIn = chainId === null || tokenAddress === null ? quote : { chainId, tokenAddress };
    const priced = amountUnits === null ? quote : facts.checkout;
    refuseIfReceived(facts, dustIn(deps.chains, paidIn, priced, minimumUnits));
    const gone = await tx.wentBack(checkoutId);
    if (gone.some((token) => sameToken(token, quote))) throw wentBack();
    const isNew = (offered: Quote) =>
      !gone.some((token) => sameToken(token, offered)) && isCheaper(offered, facts);
    const newQuotes = [...others.filter(isNew), quote];
    const selected: CheckoutFacts = {
      ...facts,
      checkout: {
        ...facts.checkout,
        selectionCount: facts.checkout.selectionCount + 1,
        chainId: quote.chainId,
        tokenAddress: quote.tokenAddress,
        amountUnits: quote.amountUnits,
        exchangeRateUsed: quote.exchangeRate,
        exchangeRateAt: quote.exchangeRateAt,
        exchangeRateProvider: quote.exchangeRateProvider,
      },
      quotes: [...facts.quotes, ...newQuotes],
    };
    const now = deps.clock.now();
    // Earlier transfers in the newly selected token count from here on.
    const moved = advance(deps, selected, await tx.positions(), now);
    const chosen = {
      chainId: quote.chainId,
      tokenAddress: quote.tokenAddress,
      amount: quote.amountUnits.toString(),
    };
    await tx.saveAdvances([
      {
        checkout: moved?.checkout ?? selected.checkout,
        previousStatus: facts.checkout.status,
        newQuotes,
        timeline: [{ kind: "checkout.selected", details: chosen, at: now }, ...(moved?.timeline ?? [])],
        events: moved?.events ?? [],
      },
    ]);
  });
}

/**
 * Another person who knows the id must not use up the customer's selections.
 *
 * @throws CheckoutError CHECKOUT_NOT_SELECTABLE, NETWORK_LIMIT_REACHED
 */
async function countSelection(
  { rateLimiter }: CheckoutPageParts,
  checkoutId: string,
  client: string,
): Promise<void> {
  const limits = limitsAmongClients({ bucket: `selections:${checkoutId}`, ...maxSelections }, client);
  const { admitted, states, retryAfterMs } = await rateLimiter.take(limits);
  if (admitted) return;
  const [own, ...wider] = states;
  if (own?.remaining === 0) throw notSelectable(fault("reasons.changedTooOften"));
  // The last one is that of all clients, who leave each the first changes.
  if (wider.at(-1)?.remaining === 0) throw notSelectable(fault("reasons.changedByAll"));
  throw new CheckoutError("NETWORK_LIMIT_REACHED", fault("checkouts.networkChanges"), {
    retryAfterSeconds: Math.ceil(retryAfterMs / secondMs),
  });
}

/** An earlier quote that asks for no more already lets the token pay. */
function isCheaper(offered: Quote, { quotes }: CheckoutFacts): boolean {
  return !quotes.some((quote) => sameToken(quote, offered) && quote.amountUnits <= offered.amountUnits);
}

async function priceChoice(
  deps: CheckoutPageParts,
  checkout: Checkout,
  choice: SelectTokenBody,
): Promise<{ quote: Quote; others: Quote[]; minimumUnits: bigint }> {
  const project = await deps.projects.findById(checkout.projectId);
  const price: Price =
    checkout.fiatAmount !== null && checkout.fiatCurrency !== null
      ? { kind: "fiat", fiatAmount: checkout.fiatAmount, fiatCurrency: checkout.fiatCurrency }
      : { kind: "amount", amountUnits: checkout.amountUnits ?? 0n };
  const accepted = project === null ? [] : acceptedTokens(deps.chains, project);
  const offered = tokensForPrice(accepted, price.kind, checkout.fixedChainId);
  if (!offered.some(({ chain }) => chain.chainId === choice.chainId)) throw unsupportedChain(offered);
  const { chain, token } = requireAccepted(deps.chains, offered, price.kind, choice);
  const minimumUnits = project?.minimumUnits ?? 0n;
  const priced = await priceToken(deps.rates, price, token, minimumUnits);
  const quote = { chainId: chain.chainId, tokenAddress: token.address, ...priced };
  const isOpen = project?.anyTokenPays === true && checkout.fixedChainId === null;
  const rest = isOpen ? offered.filter((other) => other.token !== token) : [];
  return { quote, others: await priceOthers(deps, price, rest, minimumUnits), minimumUnits };
}

/** Without the tokens that have no price at the moment. */
async function priceOthers(
  { rates }: CheckoutPageParts,
  price: Price,
  others: readonly AcceptedToken[],
  minimumUnits: bigint,
): Promise<Quote[]> {
  const quotes = await Promise.all(
    others.map(async ({ chain, token }) => {
      try {
        const priced = await priceToken(rates, price, token, minimumUnits);
        return { chainId: chain.chainId, tokenAddress: token.address, ...priced, offered: true };
      } catch (error) {
        if (error instanceof CheckoutError) return null;
        throw error;
      }
    }),
  );
  return quotes.filter((quote) => quote !== null);
}

function refuseUnlessOpen(deps: CheckoutPageParts, checkout: Checkout): void {
  const reason =
    checkout.status !== "PENDING"
      ? fault("reasons.status", { status: checkout.status })
      : checkout.expiresAt.getTime() <= deps.clock.now().getTime()
        ? fault("reasons.expired")
        : checkout.tokenFixed
          ? fault("reasons.fixed")
          : null;
  if (reason !== null) throw notSelectable(reason);
}

function notSelectable(reason: Fault): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_SELECTABLE", fault("checkouts.cantChange", { reason }));
}

/** A transfer in that token would now count, although it was returned to the customer. */
function wentBack(): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_SELECTABLE", fault("checkouts.wentBack"));
}

/** @param leastUnits a stranger's dust freezes nothing */
function refuseIfReceived(facts: CheckoutFacts, leastUnits: bigint): void {
  const { totalUnits } = assessPayment(facts);
  if (totalUnits >= leastUnits) {
    throw new CheckoutError("CHECKOUT_NOT_SELECTABLE", fault("checkouts.partPaid"));
  }
}

/**
 * Cancels a PENDING checkout of the project (spec §3), partly paid or not; the amount received can then be refunded.
 * After its deadline a checkout stays PENDING, and can be cancelled, until it is expired. A recorded payment takes
 * precedence.
 *
 * @param by for the audit log, which has no entry of a server key; null when unknown
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's; CHECKOUT_NOT_CANCELLABLE
 * @throws LeaseLostError
 */
export async function cancelCheckout(
  deps: AdvanceDeps & { pendingCheckouts: PendingCheckoutStore },
  projectId: string,
  checkoutId: string,
  keep: Keep<Checkout> = null,
  by: ProjectActor | null = null,
): Promise<Checkout> {
  const { checkout, cancelled } = await deps.pendingCheckouts.transaction(async (tx) => {
    const [facts] = await tx.lockCheckouts([checkoutId]);
    if (facts === undefined || facts.checkout.projectId !== projectId) throw checkoutNotFound();
    const before = facts.checkout;
    if (before.status !== "PENDING") return { checkout: before, cancelled: false };

    const payment = assessPayment(facts);
    const paid = payment.completedBy !== null && payment.onTime;
    const moved = advance(
      deps,
      facts,
      await tx.positions(),
      deps.clock.now(),
      paid ? {} : { requested: { kind: "cancel" } },
    );
    if (moved === null) throw new Error(`${checkoutId} is paid and PENDING, and nothing moves it`);
    await tx.saveAdvances([moved]);
    if (!paid && keep !== null) await tx.complete(keep(moved.checkout));
    if (!paid && by !== null && by.keyId === undefined) {
      const act = { action: "checkout.cancelled", target: checkoutId, details: null } as const;
      await tx.audit({ ...act, projectId, userId: by.userId, at: deps.clock.now() });
    }
    return { checkout: moved.checkout, cancelled: !paid };
  });
  if (!cancelled) {
    // Thrown after the commit: the recorded payment has already moved the checkout on.
    throw new CheckoutError(
      "CHECKOUT_NOT_CANCELLABLE",
      fault("checkouts.notCancellable", { status: checkout.status }),
    );
  }
  return checkout;
}

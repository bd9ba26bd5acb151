import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import { assessPayment } from "@/lib/checkouts/state/payment-matching.rules";
import type { LockedCheckout, PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import type { PublicCheckoutDeps } from "@/lib/checkouts/views/read-checkout";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { type Price, priceToken } from "@/lib/rates/price-token";
import type { Quote } from "@/lib/rates/quote.rules";
import type { Checkout } from "./checkout.rules";
import type { SelectTokenBody } from "./checkout-actions.schema";
import { acceptedTokens, requireAccepted, tokensForPrice, unsupportedChain } from "./create-checkout";

/** Another person who knows the id must not use up the customer's selections. */
const maxSelections = { each: 10, all: 100 };

export type SelectTokenDeps = AdvanceDeps & PublicCheckoutDeps & { payments: PaymentStore };

/**
 * The customer's choice of token and chain: stores a quote at the current rate. It never extends the deadline.
 * Transfers that complete an earlier quote still pay, so switching strands no money.
 *
 * @param client hash of the selecting client, by which we count selections; null for the merchant's own tools
 * @returns events written
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CHECKOUT_NOT_SELECTABLE, UNSUPPORTED_CHAIN, UNSUPPORTED_TOKEN,
 * EXCHANGE_RATE_UNAVAILABLE, AMOUNT_TOO_SMALL
 */
export async function selectToken(
  deps: SelectTokenDeps,
  checkoutId: string,
  choice: SelectTokenBody,
  client: string | null = null,
): Promise<{ events: number }> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  refuseUnlessOpen(deps, found.checkout);
  const quote = await priceChoice(deps, found.checkout, choice);

  return deps.payments.transaction(async (tx) => {
    const [facts] = await tx.lockCheckouts([checkoutId]);
    if (facts === undefined) throw checkoutNotFound();
    refuseUnlessOpen(deps, facts.checkout);
    refuseIfReceived(facts);
    if ((await tx.countSelections(checkoutId, client)) >= maxSelections.each)
      throw notSelectable(`you have already changed them ${maxSelections.each} times`);
    if (await tx.wentBack(checkoutId, quote)) throw wentBack();
    const selected: LockedCheckout = {
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
      quotes: [...facts.quotes, quote],
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
        newQuote: quote,
        selectedBy: client,
        timeline: [{ kind: "checkout.selected", details: chosen, at: now }, ...(moved?.timeline ?? [])],
        events: moved?.events ?? [],
      },
    ]);
    return { events: moved?.events.length ?? 0 };
  });
}

async function priceChoice(
  deps: SelectTokenDeps,
  checkout: Checkout,
  choice: SelectTokenBody,
): Promise<Quote> {
  const project = await deps.projects.findById(checkout.projectId);
  const price: Price =
    checkout.fiatAmount !== null && checkout.fiatCurrency !== null
      ? { kind: "fiat", fiatAmount: checkout.fiatAmount, fiatCurrency: checkout.fiatCurrency }
      : { kind: "amount", amountUnits: checkout.amountUnits ?? 0n };
  const accepted = project === null ? [] : acceptedTokens(deps.chains, project);
  const offered = tokensForPrice(accepted, price.kind, checkout.fixedChainId);
  if (!offered.some(({ chain }) => chain.chainId === choice.chainId)) throw unsupportedChain(offered);
  const { chain, token } = requireAccepted(deps.chains, offered, price.kind, choice);
  return {
    chainId: chain.chainId,
    tokenAddress: token.address,
    ...(await priceToken(deps.rates, price, token, project?.minimumUnits ?? 0n)),
  };
}

function refuseUnlessOpen(deps: SelectTokenDeps, checkout: Checkout): void {
  const reason =
    checkout.status !== "PENDING"
      ? `its status is ${checkout.status}`
      : checkout.expiresAt.getTime() <= deps.clock.now().getTime()
        ? "it has expired"
        : checkout.tokenFixed
          ? "they were set at creation"
          : checkout.selectionCount >= maxSelections.all
            ? `they have already been changed ${maxSelections.all} times`
            : null;
  if (reason !== null) throw notSelectable(reason);
}

function notSelectable(reason: string): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_SELECTABLE", `You can't change token and network: ${reason}.`);
}

/** A transfer in that token would now count, although it was returned to the customer. */
function wentBack(): CheckoutError {
  return new CheckoutError(
    "CHECKOUT_NOT_SELECTABLE",
    "You can't choose this token: a payment in it was already returned or swept.",
  );
}

function refuseIfReceived(facts: LockedCheckout): void {
  const { totalUnits } = assessPayment(facts);
  if (totalUnits > 0n) {
    throw new CheckoutError(
      "CHECKOUT_NOT_SELECTABLE",
      "You can't change token and network: part of the amount is already paid.",
    );
  }
}

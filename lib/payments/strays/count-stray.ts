import { findToken } from "@/lib/chain/chains.rules";
import { sameToken } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { acceptedTokens } from "@/lib/checkouts/create-checkout";
import { type AdvanceDeps, advance } from "@/lib/checkouts/state/advance-checkouts";
import { requiredUnits } from "@/lib/checkouts/state/payment-matching.rules";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { isCountable, sameValueUnits } from "@/lib/checkouts/strays/stray.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { RateService } from "@/lib/rates/get-rates";
import { priceToken } from "@/lib/rates/price-token";
import type { Quote } from "@/lib/rates/quote.rules";
import type { RefundStore } from "@/lib/refunds/refund.store";
import {
  type FindStrayDeps,
  type FoundStray,
  findStray,
  lockStray,
  type StrayActor,
  type StrayRef,
  sumOf,
} from "@/lib/settlement/request-settlement";

export type CountStrayDeps = AdvanceDeps &
  FindStrayDeps & {
    payments: Pick<PaymentStore, "positions">;
    refunds: Pick<RefundStore, "transaction">;
    rates: Pick<RateService, "current">;
  };

/**
 * Counts stray money as the checkout's payment, in its own token on its own chain. Its own block decides whether it is
 * on time or late, as for a selected token.
 *
 * @returns the checkout, and the number of events written
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT, EXCHANGE_RATE_UNAVAILABLE
 */
export async function countStray(
  deps: CountStrayDeps,
  by: StrayActor,
  stray: StrayRef,
): Promise<{ checkout: Checkout; events: number }> {
  const found = await findStray(deps, by, stray);
  const quote = await quoteFor(deps, found, stray);
  const positions = await deps.payments.positions();

  return deps.refunds.transaction(async (tx) => {
    const { locked, undecided, freeUnits } = await lockStray(tx, found, stray);
    const { checkout } = locked;
    if (!isCountable(checkout.status) || checkout.settlementFrozen)
      throw new CheckoutError(
        "CONFLICT",
        `A checkout that is ${statusOf(checkout)} can't take another payment.`,
      );
    if (locked.quotes.some((earlier) => earlier.counted === true && sameToken(earlier, quote)))
      throw new CheckoutError("CONFLICT", "Money in this token was already counted for this checkout.");
    const total = sumOf(undecided);
    const least = requiredUnits(quote.amountUnits, checkout.toleranceBps);
    if (total < least || freeUnits < least)
      throw new CheckoutError("CONFLICT", "It's less than the checkout's amount, so it can't pay it.");

    const now = deps.clock.now();
    const counts = new Set(undecided.map(({ txHash }) => txHash));
    const gone = locked.transfers.filter(
      (transfer) => sameToken(transfer, quote) && !transfer.setAside && !counts.has(transfer.txHash),
    );
    // Money swept earlier pays nothing: it must not complete the payment counted now.
    await tx.decideStrays(checkout.id, quote, [...new Set(gone.map(({ txHash }) => txHash))], null, now);
    const transfers = locked.transfers.map((transfer) =>
      gone.includes(transfer) ? { ...transfer, setAside: "swept" as const } : transfer,
    );
    const facts = { ...locked, transfers, quotes: [...locked.quotes, quote] };
    const moved = advance(deps, facts, positions, now);
    const details = { chainId: quote.chainId, tokenAddress: quote.tokenAddress, amount: total.toString() };
    const after = moved?.checkout ?? checkout;
    await tx.saveAdvance({
      checkout: after,
      previousStatus: checkout.status,
      newQuote: quote,
      timeline: [{ kind: "stray.counted", details, at: now }, ...(moved?.timeline ?? [])],
      events: moved?.events ?? [],
      incidents: moved?.incidents ?? [],
    });
    await tx.audit({
      projectId: checkout.projectId,
      userId: by.userId,
      action: "stray.counted",
      target: checkout.id,
      details,
      at: now,
    });
    return { checkout: after, events: moved?.events.length ?? 0 };
  });
}

function statusOf({ status, settlementFrozen }: Checkout): string {
  return settlementFrozen ? "frozen" : status;
}

/** The checkout's price in the stray's token: unit for unit when the price is in tokens, else at the current rate. */
async function quoteFor(
  deps: CountStrayDeps,
  { project, checkout }: FoundStray,
  { chainId, tokenAddress }: StrayRef,
): Promise<Quote> {
  const accepted = acceptedTokens(deps.chains, project).find(
    ({ chain, token }) => chain.chainId === chainId && token.address === tokenAddress,
  );
  if (accepted === undefined || !isFiatTokenSymbol(accepted.token.symbol))
    throw new CheckoutError("CONFLICT", "Only USDC and USDT that the project accepts can be counted.");
  const { token } = accepted;
  const { amountUnits, fiatAmount, fiatCurrency, exchangeRateUsed, exchangeRateAt, exchangeRateProvider } =
    checkout;
  if (amountUnits !== null) {
    const terms =
      checkout.chainId === null || checkout.tokenAddress === null
        ? null
        : findToken(deps.chains, { chainId: checkout.chainId, tokenAddress: checkout.tokenAddress });
    return {
      chainId,
      tokenAddress,
      amountUnits: sameValueUnits(amountUnits, terms?.token.decimals ?? 6, token.decimals),
      exchangeRate: exchangeRateUsed,
      exchangeRateAt,
      exchangeRateProvider,
      counted: true,
    };
  }
  if (fiatAmount === null || fiatCurrency === null) throw new Error(`${checkout.id} has no price`);
  const price = await priceToken(deps.rates, { kind: "fiat", fiatAmount, fiatCurrency }, token, 0n);
  return { chainId, tokenAddress, ...price, counted: true };
}

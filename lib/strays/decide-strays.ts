import { type Chain, currencyOf, findToken } from "@/lib/chain/chains.rules";
import { sameToken } from "@/lib/chain/token.rules";
import { acceptedTokens } from "@/lib/checkouts/accepted-tokens";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { advance } from "@/lib/checkouts/state/advance-checkouts";
import { requiredUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { newClaimToken } from "@/lib/platform/ids";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { amountPricedDecimals, sameValueUnits } from "@/lib/platform/values/money.rules";
import type { Project } from "@/lib/projects/project.store";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import { convert } from "@/lib/rates/price-token";
import type { Quote } from "@/lib/rates/quote.rules";
import { linkExpiry, prepareSignature } from "@/lib/refunds/links/refund-links";
import { openRefund } from "@/lib/refunds/open-refund";
import type { RefundCallParts } from "@/lib/refunds/refunds.parts";
import type { RequestedRefund } from "@/lib/refunds/request-refund";
import {
  findStray,
  least,
  lockStray,
  nothingLeft,
  type StrayActor,
  type StrayParts,
  type StrayRef,
  sumOf,
} from "./lock-stray";
import { isCountable, type StrayDecision } from "./stray.rules";
import { sweepStray } from "./sweep-stray";

/** What stray money is counted with. */
export type CountStrayParts = StrayParts & { rates: { current: RateService["current"] } };

/**
 * Counts stray money as the checkout's payment, in its own token on its own chain. Its own block decides whether it is
 * on time or late, as for a selected token.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT, EXCHANGE_RATE_UNAVAILABLE
 */
export async function countStray(
  deps: CountStrayParts,
  by: StrayActor,
  stray: StrayRef,
  keep: Keep<Checkout> = null,
): Promise<Checkout> {
  const { projectId, amountUnits } = await findStray(deps, by, stray);
  // Before the transaction, which must not wait for a rate server. A price that is in tokens stays in tokens.
  const rates = amountUnits === null ? await deps.rates.current() : null;

  return deps.refunds.transaction(async (tx) => {
    const { project, locked, undecided, freeUnits } = await lockStray(tx, deps.chains, projectId, stray);
    const { checkout } = locked;
    const quote = quoteFor(deps.chains, project, checkout, rates, stray);
    if (!isCountable(checkout.status) || checkout.settlementFrozen)
      throw new CheckoutError("CONFLICT", fault("strays.endedCheckout", { status: statusOf(checkout) }));
    if (locked.quotes.some((earlier) => earlier.counted === true && sameToken(earlier, quote)))
      throw new CheckoutError("CONFLICT", fault("strays.countedBefore"));
    const total = sumOf(undecided);
    const least = requiredUnits(quote.amountUnits, checkout.toleranceBps);
    if (total < least || freeUnits < least) throw new CheckoutError("CONFLICT", fault("strays.tooLittle"));

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
    const moved = advance(deps, facts, await tx.positions(), now);
    const details = { chainId: quote.chainId, tokenAddress: quote.tokenAddress, amount: total.toString() };
    const after = moved?.checkout ?? checkout;
    await tx.saveAdvance({
      checkout: after,
      previousStatus: checkout.status,
      newQuotes: [quote],
      timeline: [{ kind: "stray.counted", details, at: now }, ...(moved?.timeline ?? [])],
      events: moved?.events ?? [],
      incidents: moved?.incidents ?? [],
    });
    await tx.audit({
      projectId: checkout.projectId,
      userId: by.userId,
      keyId: by.keyId,
      action: "stray.counted",
      target: checkout.id,
      details,
      at: now,
    });
    if (keep !== null) await tx.complete(keep(after));
    return after;
  });
}

function statusOf({ status, settlementFrozen }: Checkout): string {
  return settlementFrozen ? "frozen" : status;
}

/** The checkout's price in the stray's token: unit for unit when the price is in tokens, else at the current rate. */
function quoteFor(
  chains: readonly Chain[],
  project: Project,
  checkout: Checkout,
  rates: Rates | null,
  { chainId, tokenAddress }: StrayRef,
): Quote {
  const accepted = acceptedTokens(chains, project).find(
    ({ chain, token }) => chain.chainId === chainId && token.address === tokenAddress,
  );
  if (accepted === undefined || !isFiatTokenSymbol(accepted.token.symbol))
    throw new CheckoutError("CONFLICT", fault("strays.notAccepted"));
  const { token } = accepted;
  const { amountUnits, fiatAmount, fiatCurrency, exchangeRateUsed, exchangeRateAt, exchangeRateProvider } =
    checkout;
  if (amountUnits !== null) {
    const terms =
      checkout.chainId === null || checkout.tokenAddress === null
        ? null
        : findToken(chains, { chainId: checkout.chainId, tokenAddress: checkout.tokenAddress });
    if (fiatAmount === null && terms !== null && currencyOf(terms.token) !== currencyOf(token)) {
      const { symbol } = terms.token;
      throw new CheckoutError("CONFLICT", fault("strays.otherWorth", { price: symbol, token: token.symbol }));
    }
    return {
      chainId,
      tokenAddress,
      amountUnits: sameValueUnits(amountUnits, terms?.token.decimals ?? amountPricedDecimals, token.decimals),
      exchangeRate: exchangeRateUsed,
      exchangeRateAt,
      exchangeRateProvider,
      counted: true,
    };
  }
  if (fiatAmount === null || fiatCurrency === null || rates === null)
    throw new Error(`${checkout.id} has no price`);
  const price = convert(rates, { kind: "fiat", fiatAmount, fiatCurrency }, token, 0n);
  return { chainId, tokenAddress, ...price, counted: true };
}

export type ReturnStrayBody = StrayRef & {
  destinationAddress?: Hex | undefined;
  reason?: string | undefined;
};

/**
 * Opens a refund of all final money in a stray token. It is in none of the checkout's sums, and the returned money
 * never pays. The price of an unlisted token is unknown, so its return needs an owner's approval.
 *
 * @throws CheckoutError VALIDATION_ERROR, CHECKOUT_NOT_FOUND, CONFLICT
 */
export async function returnStray(
  deps: RefundCallParts & StrayParts,
  by: StrayActor & { approves: boolean },
  body: ReturnStrayBody,
  keep: Keep<RequestedRefund> = null,
): Promise<RequestedRefund> {
  const destinationAddress = body.destinationAddress ?? null;
  if (destinationAddress !== null) await requireWallet(deps, destinationAddress, "destinationAddress");
  const { projectId } = await findStray(deps, by, body);
  const claim = newClaimToken();
  const token = { chainId: body.chainId, tokenAddress: body.tokenAddress };
  const isListed = findToken(deps.chains, token) !== null;

  return deps.refunds.transaction(async (tx) => {
    const { project, locked, undecided, freeUnits } = await lockStray(tx, deps.chains, projectId, body);
    const final = undecided.filter((stray) => stray.final);
    const total = sumOf(final);
    if (total === 0n) throw new CheckoutError("CONFLICT", fault("strays.notFinal"));
    // Part of it may have gone back while the checkout was to be paid in this token.
    const gone = [...locked.refunded, ...locked.refunding].filter((sum) => sameToken(sum, token));
    const receivedUnits = total - sumOf(gone);
    if (receivedUnits <= 0n) throw nothingLeft();
    const now = deps.clock.now();
    const opened = await openRefund(deps, tx, locked, {
      token,
      amountUnits: least(receivedUnits, freeUnits),
      stray: { receivedUnits },
      requestedBy: by.userId ?? by.keyId ?? "operator",
      reason: body.reason ?? null,
      refundType: "OTHER",
      viaApi: !by.approves && isListed,
      destinationAddress,
      claim: { hash: claim.hash, expiresAt: linkExpiry(now) },
      dailyLimit: by.approves ? null : isListed ? project.refundDailyLimitUnits : 0n,
      now,
    });
    if (opened.kind === "refused") throw nothingLeft();
    const { refund } = opened;
    const txHashes = final.map(({ txHash }) => txHash);
    await tx.decideStrays(body.checkoutId, token, txHashes, refund.id, now);
    await tx.audit({
      projectId,
      userId: by.userId,
      keyId: by.keyId,
      action: "stray.returned",
      target: refund.id,
      details: {
        amount: refund.amountUnits.toString(),
        ...token,
        checkoutId: body.checkoutId,
        status: refund.status,
      },
      at: now,
    });
    const requested = {
      refund,
      claimUrl: refund.destinationAddress === null ? `${deps.checkoutPageUrl}/r/${claim.token}` : null,
      transaction: prepareSignature(deps, locked, refund),
    };
    if (keep !== null) await tx.complete(keep(requested));
    return requested;
  });
}

/** `refund`: the one that returns it; null for other decisions. */
export type DecidedStray = { checkoutId: string; decision: StrayDecision; refund: RequestedRefund | null };

/**
 * The decision that a server key sent.
 *
 * @throws CheckoutError VALIDATION_ERROR, CHECKOUT_NOT_FOUND, CONFLICT, EXCHANGE_RATE_UNAVAILABLE
 * @throws ChainUnavailable
 */
export async function decideStray(
  deps: RefundCallParts & CountStrayParts & Parameters<typeof sweepStray>[0],
  by: StrayActor & { approves: boolean },
  { decision, ...stray }: ReturnStrayBody & { decision: StrayDecision },
  keep: Keep<DecidedStray>,
): Promise<DecidedStray> {
  const decided = (refund: RequestedRefund | null) => ({ checkoutId: stray.checkoutId, decision, refund });
  const keepPlain = keep === null ? null : () => keep(decided(null));
  switch (decision) {
    case "return":
      return decided(
        await returnStray(deps, by, stray, keep === null ? null : (refund) => keep(decided(refund))),
      );
    case "count":
      await countStray(deps, by, stray, keepPlain);
      return decided(null);
    case "sweep":
      await sweepStray(deps, by, stray, keepPlain);
      return decided(null);
    default:
      return decision satisfies never;
  }
}

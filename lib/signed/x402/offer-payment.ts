import type { Checkout, PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { type GaslessRefusal, gaslessWay } from "@/lib/checkouts/views/gasless-signing";
import { type CheckoutPageParts, paymentOptions } from "@/lib/checkouts/views/read-checkout";
import { x402UrlOf } from "@/lib/checkouts/views/shared-fields.schema";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { inFlight, notOffered } from "@/lib/signed/authorization-refusals";
import { leastOfferMs, type Offer } from "./x402.rules";
import type { Offered } from "./x402.schema";

/**
 * The ways to pay a checkout by signature now, the cheapest network first: its token, or while none is selected each
 * token of the choice, at the current rate.
 *
 * @throws CheckoutError CHECKOUT_EXPIRED, CHECKOUT_NOT_PAYABLE, AUTHORIZATION_IN_FLIGHT, GASLESS_UNAVAILABLE,
 * EXCHANGE_RATE_UNAVAILABLE
 */
export async function offerPayment(deps: CheckoutPageParts, found: PublicCheckout): Promise<Offered> {
  refuseUnlessPayable(found, deps.clock.now());
  const { checkout } = found;
  const amounts = await offeredAmounts(deps, found);
  const ways = await Promise.all(amounts.map((offer) => withKind(deps, checkout, offer)));
  const offers = ways.filter((way) => typeof way !== "string");
  if (offers.length === 0) {
    const refusal = ways.find((way) => typeof way === "string" && way !== "unsupported") ?? "unsupported";
    throw notOffered(refusal as GaslessRefusal, fault("signed.noneOfTokens"));
  }
  return {
    url: x402UrlOf(deps.checkoutPageUrl, checkout.id),
    merchantName: found.merchantName,
    itemName: checkout.itemName,
    depositAddress: checkout.depositAddress,
    expiresAt: checkout.expiresAt,
    offers: await cheapestFirst(deps.relayCosts, offers),
  };
}

/** @throws CheckoutError CHECKOUT_EXPIRED, CHECKOUT_NOT_PAYABLE, AUTHORIZATION_IN_FLIGHT */
function refuseUnlessPayable({ checkout, gaslessPayment, x402Enabled }: PublicCheckout, now: Date): void {
  if (!x402Enabled) throw new CheckoutError("GASLESS_UNAVAILABLE", fault("signed.notTaken"));
  const leftMs = checkout.expiresAt.getTime() - now.getTime();
  if (checkout.status === "EXPIRED" || (checkout.status === "PENDING" && leftMs <= 0))
    throw new CheckoutError("CHECKOUT_EXPIRED", fault("signed.expired"));
  if (checkout.status !== "PENDING") throw notPayable(fault("reasons.status", { status: checkout.status }));
  // Another signature could pay twice.
  if (gaslessPayment?.mayStillPay === true) throw inFlight();
  if (leftMs < leastOfferMs)
    throw notPayable(fault("reasons.expiresSoon", { seconds: leastOfferMs / 1_000 }));
  if (checkout.tokenAddress !== null && remainingUnits(checkout) === 0n)
    throw notPayable(fault("reasons.nothingLeft"));
}

function notPayable(reason: Fault): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_PAYABLE", fault("signed.notPayable", { reason }));
}

type OfferedAmount = Pick<Offer, "chainId" | "tokenAddress" | "amountUnits">;

async function offeredAmounts(deps: CheckoutPageParts, found: PublicCheckout): Promise<OfferedAmount[]> {
  const { checkout } = found;
  const { chainId, tokenAddress } = checkout;
  if (chainId !== null && tokenAddress !== null)
    return [{ chainId, tokenAddress, amountUnits: remainingUnits(checkout) }];
  const options = await paymentOptions(deps, found);
  const priced = options.flatMap(({ chainId, tokenAddress, amount }) =>
    amount === null ? [] : [{ chainId, tokenAddress: tokenAddress as Hex, amountUnits: BigInt(amount) }],
  );
  // Says why.
  if (priced.length === 0 && options.length > 0) await deps.rates.current();
  return priced;
}

async function withKind(
  deps: CheckoutPageParts,
  checkout: Checkout,
  { amountUnits, ...token }: OfferedAmount,
): Promise<Offer | GaslessRefusal> {
  // As if it were selected.
  const selected = checkout.tokenAddress === null ? { ...checkout, ...token, amountUnits } : checkout;
  const signing = await gaslessWay(deps, selected);
  if (typeof signing === "string") return signing;
  const { kind, domain } = signing;
  const offer = { ...token, amountUnits };
  return kind === "EIP3009" ? { ...offer, kind, domain } : { ...offer, kind: "PERMIT2", domain: null };
}

/**
 * In the order of the chain list where costs are equal or unknown; unknown ones come last. Clients take the first, so
 * what needs an approval of Permit2 comes after what any wallet can sign.
 */
async function cheapestFirst(
  relayCosts: CheckoutPageParts["relayCosts"],
  offers: readonly Offer[],
): Promise<Offer[]> {
  const chainIds = [...new Set(offers.map(({ chainId }) => chainId))];
  const costs = new Map(
    await Promise.all(
      chainIds.map(async (chainId) => [chainId, await relayCosts(chainId, "EIP3009")] as const),
    ),
  );
  const costOf = ({ chainId }: Offer) => costs.get(chainId) ?? Number.POSITIVE_INFINITY;
  const byCost = offers.toSorted((a, b) => (costOf(a) === costOf(b) ? 0 : costOf(a) - costOf(b)));
  return byCost.toSorted((a, b) => Number(a.kind === "PERMIT2") - Number(b.kind === "PERMIT2"));
}

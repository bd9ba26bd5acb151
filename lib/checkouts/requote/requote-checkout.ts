import { type AcceptedToken, acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CreateCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { type CheckoutParts, createCheckout, type TakenOver } from "@/lib/checkouts/create-checkout";
import { toSentOrder } from "@/lib/checkouts/order-fields.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { ReplaceableCheckout, ReplacementStore } from "./replacement.store";
import { requoteProblem } from "./requote.rules";

/**
 * Continues an expired, fiat-priced checkout to which nothing was paid at the current rate: creates its one successor,
 * with the same terms and a deposit address of its own. Once a successor exists, it is the answer. Money that still
 * comes to the old address stays there.
 *
 * @returns the successor's id
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CHECKOUT_NOT_REQUOTABLE, EXCHANGE_RATE_UNAVAILABLE, CHAIN_UNAVAILABLE
 */
export async function requoteCheckout(
  deps: CheckoutParts & { replacements: ReplacementStore },
  checkoutId: string,
): Promise<string> {
  const found = await deps.replacements.read(checkoutId, deps.clock.now());
  if (found === null) throw checkoutNotFound();
  if (found.checkout.replacedBy !== null) return found.checkout.replacedBy;
  const refuse = (facts: ReplaceableCheckout) => {
    const reason = requoteProblem(facts, deps.clock.now());
    if (reason !== null) throw notRequotable(reason);
  };
  refuse(found);
  const project = await deps.projects.findById(found.checkout.projectId);
  if (project === null) throw notRequotable(fault("reasons.shopClosed"));
  const { checkout: old } = found;
  const { replaces, requoteCount, tokenFixed, fixedChainId, ...body } = successorTerms(
    old,
    acceptedTokens(deps.chains, project),
  );
  try {
    const { id } = await createCheckout(
      { ...deps, checkouts: deps.replacements.successorOf(checkoutId, deps.clock.now(), refuse) },
      project,
      old.createdVia,
      body,
      null,
      { replaces, requoteCount, tokenFixed, fixedChainId },
    );
    return id;
  } catch (error) {
    // Of two at once, the second one finds the first one's successor.
    const now = await deps.replacements.read(checkoutId, deps.clock.now());
    if (now !== null && now.checkout.replacedBy !== null) return now.checkout.replacedBy;
    throw error instanceof CheckoutError && !temporary.includes(error.code)
      ? notRequotable(fault("reasons.termsRefused"))
      : error;
  }
}

const temporary: readonly string[] = [
  "EXCHANGE_RATE_UNAVAILABLE",
  "CHAIN_UNAVAILABLE",
  "CHECKOUT_NOT_REQUOTABLE",
];

function notRequotable(reason: Fault): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_REQUOTABLE", fault("checkouts.cantContinue", { reason }));
}

/** The whole body: a field that is not named here would be lost. */
type WholeBody = { [Field in keyof Required<CreateCheckoutBody>]: CreateCheckoutBody[Field] };

type SuccessorTerms = WholeBody & TakenOver;

/** The same order; a token that the customer chose is kept while it is accepted, and can be changed again. */
function successorTerms(old: Checkout, accepted: readonly AcceptedToken[]): SuccessorTerms {
  const { chainId, tokenAddress, fixedChainId, tokenFixed } = old;
  const isOffered = tokensForPrice(accepted, "fiat", fixedChainId).some(
    ({ chain, token }) => chain.chainId === chainId && token.address === tokenAddress,
  );
  const isKept = tokenFixed || isOffered;
  return {
    fiatAmount: old.fiatAmount ?? undefined,
    fiatCurrency: old.fiatCurrency ?? undefined,
    // Only a fiat price can be continued.
    amount: undefined,
    chainId: (isKept ? chainId : fixedChainId) ?? undefined,
    tokenAddress: (isKept ? tokenAddress : null) ?? undefined,
    merchantAddress: old.merchantAddress,
    expiryMinutes: Math.max(1, Math.round((old.expiresAt.getTime() - old.createdAt.getTime()) / minuteMs)),
    ...toSentOrder(old),
    replaces: old.id,
    requoteCount: old.requoteCount + 1,
    tokenFixed,
    fixedChainId,
  };
}

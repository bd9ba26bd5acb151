import { exactProxyAddress } from "@/lib/chain/contracts/signing.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { sameToken } from "@/lib/chain/token.rules";
import type { Checkout, PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { type CheckoutPageParts, checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { isAccepted, type SignedParts, submitAuthorization } from "@/lib/signed/accept-authorization";
import type { SignedTerms } from "@/lib/signed/authorization.rules";
import { outcomeOf } from "@/lib/signed/authorization.rules";
import { type AwaitParts, awaitOutcome } from "./await-outcome";
import { offerPayment } from "./offer-payment";
import {
  failureReason,
  inWordsOf,
  type Offer,
  type PaymentResult,
  type Reason,
  reasonOf,
} from "./x402.rules";
import type { X402Payment } from "./x402.schema";

/** What a payment by x402 is taken and answered with. */
export type X402Parts = SignedParts & CheckoutPageParts & AwaitParts;

/** Who pays: the client that limits count, and whether it still waits for the answer. */
export type Payer = { client: string; signal: AbortSignal };

/**
 * Pays a checkout with what software signed: the same acceptance and relay as for a signature on the page. A checkout
 * without a selection gets the signed token. A payment that was accepted before has the outcome that is stored.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, and those for which another signature would not help
 */
export async function payByX402(
  deps: X402Parts,
  checkoutId: string,
  payment: X402Payment,
  payer: Payer,
): Promise<PaymentResult> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const { payload } = payment;
  if (payload === null) return refused("unsupported_payload_type");
  const { kind } = payload;
  try {
    const known = await findAccepted(deps, checkoutId, payment, payload);
    refuseOtherReceiver(found.checkout, payment, payload);
    const terms = known ?? (await accept(deps, found, payment, payload, payer.client));
    return await resultOf(deps, found.checkout, terms, payer);
  } catch (error) {
    const reason = error instanceof CheckoutError ? reasonOf(error) : null;
    if (reason === null) throw error;
    return refused(inWordsOf(kind, reason));
  }
}

type Payload = NonNullable<X402Payment["payload"]>;

function refused(reason: Reason): PaymentResult {
  return { kind: "refused", reason, txHash: null };
}

/** Checks what isn't stored with an accepted payment: it must be right each time that the payment is sent. */
function refuseOtherReceiver({ depositAddress }: Checkout, { scheme }: X402Payment, payload: Payload): void {
  if (scheme !== "exact") throw invalid("scheme", fault("signed.scheme"));
  if (payload.authorization.to !== depositAddress) throw invalid("to", fault("signed.payTo"));
  if (payload.permit !== null && payload.permit.spender !== exactProxyAddress)
    throw invalid("spender", fault("signed.proxy"));
}

/** The terms under which this payment was accepted before. */
async function findAccepted(
  deps: X402Parts,
  checkoutId: string,
  { chainId, asset }: X402Payment,
  payload: Payload,
): Promise<SignedTerms | null> {
  const chain = deps.chains.find((candidate) => candidate.chainId === chainId);
  const { permit } = payload;
  const tokens = chain?.tokens
    .map(({ address }) => address)
    // Version 1 doesn't name the token.
    .filter((token) => (asset ?? token) === token && (permit?.token ?? token) === token);
  for (const tokenAddress of tokens ?? []) {
    const terms = toTerms({ chainId: chain?.chainId ?? 0, tokenAddress }, payload);
    if (await isAccepted(deps, checkoutId, terms)) return terms;
  }
  return null;
}

function toTerms(token: TokenRef, { kind, signature, authorization }: Payload): SignedTerms {
  const { from, value, validAfter, validBefore, nonce } = authorization;
  const { chainId, tokenAddress } = token;
  const signed = { kind, from, amountUnits: value, validAfter, validBefore, nonce };
  return { chainId, tokenAddress, ...signed, signature, permitSignature: null };
}

/** @returns the accepted terms */
async function accept(
  deps: X402Parts,
  found: PublicCheckout,
  payment: X402Payment,
  payload: Payload,
  client: string,
): Promise<SignedTerms> {
  const { checkout } = found;
  const { offers } = await offerPayment(deps, found);
  const offer = chooseOffer(offers, payment, payload);
  refuseOtherPermit(offer, payload);
  const terms = toTerms(offer, payload);
  await submitAuthorization(deps, withSelection(checkout, offer), terms, client, () =>
    selectOffer(deps, checkout, offer, client),
  );
  return terms;
}

/** Permit2 would not move another token. */
function refuseOtherPermit({ kind, tokenAddress }: Offer, payload: Payload): void {
  if (payload.kind !== kind) throw invalid("kind", fault("signed.offeredKind"));
  if (payload.permit !== null && payload.permit.token !== tokenAddress)
    throw invalid("tokenAddress", fault("signed.offeredToken"));
}

/** Version 1 doesn't name the token: of several on the network, the one with the signed amount. */
function chooseOffer(
  offers: readonly Offer[],
  { chainId, asset }: X402Payment,
  { authorization: { value } }: Payload,
): Offer {
  const onChain = offers.filter((offer) => offer.chainId === chainId);
  if (onChain.length === 0) throw invalid("chainId", fault("signed.offeredNetworks"));
  const inToken = onChain.filter(({ tokenAddress }) => asset === null || asset === tokenAddress);
  const [first] = inToken;
  if (first === undefined) throw invalid("tokenAddress", fault("signed.offeredTokens"));
  return inToken.find(({ amountUnits }) => amountUnits === value) ?? first;
}

/** The checkout as the selection of this offer will make it. */
function withSelection(checkout: Checkout, { chainId, tokenAddress, amountUnits }: Offer): Checkout {
  return checkout.tokenAddress === null ? { ...checkout, chainId, tokenAddress, amountUnits } : checkout;
}

/** Only while nothing is selected: a payment must not change what another one is for. */
async function selectOffer(
  deps: X402Parts,
  { id, tokenAddress }: Checkout,
  { chainId, tokenAddress: offered }: Offer,
  client: string,
): Promise<void> {
  if (tokenAddress !== null) return;
  const choice = { chainId, tokenAddress: offered };
  try {
    await selectToken(deps, id, choice, client, { onlyFirst: true });
  } catch (error) {
    // A concurrent request with the same token selected it.
    const now = await deps.checkouts.findPublic(id);
    const { chainId: selectedChain = null, tokenAddress: selected = null } = now?.checkout ?? {};
    if (selectedChain === null || selected === null) throw error;
    if (!sameToken({ chainId: selectedChain, tokenAddress: selected }, choice))
      throw invalid("tokenAddress", fault("signed.selectedToken"));
  }
}

async function resultOf(
  deps: X402Parts,
  { id, depositAddress }: Checkout,
  terms: SignedTerms,
  payer: Payer,
): Promise<PaymentResult> {
  const outcome = await awaitOutcome(deps, { checkoutId: id, ...payer }, async () => {
    const facts = await deps.authorizations.facts(terms, terms.from, terms.nonce);
    if (facts === null) throw new Error(`the accepted authorization ${terms.nonce} is not stored`);
    return outcomeOf(facts);
  });
  const { kind, txHash } = outcome;
  if (kind === "settled") {
    const { chainId, tokenAddress, from, amountUnits } = terms;
    const paid = { chainId, tokenAddress, from, amountUnits, payTo: depositAddress };
    const receipt = outcome.receipt === null ? null : { state: outcome.receipt, ...paid };
    return { kind, reason: null, txHash, receipt };
  }
  if (kind === "pending") return { kind, reason: "settlement_pending", txHash };
  return {
    kind: "refused",
    reason: inWordsOf(terms.kind === "EIP3009" ? "EIP3009" : "PERMIT2", failureReason(outcome.reason)),
    txHash,
  };
}

function invalid(param: string, reason: Fault): CheckoutError {
  return new CheckoutError(
    "INVALID_AUTHORIZATION",
    fault("fields.sentence", { field: param, fault: reason }),
    { param },
  );
}

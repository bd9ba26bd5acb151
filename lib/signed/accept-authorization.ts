import { findToken } from "@/lib/chain/chains.rules";
import { acceptsKind } from "@/lib/chain/contracts/signing.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { SignedAuthorization } from "@/lib/chain/sender/chain-sender.port";
import { sameToken } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { AuthorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { takesAuthorization } from "@/lib/checkouts/state/signable.rules";
import {
  type AuthorizationState,
  type GaslessParts,
  gaslessWay,
} from "@/lib/checkouts/views/gasless-signing";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { NewId } from "@/lib/platform/ids";
import { networksOf, widened } from "@/lib/platform/limits/client-limits.rules";
import type { Log } from "@/lib/platform/log";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { smallPaymentUnits } from "@/lib/rates/gas-floor.rules";
import { fitsRelayBudget } from "@/lib/signed/authorization.rules";
import { type Authorization, findFault, type SignedTerms } from "./authorization.rules";
import type { AuthorizationStore, RelayRisk } from "./authorization.store";
import {
  inFlight,
  invalid,
  notOffered,
  notSigned,
  refuseState,
  unavailable,
  usedNonce,
} from "./authorization-refusals";

/** For one checkout: each can cost gas without result, so after these the client pays another way. */
const mostTries = 3;

/**
 * Per day over all projects: each reverted payment costs the operator gas, and an attacker must not use up a shop's
 * budget. Small ones count even if they succeed, since they cost their payer next to nothing. Many customers may share a
 * network, so its limit is higher.
 */
const mostOfWallet: RelayRisk = { reverted: 3, open: 10, small: 40 };

const mostOfClient: RelayRisk = { reverted: 10, open: 30, small: 80 };

const serverPrefix = "server:";

/** A shop's server as a client: it presents the payments of many customers, whom the limits of wallet and gas bound. */
export const serverClient = (projectId: string): string => `${serverPrefix}${projectId}`;

/** What payments by signature are taken with. */
export type SignedParts = GaslessParts & {
  newId: NewId;
  log: Log;
  checkouts: CheckoutStore;
  authorizations: AuthorizationStore;
};

/**
 * Accepts a customer's signed payment, which the service then submits and pays the gas for: for the whole
 * remaining amount only, one at a time, within the gas limits. The scanner decides whether it pays.
 *
 * @param client the client that the request counts for
 * @returns whether there is something to send: repeating a request changes nothing, and one that somebody else submitted
 * is only awaited
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CHECKOUT_NOT_PAYABLE, GASLESS_UNAVAILABLE, AUTHORIZATION_IN_FLIGHT,
 * AUTHORIZATION_USED, INVALID_AUTHORIZATION, INSUFFICIENT_BALANCE, PERMIT2_ALLOWANCE_REQUIRED, WALLET_BLOCKED,
 * TRANSFERS_STOPPED
 */
export async function acceptAuthorization(
  deps: SignedParts,
  checkoutId: string,
  body: AuthorizePaymentBody,
  client: string,
): Promise<{ accepted: boolean }> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const { value, validAfter, validBefore, permitSignature = null, ...rest } = body;
  const seconds = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  const terms = { ...rest, ...seconds, permitSignature, amountUnits: value };
  return submitAuthorization(deps, found.checkout, terms, client);
}

/**
 * The same for terms from any door.
 *
 * @param checkout as it is, or as `select` will make it
 * @param select runs between the checks and the acceptance: it selects the token of a checkout without one
 * @throws CheckoutError like `acceptAuthorization`, and those of `select`
 */
export async function submitAuthorization(
  deps: SignedParts,
  checkout: Checkout,
  sent: SignedTerms,
  client: string,
  select: () => Promise<void> = async () => undefined,
): Promise<{ accepted: boolean }> {
  const terms = withUsualParities(sent);
  if (await isAccepted(deps, checkout.id, terms)) return { accepted: false };
  try {
    refuseUnlessDue(deps, checkout, terms, true);
    const state = await inspect(deps, checkout, terms);
    refuseUnlessDue(deps, checkout, terms, state.used);
    refuseState(state, terms, nameOf(deps, terms));
    await select();
    return { accepted: await accept(deps, checkout, terms, client, state.used) };
  } catch (error) {
    // A concurrent request with the same authorization may have been accepted meanwhile, and even executed.
    if (await isAccepted(deps, checkout.id, terms)) return { accepted: false };
    throw error;
  }
}

/**
 * Whether this authorization was accepted for the checkout before.
 * @throws CheckoutError AUTHORIZATION_USED when the nonce was used with other terms
 */
export function isAccepted(
  { chains, authorizations }: SignedParts,
  checkoutId: string,
  sent: SignedTerms,
): Promise<boolean> {
  const terms = withUsualParities(sent);
  // An unknown network has no authorizations, and its number may exceed the column.
  const isEnabled = chains.some(({ chainId }) => chainId === terms.chainId);
  return isEnabled ? isKnown(authorizations, checkoutId, terms) : Promise.resolve(false);
}

function withUsualParities(terms: SignedTerms): SignedTerms {
  const { signature, permitSignature } = terms;
  return {
    ...terms,
    signature: withUsualParity(signature),
    permitSignature: permitSignature === null ? null : withUsualParity(permitSignature),
  };
}

/** Some wallets end a signature with 0 or 1, but tokens expect 27 or 28. */
function withUsualParity(signature: Hex): Hex {
  const isKeys = signature.length === 2 + 2 * 65 && /0[01]$/.test(signature);
  return isKeys ? `${signature.slice(0, -2) as Hex}${signature.endsWith("1") ? "1c" : "1b"}` : signature;
}

/** @throws CheckoutError AUTHORIZATION_USED when the nonce was used with other terms */
async function isKnown(
  authorizations: AuthorizationStore,
  checkoutId: string,
  terms: SignedTerms,
): Promise<boolean> {
  const known = await authorizations.find(terms, terms.from, terms.nonce);
  if (known === null) return false;
  const isSame =
    known.checkoutId === checkoutId &&
    known.kind === terms.kind &&
    known.amountUnits === terms.amountUnits &&
    known.validAfter === terms.validAfter &&
    known.validBefore === terms.validBefore &&
    known.signature === terms.signature &&
    known.permitSignature === terms.permitSignature;
  if (!isSame) throw usedNonce();
  return true;
}

/**
 * Checks the terms against the checkout.
 *
 * @param isUsed whether somebody else submitted it already, as far as we know
 */
function refuseUnlessDue(
  { clock }: GaslessParts,
  checkout: Checkout,
  terms: SignedTerms,
  isUsed: boolean,
): void {
  const now = clock.now();
  const reason =
    checkout.status !== "PENDING"
      ? fault("reasons.status", { status: checkout.status })
      : checkout.expiresAt.getTime() <= now.getTime()
        ? fault("reasons.expired")
        : checkout.tokenAddress === null
          ? fault("reasons.noToken")
          : null;
  if (reason !== null)
    throw new CheckoutError("CHECKOUT_NOT_PAYABLE", fault("signed.notPayable", { reason }));
  const found = findFault(terms, checkout, now, isUsed);
  // With too little time left, no signature can stay valid long enough.
  if (!takesAuthorization(checkout, now)) throw unavailable(fault("signed.tooLittleTime"));
  if (found !== null) throw invalid(found.param, found.fault);
}

/** Asks the token about the terms, at the newest block. */
async function inspect(
  deps: SignedParts,
  checkout: Checkout,
  terms: SignedTerms,
): Promise<AuthorizationState> {
  if (deploysWallet(terms.signature)) throw notSigned();
  const signing = await gaslessWay(deps, checkout);
  if (typeof signing === "string") throw notOffered(signing, nameOf(deps, terms));
  if (!acceptsKind(signing, terms.kind)) throw notOffered("unsupported", nameOf(deps, terms));
  return deps.tokenAuthorizations
    .inspect(terms.chainId, toSigned(terms, checkout), signing.domain)
    .catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      deps.log.warn({ chainId: terms.chainId, error }, "no node could be asked about a signed payment");
      throw unavailable(fault("signed.networkAway"));
    });
}

/** A signature after ERC-6492 would first deploy the payer's wallet, at our cost. */
function deploysWallet(signature: Hex): boolean {
  return signature.endsWith("6492".repeat(16));
}

/** Checks again under the checkout's lock, with the limits. */
function accept(
  deps: SignedParts,
  { id, projectId }: Checkout,
  terms: SignedTerms,
  client: string,
  isUsed: boolean,
): Promise<boolean> {
  const smallBelow = deps.chains.flatMap(({ chainId, tokens }) =>
    tokens.map((token) => ({ chainId, tokenAddress: token.address, units: smallPaymentUnits(token) })),
  );
  const isSmall = smallBelow.some((small) => sameToken(small, terms) && terms.amountUnits < small.units);
  const now = deps.clock.now();
  return deps.authorizations.transaction(async (tx) => {
    const gasSince = new Date(now.getTime() - dayMs);
    const networks = networksOf(client);
    const { from } = terms;
    const locked = await tx.lock({ projectId, checkoutId: id, from, networks, gasSince, smallBelow });
    if (locked === null) throw checkoutNotFound();
    refuseUnlessDue(deps, locked.checkout, terms, isUsed);
    if (locked.inFlight) throw inFlight();
    const { ofWallet, ofNetworks } = locked;
    if (ofNetworks.some(({ tries }, step) => tries >= widened(mostTries, step)))
      throw unavailable(fault("signed.failedOften"));
    const exceeds = (check: (risk: RelayRisk, most: RelayRisk) => boolean) =>
      check(ofWallet, mostOfWallet) ||
      (!client.startsWith(serverPrefix) &&
        ofNetworks.some((network, step) =>
          check(network, {
            reverted: widened(mostOfClient.reverted, step),
            open: widened(mostOfClient.open, step),
            small: widened(mostOfClient.small, step),
          }),
        ));
    if (exceeds(isTooRisky)) throw unavailable(fault("signed.openOrFailed"));
    if (isSmall && exceeds(({ small }, most) => small >= most.small))
      throw unavailable(fault("signed.manySmall"));
    if (!fitsRelayBudget(locked.use, deps.gasless, locked.checkout.createdVia))
      throw notOffered("gas_used_up", nameOf(deps, terms));
    const authorization: Authorization = {
      ...terms,
      id: deps.newId("aut"),
      checkoutId: id,
      ...(isUsed
        ? { status: "FAILED" as const, failureReason: "NONCE_USED" as const }
        : { status: "PENDING" as const, failureReason: null }),
      createdAt: now,
    };
    // A concurrent request submitted it, for this checkout or another.
    if (!(await tx.insert(authorization, networks))) throw usedNonce();
    return !isUsed;
  });
}

/** Once one reverted, we assume that the open ones will, too. */
function isTooRisky({ reverted, open }: RelayRisk, most: RelayRisk): boolean {
  return open >= most.open || (reverted > 0 && reverted + open >= most.reverted);
}

/** The call's arguments: always to the checkout's own address, whatever the customer's page sent. */
function toSigned(
  terms: SignedTerms,
  { depositAddress }: Pick<Checkout, "depositAddress">,
): SignedAuthorization {
  return { ...terms, to: depositAddress };
}

function nameOf({ chains }: GaslessParts, terms: SignedTerms): string {
  const found = findToken(chains, terms);
  return found === null ? "This token" : `${found.token.symbol} on ${found.chain.name}`;
}

import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import {
  type AuthorizationStatus,
  latestValidBefore,
  leastValidSeconds,
  type SignableCheckout,
  seconds,
} from "@/lib/checkouts/state/signable.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * What a customer signed: its holder can move exactly this amount, once, from the signer to the checkout's deposit
 * address. Times are Unix seconds; it can be used in blocks strictly between the two.
 */
export type SignedTerms = TokenRef & {
  kind: SigningKind;
  /** The wallet that signed; lower-case. */
  from: Hex;
  amountUnits: bigint;
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes, lower-case. */
  nonce: Hex;
  signature: Hex;
  /** Gives Permit2 the allowance for this payment; null unless the kind is EIP2612. */
  permitSignature: Hex | null;
};

/** Why we did not submit an authorization, or why it had no effect. */
export type AuthorizationFailure =
  | "CHECKOUT_CHANGED"
  | "EXPIRED"
  | "BALANCE_TOO_LOW"
  | "NONCE_USED"
  | "WALLET_BLOCKED"
  | "TRANSFERS_STOPPED"
  | "TOKEN_REFUSES"
  | "GAS_ABOVE_CAP"
  | "NOT_SENT_IN_TIME";

/** An authorization as stored. */
export type Authorization = SignedTerms & {
  id: string;
  checkoutId: string;
  status: AuthorizationStatus;
  /** An `AuthorizationFailure`, or the outcome of its transaction; null unless FAILED. */
  failureReason: string | null;
  createdAt: Date;
};

/** Software signs for this time from the offer on (x402), independent of the checkout's expiry. */
export const offeredSeconds = 300;

/** A payer's clock may be ahead by this much. */
const clockSkewSeconds = 60n;

/**
 * The latest `validBefore` of an authorization that we receive now. Beyond the checkout's own time the token would still
 * accept it, but only we hold it, and we broadcast nothing after `expiresAt`.
 */
function mostValidBefore(expiresAt: Date, now: Date): bigint {
  const offered = seconds(now) + BigInt(offeredSeconds) + clockSkewSeconds;
  const latest = latestValidBefore(expiresAt);
  return offered > latest ? offered : latest;
}

type FaultyField =
  | "chainId"
  | "tokenAddress"
  | "from"
  | "value"
  | "validAfter"
  | "validBefore"
  | "permitSignature";

/**
 * The field of the terms that does not match the checkout, with its expected value; null when all match.
 *
 * @param isUsed somebody else submitted it already: then another amount, or little time left, matters no more
 */
export function findFault(
  terms: SignedTerms,
  checkout: SignableCheckout,
  now: Date,
  isUsed = false,
): { param: FaultyField; message: string } | null {
  const nowSeconds = seconds(now);
  if (terms.chainId !== checkout.chainId)
    return { param: "chainId", message: "must be the checkout's network" };
  if (!asksFor(checkout, terms)) return { param: "tokenAddress", message: "must be the checkout's token" };
  if (terms.from === checkout.depositAddress)
    return { param: "from", message: "must be the payer's wallet, not the deposit address" };
  if (terms.amountUnits !== remainingUnits(checkout) && !isUsed)
    return {
      param: "value",
      message: `must be the whole remaining amount: ${remainingUnits(checkout)}`,
    };
  if ((terms.kind === "EIP2612") !== (terms.permitSignature !== null))
    return { param: "permitSignature", message: "must be there for the kind EIP2612, and only then" };
  if (terms.validAfter >= nowSeconds) return { param: "validAfter", message: "must be in the past" };
  if (terms.validBefore - nowSeconds < leastValidSeconds && !isUsed)
    return { param: "validBefore", message: `must be at least ${leastValidSeconds} seconds ahead` };
  const latest = mostValidBefore(checkout.expiresAt, now);
  if (terms.validBefore > latest)
    return { param: "validBefore", message: `must not be after the checkout expires: at most ${latest}` };
  return null;
}

/** Whether it still pays exactly the remaining amount. */
export function stillPays(terms: SignedTerms, checkout: SignableCheckout): boolean {
  return (
    checkout.status === "PENDING" &&
    asksFor(checkout, terms) &&
    terms.amountUnits === remainingUnits(checkout)
  );
}

function asksFor({ chainId, tokenAddress }: SignableCheckout, terms: TokenRef): boolean {
  return chainId !== null && tokenAddress !== null && sameToken({ chainId, tokenAddress }, terms);
}

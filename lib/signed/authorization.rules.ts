import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { CreatedVia } from "@/lib/checkouts/checkout.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import {
  type AuthorizationStatus,
  latestValidBefore,
  leastValidSeconds,
  type SignableCheckout,
  seconds,
} from "@/lib/checkouts/state/signable.rules";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
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
): { param: FaultyField; fault: Fault } | null {
  const nowSeconds = seconds(now);
  if (terms.chainId !== checkout.chainId) return { param: "chainId", fault: fault("signed.checkoutNetwork") };
  if (!asksFor(checkout, terms)) return { param: "tokenAddress", fault: fault("signed.checkoutToken") };
  if (terms.from === checkout.depositAddress) return { param: "from", fault: fault("signed.payerWallet") };
  if (terms.amountUnits !== remainingUnits(checkout) && !isUsed)
    return {
      param: "value",
      fault: fault("signed.wholeAmount", { units: remainingUnits(checkout) }),
    };
  if ((terms.kind === "EIP2612") !== (terms.permitSignature !== null))
    return { param: "permitSignature", fault: fault("signed.permitOnly") };
  if (terms.validAfter >= nowSeconds) return { param: "validAfter", fault: fault("signed.past") };
  if (terms.validBefore - nowSeconds < leastValidSeconds && !isUsed)
    return { param: "validBefore", fault: fault("signed.secondsAhead", { seconds: leastValidSeconds }) };
  const latest = mostValidBefore(checkout.expiresAt, now);
  if (terms.validBefore > latest)
    return { param: "validBefore", fault: fault("signed.afterExpiry", { latest }) };
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

/** What is stored about an accepted authorization and its transaction. */
export type AuthorizationFacts = {
  status: AuthorizationStatus;
  failureReason: string | null;
  /** The service's transaction; null until it is signed. */
  sentTxHash: Hex | null;
  /** The transaction of the payment that the scanner recorded from this signer; null without one on the chain. */
  recordedTxHash: Hex | null;
  /** That payment can't be reorganised away any more. */
  recordedFinal: boolean;
  /** A reorganisation took the payment of the service's transaction away. */
  sentOrphaned: boolean;
  /** Anyone who holds it may still submit it. */
  mayStillPay: boolean;
};

export type AuthorizationOutcome =
  /** The payment is in a block; `receipt` is null after a reorganisation took it away. */
  | { kind: "settled"; txHash: Hex; receipt: "settled" | "final" | null }
  /** It may still be paid: nobody should sign again. */
  | { kind: "pending"; txHash: Hex | null }
  /** It moved no money, and can't any more. */
  | { kind: "failed"; reason: string; txHash: Hex | null };

/** What became of an accepted authorization: a function of stored facts, so every process gives the same answer. */
export function outcomeOf(facts: AuthorizationFacts): AuthorizationOutcome {
  const { status, sentTxHash, recordedTxHash, recordedFinal, sentOrphaned, mayStillPay } = facts;
  if (recordedTxHash !== null)
    return { kind: "settled", txHash: recordedTxHash, receipt: recordedFinal ? "final" : "settled" };
  if (status === "USED" && sentTxHash !== null)
    return { kind: "settled", txHash: sentTxHash, receipt: sentOrphaned ? null : "settled" };
  if (mayStillPay) return { kind: "pending", txHash: sentTxHash };
  return { kind: "failed", reason: facts.failureReason ?? "TOKEN_REFUSES", txHash: sentTxHash };
}

/** Gas of a project's signed payments in 24 hours. */
export type RelayUse = {
  /** Used, or reserved while the use is unknown. */
  gas: bigint;
  /** Those without a signed transaction: each will need gas, too. */
  pending: number;
  /** The part for checkouts that strangers made. */
  strangersGas: bigint;
  strangersPending: number;
};

/** Ways by which anyone can make a checkout: the key is in the shop's pages, the link is public. */
export const strangersWays: readonly CreatedVia[] = ["api_key", "link"];

/** Whether one more fits. Checkouts of strangers use at most half, so that the shop's own can always be signed for. */
export function fitsRelayBudget(
  use: RelayUse,
  { dailyGasPerProject, maxGasPerRelay }: { dailyGasPerProject: bigint; maxGasPerRelay: bigint },
  createdVia: CreatedVia,
): boolean {
  const fits = (gas: bigint, pending: number, limit: bigint) =>
    gas + maxGasPerRelay * BigInt(pending + 1) <= limit;
  return (
    fits(use.gas, use.pending, dailyGasPerProject) &&
    (!strangersWays.includes(createdVia) ||
      fits(use.strangersGas, use.strangersPending, dailyGasPerProject / 2n))
  );
}

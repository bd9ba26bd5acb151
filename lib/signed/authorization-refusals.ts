import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { AuthorizationState, GaslessRefusal } from "@/lib/checkouts/views/gasless-signing";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SignedTerms } from "./authorization.rules";

/** The issuer's block that stops every transfer from the payer to the checkout; null without one. */
export function stoppedBy(
  { paused, blocked }: TokenBlocks,
  payer: Hex,
): "WALLET_BLOCKED" | "TRANSFERS_STOPPED" | null {
  if (blocked.includes(payer)) return "WALLET_BLOCKED";
  return paused || blocked.length > 0 ? "TRANSFERS_STOPPED" : null;
}

/** Of a signature that the token wouldn't take now. @throws CheckoutError */
export function refuseState(
  { used, signed, misread, allowed, balanceUnits, refusal, blocks }: AuthorizationState,
  terms: SignedTerms,
  token: string,
): void {
  if (misread) throw invalid("tokenName", fault("signed.readAsLatin"));
  if (!signed) throw notSigned();
  // Someone else submitted it, so it may have paid: stored, it keeps a second one away until the scanner knows.
  if (used) return;
  const stop = stoppedBy(blocks, terms.from);
  if (stop === "WALLET_BLOCKED")
    throw new CheckoutError(stop, fault("signed.walletBlocked", { token }), {
      param: "from",
    });
  if (stop === "TRANSFERS_STOPPED") throw new CheckoutError(stop, fault("signed.paused", { token }));
  if (balanceUnits < terms.amountUnits) {
    throw new CheckoutError(
      "INSUFFICIENT_BALANCE",
      fault("signed.balance", { balance: balanceUnits, amount: terms.amountUnits }),
      { param: "from" },
    );
  }
  if (!allowed) throw notAllowed(terms, token);
  if (refusal !== null) throw unavailable(fault("signed.tokenRefuses"), "signature");
}

export function notSigned(): CheckoutError {
  return invalid("signature", fault("signed.notSigners"));
}

export function invalid(param: string, reason: Fault): CheckoutError {
  return new CheckoutError(
    "INVALID_AUTHORIZATION",
    fault("fields.sentence", { field: param, fault: reason }),
    {
      param,
    },
  );
}

/** Without an allowance, a permit must give it. */
function notAllowed({ kind }: SignedTerms, token: string): CheckoutError {
  if (kind === "EIP2612") return invalid("permitSignature", fault("signed.notSignersNext"));
  return new CheckoutError("PERMIT2_ALLOWANCE_REQUIRED", fault("signed.noAllowance", { token }), {
    param: "from",
  });
}

/** Another signature could pay twice. */
export function inFlight(): CheckoutError {
  return new CheckoutError("AUTHORIZATION_IN_FLIGHT", fault("signed.inFlight"));
}

export function usedNonce(): CheckoutError {
  return new CheckoutError("AUTHORIZATION_USED", fault("signed.usedNonce"), {
    param: "nonce",
  });
}

/** Says why a checkout can't be paid by signature now. */
export function notOffered(refusal: GaslessRefusal, token: string | Fault): CheckoutError {
  return unavailable(
    {
      unsupported: fault("signed.unsupported", { token }),
      below_floor: fault("signed.belowFloor", { token }),
      cost_unknown: fault("signed.networkAway"),
      gas_used_up: fault("signed.gasUsedUp"),
    }[refusal],
  );
}

/** @param param the field of the authorization that the token refuses; without one the service or token is the reason */
export function unavailable(why: Fault, param?: "signature"): CheckoutError {
  const reason = fault("signed.payOrdinarily", { why });
  return new CheckoutError("GASLESS_UNAVAILABLE", reason, param === undefined ? {} : { param });
}

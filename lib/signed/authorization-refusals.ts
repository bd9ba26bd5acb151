import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { AuthorizationState, GaslessRefusal } from "@/lib/checkouts/views/gasless-signing";
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
  if (misread) throw invalid("tokenName", "was read as Latin-1, but is UTF-8: update the client");
  if (!signed) throw notSigned();
  // Someone else submitted it, so it may have paid: stored, it keeps a second one away until the scanner knows.
  if (used) return;
  const stop = stoppedBy(blocks, terms.from);
  if (stop === "WALLET_BLOCKED")
    throw new CheckoutError(stop, `The issuer of ${token} blocks this wallet. Pay from another wallet.`, {
      param: "from",
    });
  if (stop === "TRANSFERS_STOPPED")
    throw new CheckoutError(
      stop,
      `The issuer of ${token} has paused transfers to this checkout. Try again later, or ask the shop.`,
    );
  if (balanceUnits < terms.amountUnits) {
    throw new CheckoutError(
      "INSUFFICIENT_BALANCE",
      `This wallet has ${balanceUnits} of the token's smallest units, but ${terms.amountUnits} are needed.`,
      { param: "from" },
    );
  }
  if (!allowed) throw notAllowed(terms, token);
  if (refusal !== null) throw unavailable("The token refuses this transfer right now.", "signature");
}

export function notSigned(): CheckoutError {
  return invalid("signature", "must be the signer's own, for exactly these terms");
}

export function invalid(param: string, message: string): CheckoutError {
  return new CheckoutError("INVALID_AUTHORIZATION", `${param} ${message}.`, { param });
}

/** Without an allowance, a permit must give it. */
function notAllowed({ kind }: SignedTerms, token: string): CheckoutError {
  if (kind === "EIP2612")
    return invalid("permitSignature", "must be the signer's own, for exactly these terms and the next nonce");
  const message = `This wallet hasn't approved Permit2 for this amount of ${token}.`;
  return new CheckoutError("PERMIT2_ALLOWANCE_REQUIRED", message, { param: "from" });
}

/** Another signature could pay twice. */
export function inFlight(): CheckoutError {
  return new CheckoutError(
    "AUTHORIZATION_IN_FLIGHT",
    "A signed payment for this checkout is on its way, or may still be submitted until its time is over.",
  );
}

export function usedNonce(): CheckoutError {
  return new CheckoutError("AUTHORIZATION_USED", "This nonce was already used. Sign again with a new one.", {
    param: "nonce",
  });
}

/** Says why a checkout can't be paid by signature now. */
export function notOffered(refusal: GaslessRefusal, token: string): CheckoutError {
  return unavailable(
    {
      unsupported: `${token} doesn't accept such signed payments right now.`,
      below_floor: `The network's fee is too high right now for a signed payment of this amount in ${token}.`,
      cost_unknown: "We couldn't reach the network. Try again shortly.",
      gas_used_up: "The shop has reached its daily limit of payments without a network fee.",
    }[refusal],
  );
}

/** @param param the field of the authorization that the token refuses; without one the service or token is the reason */
export function unavailable(reason: string, param?: "signature"): CheckoutError {
  const message = `${reason} Pay with an ordinary transfer.`;
  return new CheckoutError("GASLESS_UNAVAILABLE", message, param === undefined ? {} : { param });
}

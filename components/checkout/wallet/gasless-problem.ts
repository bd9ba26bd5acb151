import { SignedPaymentRefused } from "@/lib/browser/gasless-payment";
import { walletProblem } from "@/lib/browser/wallet-problem";
import { fill } from "../fill";
import type { LiveMessages } from "../messages/catalogue";
import { problemText } from "./problem-text";

/** Whether the token's issuer stops any transfer, an ordinary one too. */
export function stopsTransfers(error: unknown): boolean {
  return (
    error instanceof SignedPaymentRefused &&
    (error.code === "WALLET_BLOCKED" || error.code === "TRANSFERS_STOPPED")
  );
}

/** Why a payment by signature did not begin, and what to do. */
export function gaslessProblem(
  error: unknown,
  values: { wallet: string; amount: string; token: string; network: string },
  t: LiveMessages,
): string {
  if (!(error instanceof SignedPaymentRefused)) return problemText(walletProblem(error), values.wallet, t);
  switch (error.code) {
    case "AUTHORIZATION_IN_FLIGHT":
      return t.gaslessInFlight;
    case "INSUFFICIENT_BALANCE":
      return fill(t.gaslessTooLittle, values);
    case "INVALID_AUTHORIZATION":
    case "AUTHORIZATION_USED":
      return fill(t.gaslessNotSigned, values);
    case "CHECKOUT_NOT_PAYABLE":
      return t.gaslessNotPayable;
    case "WALLET_BLOCKED":
      return fill(t.gaslessWalletBlocked, values);
    case "TRANSFERS_STOPPED":
      return fill(t.gaslessStopped, values);
    case "GASLESS_UNAVAILABLE":
      return t.gaslessUnavailable;
    default:
      return t.gaslessNoAnswer;
  }
}

import { choiceProblem } from "@/components/checkout/live/choice-problem";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { displayAmount } from "@/components/checkout/text/amounts";
import { SignedPaymentRefused } from "@/lib/browser/wallet/gasless-payment";
import { AddressWrong, ChoiceRefused, PriceRose, SwitchFailed } from "@/lib/browser/wallet/pay-choice";
import { type WalletProblem, walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { fill } from "@/lib/platform/i18n/message.rules";

export function problemText(problem: WalletProblem, wallet: string, t: LiveMessages): string {
  switch (problem) {
    case "rejected":
      return t.walletRejected;
    case "busy":
      return fill(t.walletBusy, { wallet });
    case "locked":
      return fill(t.walletLocked, { wallet });
    // Only the step that switches knows which network it is.
    case "unknown_network":
    case "unsupported":
      return fill(t.walletUnsupported, { wallet });
    case "disconnected":
      return fill(t.walletDisconnected, { wallet });
    case "moved":
      return fill(t.walletMoved, { wallet });
    case "no_fee":
      return fill(t.walletNoFee, { wallet });
    case "refused":
      return t.walletRefused;
    case "pairing_expired":
      return t.walletPairingExpired;
    case "relay_unreachable":
      return t.walletRelayUnreachable;
    case "request_expired":
      return fill(t.walletRequestExpired, { wallet });
    case "failed":
      return fill(t.walletFailed, { wallet });
    default:
      return problem satisfies never;
  }
}

/** Whether the token's issuer blocks every transfer, ordinary ones too. */
export function stopsTransfers(error: unknown): boolean {
  return (
    error instanceof SignedPaymentRefused &&
    (error.code === "WALLET_BLOCKED" || error.code === "TRANSFERS_STOPPED")
  );
}

type Values = { wallet: string; amount: string; token: string; network: string };

/** Why a press did not pay, and what to do. */
export function paymentProblem(error: unknown, values: Values, t: LiveMessages): string {
  if (error instanceof ChoiceRefused) return choiceProblem(error.code, t);
  if (error instanceof AddressWrong) return t.addressWrong;
  if (error instanceof PriceRose)
    return fill(t.walletPriceRose, {
      ...values,
      amount: displayAmount(error.order.amount, { decimals: error.order.tokenDecimals }, t),
    });
  if (error instanceof SwitchFailed) return switchProblem(walletProblem(error), values, t);
  return gaslessProblem(error, values, t);
}

/** Why the wallet is not on the payment's network. */
export function switchProblem(
  problem: WalletProblem,
  values: { wallet: string; network: string },
  t: LiveMessages,
): string {
  switch (problem) {
    case "busy":
    case "locked":
    case "disconnected":
      return problemText(problem, values.wallet, t);
    case "unknown_network":
      return fill(t.walletUnknownNetwork, values);
    default:
      return fill(t.walletSwitchRefused, values);
  }
}

/** Why a payment by signature did not begin, and what to do. */
export function gaslessProblem(error: unknown, values: Values, t: LiveMessages): string {
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
    case "PERMIT2_ALLOWANCE_REQUIRED":
      return t.gaslessUnavailable;
    default:
      return t.gaslessNoAnswer;
  }
}

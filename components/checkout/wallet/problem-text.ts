import type { WalletProblem } from "@/lib/browser/wallet-problem";
import { fill } from "../fill";
import type { LiveMessages } from "../messages/catalogue";

export function problemText(problem: WalletProblem, wallet: string, t: LiveMessages): string {
  return fill(problemMessage(problem, t), { wallet });
}

function problemMessage(problem: WalletProblem, t: LiveMessages): string {
  switch (problem) {
    case "rejected":
      return t.walletRejected;
    case "busy":
      return t.walletBusy;
    case "locked":
      return t.walletLocked;
    // Which network it is, only the step that switches can say.
    case "unknown_network":
    case "unsupported":
      return t.walletUnsupported;
    case "disconnected":
      return t.walletDisconnected;
    case "moved":
      return t.walletMoved;
    case "no_fee":
      return t.walletNoFee;
    case "refused":
      return t.walletRefused;
    case "pairing_expired":
      return t.walletPairingExpired;
    case "relay_unreachable":
      return t.walletRelayUnreachable;
    case "failed":
      return t.walletFailed;
    default:
      return problem satisfies never;
  }
}

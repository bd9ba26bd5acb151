import type { WalletProblem } from "@/lib/client/wallet-problem";
import { fill } from "../fill";
import type { LiveMessages } from "../messages/catalogue";

export function problemText(problem: WalletProblem, wallet: string, t: LiveMessages): string {
  switch (problem) {
    case "rejected":
      return t.walletRejected;
    case "busy":
      return fill(t.walletBusy, { wallet });
    case "failed":
      return fill(t.walletFailed, { wallet });
    default:
      return problem satisfies never;
  }
}

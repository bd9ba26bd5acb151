import { dayMs } from "@/lib/platform/durations.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import { checksummed } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";

/** How long a new settlement wallet waits when the old one does not sign for it. */
export const walletChangeWaitMs = dayMs;

/** What the signature of the wallet that is left says. */
export type WalletChangeTerms = {
  changeId: string;
  projectId: string;
  projectName: string;
  /** The wallet that signs. */
  fromWallet: Hex;
  toWallet: Hex;
};

/**
 * The text by which the settlement wallet in use lets another take its place at once (`personal_sign`). Page and
 * service make it of the same facts. It is good for this one change and these two wallets.
 */
export function walletChangeText(terms: WalletChangeTerms): string {
  return [
    `Payments to ${oneLine(terms.projectName)} shall go to another wallet, from now on.`,
    "",
    "The new wallet:",
    checksummed(terms.toWallet),
    "",
    "This wallet, which signs and is left:",
    checksummed(terms.fromWallet),
    "",
    "Signing costs nothing and moves nothing from this wallet.",
    `Project: ${terms.projectId}`,
    `Change: ${terms.changeId}`,
  ].join("\n");
}

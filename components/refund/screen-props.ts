import { shownAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import type { RefundMessages } from "@/components/refund/messages/catalogue";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";
import type { NamedAddress } from "./read-address";

/** What the messages of the page speak of. */
export type RefundValues = { merchant: string; amount: string; token: string; network: string };

export function refundValues(view: RefundLinkView, t: RefundMessages): RefundValues {
  const { token, network, merchantName, chainId } = view;
  const amount =
    token === null
      ? fill(t.wholeUnits, { amount: view.amount, token: view.tokenAddress })
      : `${shownAmount(view.amount, token, t)} ${token.symbol}`;
  return {
    merchant: oneLine(merchantName),
    amount,
    token: token?.symbol ?? view.tokenAddress,
    network: network?.name ?? fill(t.networkUnnamed, { chainId }),
  };
}

/** What every screen is given. */
export type RefundScreenProps = {
  view: RefundLinkView;
  /** The last part of the link: what the forms post to. */
  token: string;
  /** What the customer named as an address, and has still to confirm. */
  named: NamedAddress;
  /** Code of the error that a form met without scripts; empty when it met none. */
  problem: string;
  /** The demo's wallet that fits the task, by its address; null where there is none. */
  demoWallet: `0x${string}` | null;
  /** Null where wallets on other devices are not offered. */
  walletConnect: WalletConnectSettings | null;
  values: RefundValues;
  t: RefundMessages;
};

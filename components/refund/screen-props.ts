import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import type { RefundMessages } from "./messages/catalogue";
import type { NamedAddress } from "./read-address";
import type { RefundValues } from "./refund-values";

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

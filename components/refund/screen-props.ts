import { displayAmount } from "@/components/checkout/text/amounts";
import type { RefundMessages } from "@/components/refund/messages/catalogue";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { RefundStep } from "@/lib/checkouts/refund-progress.rules";
import { fill, type Template } from "@/lib/platform/i18n/message.rules";
import { checksummed, parseAddress } from "@/lib/platform/values/checksum.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";

/** Values for the page's messages. */
export type RefundValues = { merchant: string; amount: string; token: string; network: string };

export function refundValues(view: RefundLinkView, t: RefundMessages): RefundValues {
  const { token, network, merchantName, chainId } = view;
  const amount =
    token === null
      ? fill(t.wholeUnits, { amount: view.amount, token: view.tokenAddress })
      : `${displayAmount(view.amount, token, t)} ${token.symbol}`;
  return {
    merchant: oneLine(merchantName),
    amount,
    token: token?.symbol ?? view.tokenAddress,
    network: network?.name ?? fill(t.networkUnnamed, { chainId }),
  };
}

/** Props of every screen. */
export type RefundScreenProps = {
  view: RefundLinkView;
  /** The last part of the link: what the forms post to. */
  token: string;
  /** The address that the customer entered and has yet to confirm. */
  named: NamedAddress;
  /** Error code of a submission without scripts; empty for none. */
  problem: string;
  /** The demo's wallet for the task, by its address; null without one. */
  demoWallet: `0x${string}` | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  values: RefundValues;
  /** The payment page's words for the steps of money going back. */
  steps: Record<RefundStep | "label" | "done", string> &
    Record<"requestedHint" | "contact", Template<"merchant">>;
  t: RefundMessages;
};

/** A typed address: valid, or with the message that explains the fault. */
export type NamedAddress =
  | { kind: "none" }
  | { kind: "good"; typed: string; checksummed: string }
  | { kind: "bad"; typed: string; problem: "badShape" | "badHash" | "badName" | "badChecksum" | "badWallet" };

/**
 * Reads a typed or pasted address; ignores spaces, since some wallets show groups.
 *
 * @example readAddress("alice.eth") // { kind: "bad", typed: "alice.eth", problem: "badName" }
 */
export function readAddress(text: string | null): NamedAddress {
  if (text === null) return { kind: "none" };
  // Shown again, it must not be longer than any address.
  const typed = text.replace(/\s+/g, "").slice(0, 200);
  const address = parseAddress(typed);
  if (address !== null) return { kind: "good", typed, checksummed: checksummed(address) };
  if (/^0x[0-9a-fA-F]{40}$/.test(typed)) return { kind: "bad", typed, problem: "badChecksum" };
  if (/^0x[0-9a-fA-F]{64}$/.test(typed)) return { kind: "bad", typed, problem: "badHash" };
  if (/^[^\s/:]+\.[a-z]{2,}$/i.test(typed)) return { kind: "bad", typed, problem: "badName" };
  return { kind: "bad", typed, problem: "badShape" };
}

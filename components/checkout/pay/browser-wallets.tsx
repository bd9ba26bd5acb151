"use client";

import type { ReactNode } from "react";
import { displayAmount } from "@/components/checkout/text/amounts";
import { ChevronRight } from "@/components/ui/icons";
import { type AnnouncedWallet, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { namedPayment, useKnownWallet } from "@/lib/browser/wallet/known-wallet";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";
import { useWalletDoor, WalletWays } from "./wallet-door";
import { WalletIcon } from "./wallet-icon";

type Props = {
  /** While this loads. */
  connect: ReactNode;
  /** The demo wallet's button; false without one. */
  demo: ReactNode;
  /** For a wallet without an icon. */
  sign: ReactNode;
  hasRelay: boolean;
};

/** The wallets of this browser: one that shows its account is the button that pays, the others are called by name. */
export default function BrowserWallets({ demo, sign, hasRelay }: Props) {
  const t = useMessages();
  const { open, offer } = useWalletDoor();
  const wallets = useAnnouncedWallets();
  const known = useKnownWallet(wallets, offer);
  const payment = known === null || offer === null ? null : namedPayment(known, offer);
  const button = (key: string, onPress: () => void, className: string, content: ReactNode) => (
    <button key={key} type="button" onClick={onPress} className={className}>
      {content}
    </button>
  );
  const [primary, small] = ["button button-primary", "text-link min-h-11 gap-2"];
  const payWith = ({ id, name, icon }: AnnouncedWallet, className: string) =>
    button(
      id,
      () => open(id),
      className,
      <>
        <WalletIcon icon={icon} fallback={sign} />
        <span>{fill(t.payWith, { wallet: name || t.browserWallet })}</span>
      </>,
    );
  const more = hasRelay && button("more", () => open(null), small, t.moreWallets);

  if (known === null || payment === null) {
    const [first, ...others] = wallets;
    return (
      <WalletWays
        hint={t.fromWalletHint}
        isPaired={demo !== false}
        buttons={[first && payWith(first, primary), demo]}
      >
        <div className="flex flex-wrap gap-x-5 pt-2 text-sm empty:hidden">
          {others.map((wallet) => payWith(wallet, small))}
          {more}
        </div>
      </WalletWays>
    );
  }

  const { choice, named } = payment;
  const { wallet, payer } = known;
  const values = {
    amount: displayAmount(choice.amount, { decimals: choice.tokenDecimals }, t),
    token: choice.tokenSymbol,
    network: choice.networkName,
    address: `${payer.slice(0, 6)}…${payer.slice(-4)}`,
  };
  const pay = (
    <>
      <WalletIcon icon={wallet.icon} fallback={sign} />
      <span>{fill(choice.isFree ? t.payNamedFree : t.payNamed, values)}</span>
    </>
  );
  return (
    <WalletWays
      hint={<span title={payer}>{fill(t.payNamedFrom, values)}</span>}
      isPaired={demo !== false}
      buttons={[button("named", () => open(wallet.id, named), primary, pay), demo]}
    >
      <details className="pt-2 text-sm">
        <summary className="caption flex min-h-11 w-fit cursor-pointer items-center gap-1">
          <ChevronRight className="chevron size-4" />
          <span>{t.otherWays}</span>
        </summary>
        <div className="flex flex-col items-start pb-4">
          {wallets.map((each) => payWith(each, small))}
          {more}
        </div>
      </details>
    </WalletWays>
  );
}

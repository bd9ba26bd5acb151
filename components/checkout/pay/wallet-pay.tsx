"use client";

import type { ReactNode } from "react";
import { type AnnouncedWallet, demoWalletId, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";
import { useOpenWallet } from "./wallet-door";
import { WalletIcon } from "./wallet-icon";

type Props = {
  demoWallet: boolean;
  /** Whether the dialog offers anything on a phone without a wallet. */
  hasRelay: boolean;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { demo: ReactNode; wallet: ReactNode };
  /** For a browser without a wallet. */
  phoneWallets: ReactNode;
};

/** The main way to pay: the browser's wallet by its own name, or the list of wallets. */
export function WalletPay({ demoWallet, hasRelay, signs, phoneWallets }: Props) {
  const t = useMessages();
  const open = useOpenWallet();
  const [first, ...others] = useAnnouncedWallets();
  const button = (key: string, id: string | null, className: string, content: ReactNode) => (
    <button key={key} type="button" onClick={() => open(id)} className={className}>
      {content}
    </button>
  );
  const labelled = ({ name, icon }: AnnouncedWallet) => (
    <>
      <WalletIcon icon={icon} fallback={signs.wallet} />
      {fill(t.payWith, { wallet: name || t.browserWallet })}
    </>
  );
  const [primary, secondary, small] = [
    "button button-primary",
    "button button-secondary",
    "text-link min-h-11 gap-2",
  ];
  const demo = (className: string) =>
    demoWallet &&
    button(
      "demo",
      demoWalletId,
      className,
      <>
        {signs.demo}
        {t.payWithDemo}
      </>,
    );
  const isPointless = !demoWallet && !hasRelay;
  return (
    <section aria-labelledby="from-wallet" className="scripted mt-6">
      <h2 id="from-wallet" className="font-semibold">
        {t.fromWallet}
      </h2>
      <p className="caption mt-1">{t.fromWalletHint}</p>
      <div className="mt-4 flex flex-col gap-4">
        {first === undefined && phoneWallets}
        <div className={`grid gap-3 ${demoWallet ? "sm:grid-cols-2" : ""}`}>
          {first === undefined ? demo(primary) : null}
          {first === undefined
            ? button(
                "wallet",
                null,
                `${demoWallet ? secondary : primary} ${isPointless ? "pointer-coarse:hidden" : ""}`,
                <>
                  {signs.wallet}
                  {t.connectWallet}
                </>,
              )
            : button("wallet", first.id, primary, labelled(first))}
          {first === undefined ? null : demo(secondary)}
        </div>
      </div>
      {first !== undefined && (
        <div className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {others.map((wallet) => button(wallet.id, wallet.id, small, labelled(wallet)))}
          {hasRelay && button("more", null, small, t.moreWallets)}
        </div>
      )}
    </section>
  );
}

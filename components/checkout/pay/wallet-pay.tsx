"use client";

import type { ReactNode } from "react";
import { fill } from "@/components/checkout/text/fill";
import { demoWalletId, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { useMessages } from "../messages-provider";
import { useOpenWallet } from "./wallet-door";
import { WalletIcon } from "./wallet-icon";

type Props = {
  demoWallet: boolean;
  /** Whether the dialog offers anything on a phone without a wallet. */
  hasRelay: boolean;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { demo: ReactNode; wallet: ReactNode };
  /** For a phone's browser without a wallet. */
  phoneWallets: ReactNode;
};

/** The main way to pay: the browser's wallet by its own name, or the list of wallets. */
export function WalletPay({ demoWallet, hasRelay, signs, phoneWallets }: Props) {
  const t = useMessages();
  const open = useOpenWallet();
  const [first, ...others] = useAnnouncedWallets();
  const nameOf = ({ name }: { name: string }) => name || t.browserWallet;
  const look = (isMain: boolean) => `button ${isMain ? "button-primary" : "button-secondary"}`;
  const isPointless = first === undefined && !demoWallet && !hasRelay;
  const main = (
    <button
      key="wallet"
      type="button"
      onClick={() => open(first?.id ?? null)}
      className={`${look(first !== undefined || !demoWallet)} ${isPointless ? "pointer-coarse:hidden" : ""}`}
    >
      {first === undefined ? signs.wallet : <WalletIcon icon={first.icon} className="size-6" />}
      {first === undefined ? t.connectWallet : fill(t.payWith, { wallet: nameOf(first) })}
    </button>
  );
  const demo = demoWallet && (
    <button key="demo" type="button" onClick={() => open(demoWalletId)} className={look(first === undefined)}>
      {signs.demo}
      {t.payWithDemo}
    </button>
  );
  return (
    <section aria-labelledby="from-wallet" className="scripted mt-6">
      <h2 id="from-wallet" className="font-semibold">
        {t.fromWallet}
      </h2>
      <p className="caption mt-1">{t.fromWalletHint}</p>
      <div className={`mt-4 grid gap-3 ${demoWallet ? "sm:grid-cols-2" : ""}`}>
        {first === undefined ? [demo, main] : [main, demo]}
      </div>
      {first === undefined ? (
        phoneWallets
      ) : (
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {others.map((wallet) => (
            <button
              key={wallet.id}
              type="button"
              onClick={() => open(wallet.id)}
              className="text-link min-h-11 gap-2"
            >
              <WalletIcon icon={wallet.icon} className="size-5" />
              {fill(t.payWith, { wallet: nameOf(wallet) })}
            </button>
          ))}
          {hasRelay && (
            <button type="button" onClick={() => open(null)} className="text-link min-h-11">
              {t.moreWallets}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

"use client";

import type { ReactNode } from "react";
import { demoWalletId, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { onDemand } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";
import { type PhoneWallets, useWalletDoor, WalletWays } from "./wallet-door";

type Props = {
  demoWallet: boolean;
  /** Whether the dialog offers anything on a phone without a wallet. */
  hasRelay: boolean;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { demo: ReactNode; wallet: ReactNode };
  phoneWallets: PhoneWallets;
};

// Its code is loaded when a wallet announces itself.
const BrowserWallets = onDemand(
  () => import("./browser-wallets"),
  ({ hint, connect, demo }) => <WalletWays hint={hint} isPaired={demo !== false} buttons={[connect, demo]} />,
);

/** The main way to pay: the browser's wallet by its own name, or the list of wallets. */
export function WalletPay({ demoWallet, hasRelay, signs, phoneWallets }: Props) {
  const t = useMessages();
  const { open, offer } = useWalletDoor();
  const isAnnounced = useAnnouncedWallets().length > 0;
  const [primary, secondary] = ["button button-primary", "button button-secondary"];
  const openDemo = () => {
    const { order } = offer ?? {};
    open(demoWalletId, order ? { ...order, isFree: false, payer: null } : null);
  };
  const demo = demoWallet && (
    <button key="demo" type="button" onClick={openDemo} className={isAnnounced ? secondary : primary}>
      {signs.demo}
      <span>{t.payWithDemo}</span>
    </button>
  );
  const connect = (className: string) => (
    <button key="wallet" type="button" onClick={() => open(null)} className={className}>
      {signs.wallet}
      <span>{t.connectWallet}</span>
    </button>
  );
  const isPointless = !demoWallet && !hasRelay;
  return (
    <section aria-labelledby="from-wallet" className="scripted mt-6">
      <h2 id="from-wallet" className="font-semibold">
        {t.fromWallet}
      </h2>
      {isAnnounced ? (
        <BrowserWallets
          hint={t.fromWalletHint}
          connect={connect(primary)}
          demo={demo}
          sign={signs.wallet}
          hasRelay={hasRelay}
        />
      ) : (
        <WalletWays
          hint={t.fromWalletHint}
          phoneWallets={phoneWallets}
          isPaired={demoWallet}
          buttons={[
            demo,
            connect(`${demoWallet ? secondary : primary} ${isPointless ? "pointer-coarse:hidden" : ""}`),
          ]}
        />
      )}
    </section>
  );
}

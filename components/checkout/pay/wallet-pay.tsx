"use client";

import { type ReactNode, useEffect } from "react";
import { demoWalletId, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { onDemand } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";
import { useWalletDoor, WalletWays } from "./wallet-door";

type Props = {
  demoWallet: boolean;
  hasRelay: boolean;
  /** The wallet that was pressed on the page before: the dialog opens with it, once. */
  pressed: string | null;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { demo: ReactNode; wallet: ReactNode };
};

// Its code is loaded when a wallet announces itself.
const BrowserWallets = onDemand(
  () => import("./browser-wallets"),
  ({ connect, demo }) => (
    <WalletWays hint={useMessages().fromWalletHint} isPaired={demo !== false} buttons={[connect, demo]} />
  ),
);

/** The main way to pay: the browser's wallet by its own name, or the list of wallets. */
export function WalletPay({ demoWallet, hasRelay, pressed, signs }: Props) {
  const t = useMessages();
  const { open, offer } = useWalletDoor();
  const isAnnounced = useAnnouncedWallets().length > 0;
  const [primary, secondary] = ["button button-primary", "button button-secondary"];
  const openDemo = () => {
    const { order } = offer ?? {};
    open(demoWalletId, order ? { ...order, isFree: false, payer: null } : null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one press.
  useEffect(() => {
    if (pressed === null) return;
    history.replaceState(null, "", location.pathname);
    if (pressed === "demo" && demoWallet) openDemo();
    else open(null);
  }, []);
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
  return isAnnounced ? (
    <BrowserWallets connect={connect(primary)} demo={demo} sign={signs.wallet} hasRelay={hasRelay} />
  ) : (
    <WalletWays
      hint={t.fromWalletHint}
      isPaired={demoWallet}
      buttons={[demo, connect(demoWallet ? secondary : primary)]}
    />
  );
}

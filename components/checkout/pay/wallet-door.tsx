"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { onDemand } from "@/lib/browser/on-demand";
import type { NamedPayment, WalletOffer } from "@/lib/browser/wallet/wallet-order";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { useMessages } from "../messages-provider";

// Wallet code is several times the page's size: it is loaded on demand.
const WalletDialog = onDemand(
  () => import("../wallet/wallet-dialog"),
  () => (
    <p role="status" className="caption mt-2">
      {useMessages().walletLoading}
    </p>
  ),
);

type Opened = { walletId: string | null; named: NamedPayment | null };

type Door = {
  /**
   * Opens the dialog with the list of wallets, or connecting one at once.
   *
   * @param named what the pressed button named
   */
  open: (walletId: string | null, named?: NamedPayment | null) => void;
  offer: WalletOffer | null;
};

const WalletDoorContext = createContext<Door>({ open: () => undefined, offer: null });

export const useWalletDoor = () => use(WalletDoorContext);

type Props = {
  /** Null when there is nothing to pay. */
  offer: WalletOffer | null;
  demoChainId: number | null;
  walletConnect: WalletConnectSettings | null;
  children: ReactNode;
};

/**
 * Holds the wallet's dialog above the screens: a press in it may select a token, which changes the screen, and the
 * dialog has to outlive that.
 */
export function WalletDoor({ offer, demoChainId, walletConnect, children }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => {
    setOpened(null);
    // A payment has replaced the button that had the focus.
    if (document.querySelector("[data-sent]") !== null)
      document.getElementById("screen-title")?.focus({ preventScroll: true });
  };
  return (
    <WalletDoorContext value={{ offer, open: (walletId, named = null) => setOpened({ walletId, named }) }}>
      {children}
      {opened !== null && offer !== null && (
        <WalletDialog
          offer={offer}
          demoChainId={demoChainId}
          walletConnect={walletConnect}
          {...opened}
          onClose={close}
        />
      )}
    </WalletDoorContext>
  );
}

type WalletWaysProps = {
  /** Shown where a wallet is. */
  hint: ReactNode;
  buttons: ReactNode;
  isPaired: boolean;
  /** Below the buttons. In a wallet's browser its place is kept. */
  children?: ReactNode;
};

/** The wallets' buttons, alike with and without a wallet, so that nothing moves when one answers. */
export function WalletWays({ hint, buttons, isPaired, children }: WalletWaysProps) {
  return (
    <>
      <p className="caption mb-3 hidden in-wallet:block">{hint}</p>
      <div className={`grid gap-3 ${isPaired ? "sm:grid-cols-2" : ""}`}>{buttons}</div>
      <div className="in-wallet:-mb-4 in-wallet:min-h-13">{children}</div>
    </>
  );
}

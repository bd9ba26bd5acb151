"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { onDemand } from "@/lib/browser/on-demand";
import type { WalletOffer } from "@/lib/browser/wallet/wallet-order";
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

/** Opens the dialog: with the list of wallets, or connecting this one at once. */
const OpenWallet = createContext<(walletId: string | null) => void>(() => undefined);

export const useOpenWallet = () => use(OpenWallet);

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
  const [opened, setOpened] = useState<{ walletId: string | null } | null>(null);
  const close = () => {
    setOpened(null);
    // A payment has replaced the button that had the focus.
    if (document.querySelector("[data-sent]") !== null)
      document.getElementById("screen-title")?.focus({ preventScroll: true });
  };
  return (
    <OpenWallet value={(walletId) => setOpened({ walletId })}>
      {children}
      {opened !== null && offer !== null && (
        <WalletDialog
          offer={offer}
          demoChainId={demoChainId}
          walletConnect={walletConnect}
          walletId={opened.walletId}
          onClose={close}
        />
      )}
    </OpenWallet>
  );
}

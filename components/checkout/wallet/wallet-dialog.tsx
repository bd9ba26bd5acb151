"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { WagmiProvider } from "wagmi";
import { announceDemoWallet } from "@/lib/browser/wallet/demo-wallet";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-config";
import { createWalletConfig } from "@/lib/browser/wallet/wallet-config";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { useMessages } from "../messages-provider";
import { WalletFlow } from "./wallet-flow";

type Props = {
  order: WalletOrder;
  demoWallet: boolean;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  /** Connect the demo wallet at once instead of showing the list. */
  startWithDemo: boolean;
  onClose: () => void;
};

/** Wallets, in a native dialog: the browser keeps the focus inside and gives it back. */
export default function WalletDialog({ order, demoWallet, walletConnect, startWithDemo, onClose }: Props) {
  const t = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const [config] = useState(() => createWalletConfig(order, walletConnect));
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));

  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  useEffect(() => (demoWallet ? announceDemoWallet(order.chainId) : undefined), [demoWallet, order.chainId]);

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="wallet-title"
      className="mx-auto mt-auto mb-0 w-full max-w-md rounded-t-3xl border border-line bg-card p-6 text-ink backdrop:bg-ink/50 sm:my-auto sm:rounded-3xl dark:backdrop:bg-ground/80"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="wallet-title" className="font-semibold">
          {t.walletTitle}
        </h2>
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          aria-label={t.walletClose}
          className="-me-2 grid size-10 place-items-center rounded-lg text-muted hover:bg-well"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>
          <WalletFlow order={order} startWithDemo={startWithDemo} onSent={() => dialog.current?.close()} />
        </QueryClientProvider>
      </WagmiProvider>
    </dialog>
  );
}

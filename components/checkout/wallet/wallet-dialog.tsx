"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConnection, useDisconnect, WagmiProvider } from "wagmi";
import { X } from "@/components/ui/icons";
import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import { useSentPayment } from "@/lib/browser/checkout-memory";
import { useWallets } from "@/lib/browser/wallet/offered-wallets";
import { useWalletChoice } from "@/lib/browser/wallet/use-wallet-choice";
import { createWalletConfig, createWalletQueries } from "@/lib/browser/wallet/wallet-config";
import { choicesOf, type NamedPayment, type WalletOffer } from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { nameOf } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";
import { Connecting, WalletList } from "./connect-wallet";
import { problemText } from "./problem-text";
import { WalletReview } from "./wallet-review";

type Props = {
  offer: WalletOffer;
  /** Where the demo wallet is at first; null without one. */
  demoChainId: number | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  /** Connect this wallet at once; null shows the list. */
  walletId: string | null;
  /** The payment that the pressed button named; null for none. */
  named: NamedPayment | null;
  onClose: () => void;
};

/** Wallets, in a native dialog: the browser keeps the focus inside and gives it back. */
export default function WalletDialog({ offer, demoChainId, walletConnect, walletId, named, onClose }: Props) {
  const t = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const [config] = useState(() => createWalletConfig(choicesOf(offer), walletConnect));
  const [queryClient] = useState(createWalletQueries);
  const wallets = useWallets(demoChainId);

  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  // A wallet that the customer left may still send.
  const sent = useSentPayment(offer.checkoutId, offer.order?.totalPaid ?? "0");
  const isSent = sent !== null && sent.end === undefined;
  useEffect(() => {
    if (isSent) dialog.current?.close();
  }, [isSent]);

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
          <X className="size-5" />
        </button>
      </div>
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>
          <WalletFlow
            offer={offer}
            wallets={wallets}
            walletId={walletId}
            named={named}
            onSent={() => dialog.current?.close()}
            onManual={() => {
              dialog.current?.close();
              const way = document.getElementById("send-yourself");
              if (way instanceof HTMLDetailsElement) way.open = true;
              way?.scrollIntoView();
            }}
          />
        </QueryClientProvider>
      </WagmiProvider>
    </dialog>
  );
}

type FlowProps = {
  offer: WalletOffer;
  wallets: readonly AnnouncedWallet[];
  walletId: string | null;
  named: NamedPayment | null;
  onSent: () => void;
  onManual: () => void;
};

/** Choose a wallet → connect → review and pay. */
function WalletFlow({ offer, wallets, walletId, onSent, onManual, ...props }: FlowProps) {
  const t = useMessages();
  const connection = useConnection();
  const disconnect = useDisconnect();
  const choice = useWalletChoice(t.browserWallet);
  const { choose, chosen, account, isPending, error } = choice;

  const wanted = wallets.find(({ id }) => id === walletId);
  const started = useRef(false);
  const [named, setNamed] = useState(props.named);
  useEffect(() => {
    if (wanted === undefined || started.current) return;
    started.current = true;
    // It showed its account when the button named its payment.
    choose(wanted, props.named !== null && props.named.payer !== null);
  }, [wanted, choose, props.named]);

  // One press, one payment: an account that comes back later is a new review.
  const isConnected = connection.status === "connected";
  useEffect(() => {
    if (isConnected) setNamed(null);
  }, [isConnected]);

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    return (
      <div className="mt-4">
        <p role="status" className="mb-3 text-warn empty:hidden">
          {account !== null && account !== address && t.walletChanged}
        </p>
        <WalletReview
          key={address}
          offer={offer}
          payer={address}
          walletChainId={chainId}
          walletName={nameOf(connector)}
          named={connector.id === walletId ? named : null}
          onSent={onSent}
          onManual={onManual}
          onLeave={() => {
            choice.forget();
            disconnect.mutate({});
          }}
        />
      </div>
    );
  }
  if (isPending) return <Connecting choice={choice} onManual={onManual} />;
  const problem = () => {
    if (chosen === null || (error === null && account === null)) return "";
    return problemText(error === null ? "disconnected" : walletProblem(error), chosen.name, t);
  };
  return <WalletList wallets={wallets} choice={choice} problem={problem()} />;
}

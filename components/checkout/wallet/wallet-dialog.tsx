"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Connector,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  WagmiProvider,
} from "wagmi";
import { rememberWallet } from "@/lib/browser/announced-wallets";
import { announceDemoWallet } from "@/lib/browser/wallet/demo-wallet";
import { createWalletConfig } from "@/lib/browser/wallet/wallet-config";
import { choicesOf, type WalletOffer } from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { useMessages } from "../messages-provider";
import { Connecting, connectorName, WalletList } from "./connect-wallet";
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
  onClose: () => void;
};

/** Wallets, in a native dialog: the browser keeps the focus inside and gives it back. */
export default function WalletDialog({ offer, demoChainId, walletConnect, walletId, onClose }: Props) {
  const t = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const [config] = useState(() => createWalletConfig(choicesOf(offer), walletConnect, t.browserWallet));
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));

  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  useEffect(() => (demoChainId === null ? undefined : announceDemoWallet(demoChainId)), [demoChainId]);

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
          <WalletFlow offer={offer} walletId={walletId} onSent={() => dialog.current?.close()} />
        </QueryClientProvider>
      </WagmiProvider>
    </dialog>
  );
}

type FlowProps = { offer: WalletOffer; walletId: string | null; onSent: () => void };

/** Choose a wallet → connect → review and pay. */
function WalletFlow({ offer, walletId, onSent }: FlowProps) {
  const t = useMessages();
  const connectors = useConnectors();
  const connection = useConnection();
  const connect = useConnect();
  const disconnect = useDisconnect();
  // The account that the customer connected, to report a change by the wallet.
  const [chosen, setChosen] = useState<{ address: string; wallet: string } | null>(null);

  const { mutate } = connect;
  const choose = useCallback(
    (connector: Connector) => {
      setChosen(null);
      const note = (accounts: readonly [string, ...string[]]) => {
        setChosen({ address: accounts[0], wallet: connector.name });
        rememberWallet(connector.id);
      };
      mutate({ connector }, { onSuccess: ({ accounts }) => note(accounts) });
    },
    [mutate],
  );

  const wanted = connectors.find(({ id }) => id === walletId);
  const started = useRef(false);
  useEffect(() => {
    if (wanted === undefined || started.current) return;
    started.current = true;
    choose(wanted);
  }, [wanted, choose]);

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    return (
      <div className="mt-4">
        <p role="status" className="mb-3 text-warn empty:hidden">
          {chosen !== null && chosen.address !== address && t.walletChanged}
        </p>
        <WalletReview
          key={address}
          offer={offer}
          payer={address}
          walletChainId={chainId}
          walletName={connector.name}
          onSent={onSent}
          onLeave={() => {
            setChosen(null);
            disconnect.mutate({});
          }}
        />
      </div>
    );
  }
  if (connect.isPending) return <Connecting connect={connect} />;
  const problem = () => {
    if (connect.error !== null) return problemText(walletProblem(connect.error), connectorName(connect), t);
    return chosen === null ? "" : problemText("disconnected", chosen.wallet, t);
  };
  return <WalletList connectors={connectors} onChoose={choose} problem={problem()} />;
}

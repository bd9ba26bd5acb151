"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Connector,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  WagmiProvider,
} from "wagmi";
import { announceDemoWallet, demoWalletId } from "@/lib/browser/wallet/demo-wallet";
import { createWalletConfig, type WalletOrder, walletAppLinks } from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { isWalletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";
import { Connecting, connectorName, WalletList } from "./connect-wallet";
import { problemText } from "./problem-text";
import { WalletNetwork } from "./wallet-network";
import { WalletReview } from "./wallet-review";

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

type FlowProps = { order: WalletOrder; startWithDemo: boolean; onSent: () => void };

/** Choose a wallet → connect → right network → review and pay. */
function WalletFlow({ order, startWithDemo, onSent }: FlowProps) {
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
      const note = (accounts: readonly [string, ...string[]]) =>
        setChosen({ address: accounts[0], wallet: connector.name });
      mutate({ connector }, { onSuccess: ({ accounts }) => note(accounts) });
    },
    [mutate],
  );

  const demo = connectors.find(({ id }) => id === demoWalletId);
  const started = useRef(false);
  useEffect(() => {
    if (!startWithDemo || demo === undefined || started.current) return;
    started.current = true;
    choose(demo);
  }, [startWithDemo, demo, choose]);

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    const leave = () => {
      setChosen(null);
      disconnect.mutate({});
    };
    return (
      <div className="mt-4">
        <p role="status" className="mb-3 text-warn empty:hidden">
          {chosen !== null && chosen.address !== address && t.walletChanged}
        </p>
        {chainId === order.chainId ? (
          <WalletReview
            key={address}
            order={order}
            payer={address}
            walletName={connector.name}
            onSent={onSent}
            onLeave={leave}
          />
        ) : (
          <>
            <WalletNetwork order={order} walletName={connector.name} />
            <button type="button" onClick={leave} className="text-link mt-4 text-sm">
              {t.walletOther}
            </button>
          </>
        )}
      </div>
    );
  }
  if (connect.isPending) return <Connecting connect={connect} />;
  const problem = () => {
    if (connect.error !== null) return problemText(walletProblem(connect.error), connectorName(connect), t);
    return chosen === null ? "" : problemText("disconnected", chosen.wallet, t);
  };
  return (
    <>
      <WalletList connectors={connectors} onChoose={choose} problem={problem()} />
      {connectors.every((each) => each.id === demoWalletId || isWalletConnect(each)) && <WalletApps />}
    </>
  );
}

/** For a phone whose browser holds no wallet: the page opened in a wallet's app. Plain links, until one is tapped. */
function WalletApps() {
  const t = useMessages();
  if (!matchMedia("(pointer: coarse)").matches) return null;
  return (
    <section aria-labelledby="wallet-apps" className="mt-6">
      <h3 id="wallet-apps" className="caption">
        {t.walletApps}
      </h3>
      <ul className="mt-2 grid gap-2">
        {walletAppLinks(location.href).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              className="flex min-h-14 items-center gap-3 rounded-xl border border-line-strong px-4 font-medium transition-colors duration-150 hover:bg-well"
            >
              <span className="flex-1">{name}</span>
              <ExternalLink className="size-5 text-muted rtl:-scale-x-100" aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useConnect, useConnection, useConnectors, useDisconnect, WagmiProvider } from "wagmi";
import { useMessages } from "@/components/checkout/messages-provider";
import { Connecting, connectorName, WalletList } from "@/components/checkout/wallet/connect-wallet";
import { problemText } from "@/components/checkout/wallet/problem-text";
import { announceDemoWallet } from "@/lib/browser/wallet/demo-wallet";
import { createWalletConfig, type WalletNetwork } from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { unnamedCoin } from "@/lib/chain/chains.rules";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";

type Hex = `0x${string}`;
export type ConnectedWallet = { address: Hex; chainId: number; name: string };

type Props = {
  network: WalletNetwork;
  /** Offered besides the browser's own wallets, on local chains; without an address, the payer's. */
  demoWallet: { address?: Hex; name?: string } | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  children: (wallet: ConnectedWallet) => ReactNode;
};

/** Choose a wallet */
export function ConnectWallet({ network, demoWallet, walletConnect, children }: Props) {
  const t = useMessages();
  const [config] = useState(() => createWalletConfig([network], walletConnect, t.browserWallet));
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  const panel = useRef<HTMLDivElement>(null);
  const { address, name } = demoWallet ?? {};
  const hasDemoWallet = demoWallet !== null;
  useEffect(
    () => (hasDemoWallet ? announceDemoWallet(network.chainId, { address, name }) : undefined),
    [network.chainId, hasDemoWallet, address, name],
  );
  // The button that opened it is gone, so screen readers need a new focus.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="mt-4 outline-none">
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>
          <Connection>{children}</Connection>
        </QueryClientProvider>
      </WagmiProvider>
    </div>
  );
}

function Connection({ children }: Pick<Props, "children">) {
  const t = useMessages();
  const connectors = useConnectors();
  const connection = useConnection();
  const connect = useConnect();
  const disconnect = useDisconnect();

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    return (
      <div data-wallet="">
        {children({ address, chainId, name: connector.name })}
        <button
          type="button"
          onClick={() => disconnect.mutate({})}
          className="text-link mt-1 min-h-11 text-sm"
        >
          {t.walletOther}
        </button>
      </div>
    );
  }
  if (connect.isPending) return <Connecting connect={connect} />;
  return (
    <WalletList
      connectors={connectors}
      onChoose={(connector) => connect.mutate({ connector })}
      problem={
        connect.error === null ? "" : problemText(walletProblem(connect.error), connectorName(connect), t)
      }
    />
  );
}

/** The refund's network, for a wallet. */
export function walletNetwork(view: RefundLinkView, networkName: string): WalletNetwork {
  return {
    chainId: view.chainId,
    networkName,
    blockExplorerUrl: view.network?.blockExplorerUrl ?? "",
    nativeCurrency: view.network?.nativeCurrency ?? unnamedCoin,
  };
}

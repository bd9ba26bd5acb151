"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useConnection, useDisconnect, WagmiProvider } from "wagmi";
import { useMessages } from "@/components/checkout/messages-provider";
import { Connecting, WalletList } from "@/components/checkout/wallet/connect-wallet";
import { problemText } from "@/components/checkout/wallet/problem-text";
import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import { useExpectedWallet } from "@/lib/browser/wallet/known-wallet";
import { useWallets } from "@/lib/browser/wallet/offered-wallets";
import { useWalletChoice } from "@/lib/browser/wallet/use-wallet-choice";
import {
  createWalletConfig,
  createWalletQueries,
  type WalletNetwork,
} from "@/lib/browser/wallet/wallet-config";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { nameOf } from "@/lib/browser/wallet-connect/wallet-connect";
import { unnamedCoin } from "@/lib/chain/chains.rules";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";

type Hex = `0x${string}`;
export type ConnectedWallet = { address: Hex; chainId: number; name: string };

type Props = {
  network: WalletNetwork;
  /** Offered besides the browser's own wallets, on local chains; without an address, the payer's. */
  demoWallet: { address?: Hex; name?: string } | null;
  /** Lower-case accounts: a wallet that already shares one with this page is chosen at once. */
  expected?: readonly string[] | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  children: (wallet: ConnectedWallet) => ReactNode;
};

/** Choose a wallet */
export function ConnectWallet({ network, demoWallet, expected = null, walletConnect, children }: Props) {
  const [config] = useState(() => createWalletConfig([network], walletConnect));
  const [queryClient] = useState(createWalletQueries);
  const panel = useRef<HTMLDivElement>(null);
  const wallets = useWallets(demoWallet === null ? null : network.chainId, demoWallet ?? {});
  // The button that opened it is gone, so screen readers need a new focus.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className="mt-4 outline-none">
      <WagmiProvider config={config} reconnectOnMount={false}>
        <QueryClientProvider client={queryClient}>
          <Connection wallets={wallets} expected={expected}>
            {children}
          </Connection>
        </QueryClientProvider>
      </WagmiProvider>
    </div>
  );
}

type ConnectionProps = Pick<Props, "children"> & {
  wallets: readonly AnnouncedWallet[];
  expected: readonly string[] | null;
};

function Connection({ wallets, expected, children }: ConnectionProps) {
  const t = useMessages();
  const connection = useConnection();
  const disconnect = useDisconnect();
  const choice = useWalletChoice(t.browserWallet);
  useExpectedWallet(wallets, expected, choice);

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    return (
      <div data-wallet="">
        {children({ address, chainId, name: nameOf(connector) })}
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
  if (choice.isPending) return <Connecting choice={choice} />;
  const { error, chosen } = choice;
  const problem = error === null ? "" : problemText(walletProblem(error), chosen?.name ?? "", t);
  return <WalletList wallets={wallets} choice={choice} problem={problem} />;
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

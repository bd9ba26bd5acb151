"use client";

import { useEffect, useRef } from "react";
import { useConnect, useConnection, useConnectors, useDisconnect } from "wagmi";
import { demoWalletId } from "@/lib/client/demo-wallet";
import type { WalletOrder } from "@/lib/client/wallet-order";
import { walletProblem } from "@/lib/client/wallet-problem";
import { fill } from "../fill";
import { useMessages } from "../messages-provider";
import { problemText } from "./problem-text";
import { WalletList } from "./wallet-list";
import { WalletNetwork } from "./wallet-network";
import { WalletReview } from "./wallet-review";
import { Working } from "./working";

type Props = { order: WalletOrder; startWithDemo: boolean; onSent: () => void };

/** Choose a wallet → connect → right network → review and pay. */
export function WalletFlow({ order, startWithDemo, onSent }: Props) {
  const t = useMessages();
  const connectors = useConnectors();
  const connection = useConnection();
  const connect = useConnect();
  const disconnect = useDisconnect();

  const demo = connectors.find(({ id }) => id === demoWalletId);
  const started = useRef(false);
  const { mutate } = connect;
  useEffect(() => {
    if (!startWithDemo || demo === undefined || started.current) return;
    started.current = true;
    mutate({ connector: demo });
  }, [startWithDemo, demo, mutate]);

  if (connection.status === "connected") {
    const { address, chainId, connector } = connection;
    return (
      <div className="mt-4">
        {chainId === order.chainId ? (
          <WalletReview order={order} payer={address} walletName={connector.name} onSent={onSent} />
        ) : (
          <WalletNetwork order={order} walletName={connector.name} />
        )}
        <button type="button" onClick={() => disconnect.mutate({})} className="text-link mt-4 text-sm">
          {t.walletOther}
        </button>
      </div>
    );
  }
  if (connect.isPending) {
    return <Working text={fill(t.walletConnecting, { wallet: nameOf(connect.variables?.connector) })} />;
  }
  return (
    <WalletList
      connectors={connectors}
      onChoose={(connector) => connect.mutate({ connector })}
      problem={
        connect.error === null
          ? ""
          : problemText(walletProblem(connect.error), nameOf(connect.variables?.connector), t)
      }
    />
  );
}

function nameOf(connector: unknown): string {
  const { name } = (connector ?? {}) as { name?: string };
  return name ?? "";
}

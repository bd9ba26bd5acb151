"use client";

import { ChevronRight, QrCode, Wallet } from "lucide-react";
import type { Connector } from "wagmi";
import { isWalletConnect } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";

type Props = {
  connectors: readonly Connector[];
  onChoose: (connector: Connector) => void;
  problem: string;
};

/** The wallets that announced themselves (EIP-6963), then those on other devices. */
export function WalletList({ connectors, onChoose, problem }: Props) {
  const t = useMessages();
  const elsewhere = connectors.filter(isWalletConnect);
  const here = connectors.filter((connector) => !isWalletConnect(connector));
  return (
    <div className="mt-2">
      <p className={here.length === 0 ? "text-muted" : "caption"}>
        {here.length === 0 ? t.walletNone : t.walletChoose}
      </p>
      <ul className="mt-4 grid gap-2">
        {[...here, ...elsewhere].map((connector) => (
          <li key={connector.uid}>
            <button
              type="button"
              onClick={() => onChoose(connector)}
              className="flex min-h-14 w-full items-center gap-3 rounded-xl border border-line-strong px-4 text-start font-medium transition-colors duration-150 hover:bg-well"
            >
              {isWalletConnect(connector) ? (
                <QrCode className="size-6 text-muted" aria-hidden="true" />
              ) : (
                <WalletIcon icon={connector.icon} />
              )}
              <span className="flex-1">
                <bdi>{connector.name}</bdi>
                {isWalletConnect(connector) && (
                  <span className="caption block font-normal">{t.walletConnectHint}</span>
                )}
              </span>
              <ChevronRight className="size-5 text-muted rtl:-scale-x-100" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}

function WalletIcon({ icon }: { icon: string | undefined }) {
  // EIP-6963 icons are data: URLs; any other would be a request to a third party.
  if (icon === undefined || !icon.trim().startsWith("data:image/")) {
    return <Wallet className="size-6 text-muted" aria-hidden="true" />;
  }
  // biome-ignore lint/performance/noImgElement: a data: address.
  return <img src={icon.trim()} alt="" width={28} height={28} className="size-7 rounded-lg" />;
}

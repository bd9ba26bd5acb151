"use client";

import { ChevronRight, LoaderCircle, QrCode as QrSign, Smartphone, Wallet } from "lucide-react";
import { useEffect, useState } from "react";
import type { Connector, useConnect } from "wagmi";
import { fill } from "@/components/checkout/text/fill";
import { demoWalletId, plainWalletId } from "@/lib/browser/announced-wallets";
import { cancelPairing, isWalletConnect, onPairingUri } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";
import { CopyField } from "../pay/copy-field";
import { QrCode } from "../pay/qr-code";
import { WalletIcon } from "../pay/wallet-icon";

/** Waiting for a wallet's account. */
export function Connecting({ connect }: { connect: ReturnType<typeof useConnect> }) {
  const t = useMessages();
  const connector = connect.variables?.connector;
  if (connector === undefined || typeof connector === "function" || !isWalletConnect(connector))
    return <Working text={fill(t.walletConnecting, { wallet: connectorName(connect) })} />;
  const cancel = () => {
    cancelPairing(connector);
    connect.reset();
  };
  return <Pairing connector={connector} onCancel={cancel} />;
}

/** The last chosen wallet; empty before. */
export function connectorName({ variables }: Pick<ReturnType<typeof useConnect>, "variables">): string {
  const { name } = (variables?.connector ?? {}) as { name?: string };
  return name ?? "";
}

type Props = { connector: Connector; onCancel: () => void };

/** Waiting for a wallet on another device: the QR code and, on a phone, links to its wallets. */
function Pairing({ connector, onCancel }: Props) {
  const t = useMessages();
  const [uri, setUri] = useState<string | null>(null);
  useEffect(() => onPairingUri(connector, setUri), [connector]);
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return (
    <>
      {uri === null ? (
        <Working text={t.pairLoading} />
      ) : (
        <section aria-labelledby="pairing" className="mt-4">
          {isPhone && (
            <a href={uri} className="button button-primary mb-5">
              <Smartphone className="size-5" aria-hidden="true" />
              {t.pairOpen}
            </a>
          )}
          <div role="status">
            <h3 id="pairing" className="font-medium">
              {t.pairTitle}
            </h3>
            <p className="caption mt-1">{t.pairHint}</p>
          </div>
          <div className="mx-auto mt-4 max-w-72">
            <QrCode content={uri} label={t.pairAlt} />
          </div>
          <details className="mt-4">
            <summary className="text-link cursor-pointer text-sm">{t.pairCopy}</summary>
            <div className="mt-3">
              <CopyField
                label={t.pairCode}
                value={uri}
                kind="code"
                copyLabel={t.pairCopy}
                copiedMessage={t.pairCopied}
              />
            </div>
          </details>
        </section>
      )}
      <button type="button" onClick={onCancel} className="text-link mt-4 text-sm">
        {t.walletOther}
      </button>
    </>
  );
}

export function Working({ text }: { text: string }) {
  return (
    <p role="status" className="mt-4 flex min-h-24 items-center justify-center gap-3">
      <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
      {text}
    </p>
  );
}

type ListProps = {
  connectors: readonly Connector[];
  onChoose: (connector: Connector) => void;
  problem: string;
};

/** The wallets that announced themselves (EIP-6963), then those on other devices. */
export function WalletList({ connectors, onChoose, problem }: ListProps) {
  const t = useMessages();
  const elsewhere = connectors.filter(isWalletConnect);
  const own = connectors.filter((connector) => !isWalletConnect(connector));
  const named = own.filter(({ id }) => id !== plainWalletId);
  // What sets `window.ethereum` is usually one of those that announced themselves.
  const here = named.some(({ id }) => id !== demoWalletId) ? named : own;
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
                <QrSign className="size-6 text-muted" aria-hidden="true" />
              ) : (
                <WalletIcon
                  icon={connector.icon}
                  fallback={<Wallet className="size-6 text-muted" aria-hidden="true" />}
                />
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

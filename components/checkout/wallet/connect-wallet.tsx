"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { Connector } from "wagmi";
import { ChevronRight, QrCode as QrSign, Smartphone, Wallet } from "@/components/ui/icons";
import type { AnnouncedWallet } from "@/lib/browser/announced-wallets";
import { hidesExtensions } from "@/lib/browser/wallet/offered-wallets";
import type { useWalletChoice } from "@/lib/browser/wallet/use-wallet-choice";
import { onPairingUri } from "@/lib/browser/wallet-connect/wallet-connect";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";
import { CopyField } from "../pay/copy-field";
import { copySigns } from "../pay/copy-signs";
import { QrCode } from "../pay/qr-code";
import { WalletIcon } from "../pay/wallet-icon";
import { AskingWallet, OtherWays, Working } from "./review-parts";

type ConnectingProps = {
  choice: ReturnType<typeof useWalletChoice>;
  /** Leads to the other ways to pay; undefined where there are none. */
  onManual?: () => void;
};

/** Waiting for a wallet's account. */
export function Connecting({ choice, onManual }: ConnectingProps) {
  const t = useMessages();
  const { pairing = null, name = "" } = choice.chosen ?? {};
  const ways = { onLeave: choice.cancel, onManual };
  if (pairing === null)
    return <AskingWallet text={fill(t.walletConnecting, { wallet: name })} wallet={name} ways={ways} />;
  return (
    <>
      <Pairing connector={pairing} />
      <OtherWays isDeadEnd={false} {...ways} />
    </>
  );
}

/** Waiting for a wallet on another device: the QR code and, on a phone, links to its wallets. */
function Pairing({ connector }: { connector: Connector }) {
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
              <Smartphone className="size-5" />
              <span>{t.pairOpen}</span>
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
                signs={copySigns}
                copyLabel={t.pairCopy}
                copiedMessage={t.pairCopied}
              />
            </div>
          </details>
        </section>
      )}
    </>
  );
}

type ListProps = {
  wallets: readonly AnnouncedWallet[];
  choice: ReturnType<typeof useWalletChoice>;
  problem: string;
};

/** The wallets of this browser, then those on other devices. */
export function WalletList({ wallets, choice, problem }: ListProps) {
  const t = useMessages();
  const row = (key: string, mark: ReactNode, label: ReactNode, onChoose: () => void) => (
    <li key={key}>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-14 w-full items-center gap-3 rounded-xl border border-line-strong px-4 text-start font-medium transition-colors duration-150 hover:bg-well"
      >
        {mark}
        <span className="flex-1">{label}</span>
        <ChevronRight className="size-5 text-muted rtl:-scale-x-100" />
      </button>
    </li>
  );
  const plainMark = <Wallet className="size-6 text-muted" />;
  return (
    <div className="mt-2">
      <p className={wallets.length === 0 ? "text-muted" : "caption"}>
        {wallets.length === 0 ? t.walletNone : t.walletChoose}
      </p>
      {wallets.length === 0 && hidesExtensions() && <p className="mt-2 text-muted">{t.walletNoneFirefox}</p>}
      <ul className="mt-4 grid gap-2 empty:hidden">
        {wallets.map((wallet) =>
          row(
            wallet.id,
            <WalletIcon icon={wallet.icon} fallback={plainMark} />,
            <bdi>{wallet.name || t.browserWallet}</bdi>,
            () => choice.choose(wallet),
          ),
        )}
        {choice.hasRelay &&
          row(
            "relay",
            <QrSign className="size-6 text-muted" />,
            <>
              WalletConnect
              <span className="caption block font-normal">{t.walletConnectHint}</span>
            </>,
            () => choice.choose(null),
          )}
      </ul>
      <p role="alert" className="mt-4 text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}

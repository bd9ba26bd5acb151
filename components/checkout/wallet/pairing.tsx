"use client";

import { Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import type { Connector } from "wagmi";
import { onPairingUri } from "@/lib/browser/wallet-connect/wallet-connect";
import { useMessages } from "../messages-provider";
import { CopyField } from "../pay/copy-field";
import { QrCode } from "../pay/qr-code";
import { Working } from "./working";

type Props = { connector: Connector; onCancel: () => void };

/** Waiting for a wallet on another device: the QR code and, on a phone, links to its wallets. */
export function Pairing({ connector, onCancel }: Props) {
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

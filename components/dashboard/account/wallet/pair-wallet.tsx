"use client";

import { Smartphone } from "lucide-react";
import { useEffect, useRef } from "react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { accountWords } from "../../messages/account";
import { CopyButton } from "../../ui/copy-button";

type Props = { uri: string; onCancel: () => void };

/** The QR code for a wallet on another device and, on a phone, links to its wallets. */
export function PairWallet({ uri, onCancel }: Props) {
  const words = accountWords.wallet.pairing;
  const isPhone = matchMedia("(pointer: coarse)").matches;
  // The button that led here is gone, so screen readers need a new focus.
  const task = useRef<HTMLParagraphElement>(null);
  useEffect(() => task.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <p ref={task} tabIndex={-1} className="text-muted text-sm outline-none">
        {words.scan}
      </p>
      {isPhone && (
        <a href={uri} className="button button-primary">
          <Smartphone className="size-5" aria-hidden="true" />
          {words.open}
        </a>
      )}
      <div className="mx-auto w-full max-w-72">
        <QrCode content={uri} label={words.qr} />
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={uri} what={words.code} withLabel />
        <button type="button" onClick={onCancel} className="button-compact button-secondary">
          {words.other}
        </button>
      </div>
    </div>
  );
}

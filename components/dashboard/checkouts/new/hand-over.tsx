"use client";

import { ExternalLink } from "lucide-react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { newCheckoutWords as words } from "../../messages/new-checkout";
import { CopyButton } from "../../ui/copy-button";

/** An address for a customer, to be copied or scanned. */
export function HandOver({ url }: { url: string }) {
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <div className="w-48 shrink-0">
        <QrCode content={url} label={words.qr} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-muted text-sm">{words.readyHint}</p>
        <code
          dir="ltr"
          className="wrap-anywhere select-all rounded-xl border border-line bg-well px-4 py-3 font-mono text-sm"
        >
          {url}
        </code>
        <div className="flex flex-wrap gap-2">
          <CopyButton value={url} what={words.link} withLabel />
          <a href={url} target="_blank" rel="noopener noreferrer" className="button-compact button-secondary">
            {words.open}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        </div>
      </div>
    </div>
  );
}

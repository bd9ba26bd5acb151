import { CopyHash } from "@/components/checkout/live/receipt-parts";
import { shortHash } from "@/components/checkout/text/amounts";
import { ExternalLink } from "@/components/ui/icons";

type Words = { readonly opensExplorer: string; readonly copyHash: string; readonly copiedHash: string };
type Props = { hash: string; blockExplorerUrl: string; t: Words };

/** A transaction to copy, with its page at the explorer if the network has one. Paper shows the whole hash. */
export function TransactionLink(props: Props) {
  const { hash, blockExplorerUrl, t } = props;
  const copy = <CopyHash hash={hash} label={t.copyHash} copiedMessage={t.copiedHash} />;
  if (blockExplorerUrl === "")
    return (
      <span title={hash} className="relative flex items-center gap-1 font-mono text-sm">
        <span dir="ltr" translate="no" className="sr-only break-all print:not-sr-only">
          {hash}
        </span>
        <span aria-hidden="true" dir="ltr" translate="no" className="py-1.5 print:hidden">
          {shortHash(hash)}
        </span>
        {copy}
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1">
      <a
        href={`${blockExplorerUrl.replace(/\/$/, "")}/tx/${hash}`}
        target="_blank"
        rel="noreferrer"
        className="text-link font-mono text-sm"
      >
        <bdi dir="ltr" translate="no" className="print:hidden">
          {shortHash(hash)}
        </bdi>
        <span dir="ltr" translate="no" className="hidden break-all print:inline">
          {hash}
        </span>
        <ExternalLink className="size-3.5 rtl:-scale-x-100" />
        <span className="sr-only">{`(${t.opensExplorer})`}</span>
      </a>
      {copy}
    </span>
  );
}

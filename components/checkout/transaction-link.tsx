import { CopyHash } from "@/components/checkout/live/receipt-parts";
import { shortHash } from "@/components/checkout/text/amounts";
import { ExternalLink } from "@/components/ui/icons";

type Words = { readonly opensExplorer: string; readonly copyHash: string; readonly copiedHash: string };
type Props = { hash: string; blockExplorerUrl: string; t: Words };

/** Characters of a hash before the break, when it does not fit into one line. */
const half = 33;

/** A transaction to copy, with its explorer page, or as selectable text without an explorer. */
export function TransactionLink(props: Props) {
  const { hash, blockExplorerUrl, t } = props;
  const copy = <CopyHash hash={hash} label={t.copyHash} copiedMessage={t.copiedHash} />;
  if (blockExplorerUrl === "")
    return (
      <span dir="ltr" className="flex items-start gap-1">
        <span className="wrap-anywhere min-w-0 select-all py-1.5 font-mono text-sm">
          {hash.slice(0, half)}
          <wbr />
          {hash.slice(half)}
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
        <bdi dir="ltr" className="print:hidden">
          {shortHash(hash)}
        </bdi>
        <span dir="ltr" className="hidden break-all print:inline">
          {hash}
        </span>
        <ExternalLink className="size-3.5 rtl:-scale-x-100" />
        <span className="sr-only">({t.opensExplorer})</span>
      </a>
      {copy}
    </span>
  );
}

import { ExternalLink } from "lucide-react";
import { shortHash } from "@/components/checkout/text/amounts";

type Props = { hash: string; blockExplorerUrl: string; t: { readonly opensExplorer: string } };

/** Characters of a hash before the break, when it does not fit into one line. */
const half = 33;

/** A transaction with its explorer page, or as selectable text without an explorer. */
export function TransactionLink(props: Props) {
  const { hash, blockExplorerUrl, t } = props;
  if (blockExplorerUrl === "")
    return (
      <span dir="ltr" className="wrap-anywhere block select-all font-mono text-sm">
        {hash.slice(0, half)}
        <wbr />
        {hash.slice(half)}
      </span>
    );
  return (
    <a
      href={`${blockExplorerUrl.replace(/\/$/, "")}/tx/${hash}`}
      target="_blank"
      rel="noreferrer"
      className="text-link font-mono text-sm"
    >
      <bdi dir="ltr">{shortHash(hash)}</bdi>
      <ExternalLink className="size-3.5 rtl:-scale-x-100" aria-hidden="true" />
      <span className="sr-only">({t.opensExplorer})</span>
    </a>
  );
}

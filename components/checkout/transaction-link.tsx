import { ExternalLink } from "lucide-react";
import { shortHash } from "./amounts";
import type { Messages } from "./messages";

/** A transaction with its explorer page, or as text to be selected where there is no explorer. */
export function TransactionLink(props: { hash: string; blockExplorerUrl: string; t: Messages }) {
  const { hash, blockExplorerUrl, t } = props;
  if (blockExplorerUrl === "")
    return <span className="block select-all break-all text-left font-mono text-sm">{hash}</span>;
  return (
    <a
      href={`${blockExplorerUrl.replace(/\/$/, "")}/tx/${hash}`}
      target="_blank"
      rel="noreferrer"
      className="text-link font-mono text-sm"
    >
      {shortHash(hash)}
      <ExternalLink className="size-3.5" aria-hidden="true" />
      <span className="sr-only">({t.opensExplorer})</span>
    </a>
  );
}

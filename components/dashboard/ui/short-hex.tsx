import { ExternalLink } from "lucide-react";
import { shortHex } from "@/lib/platform/hex.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { CopyButton } from "./copy-button";

type Props = {
  /** An address, a hash, or the id of a request. */
  value: string;
  what: string;
  /** On the chain's explorer. */
  href?: string | null | undefined;
};

/** An address or hash by its ends; the whole of it is what is copied. */
export function ShortHex({ value: given, what, href }: Props) {
  const value = withChecksums(given);
  const text = (
    <>
      <span className="sr-only">{value}</span>
      <span aria-hidden="true">{shortHex(value)}</span>
    </>
  );
  return (
    <span dir="ltr" className="inline-flex max-w-full items-center gap-1 font-mono text-sm" title={value}>
      {href === undefined || href === null ? (
        text
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" className="text-link">
          {text}
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      )}
      <CopyButton value={value} what={what} />
    </span>
  );
}

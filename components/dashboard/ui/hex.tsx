import { ExternalLink } from "lucide-react";
import { FullAddress } from "@/components/ui/full-address";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { CopyButton } from "./copy-button";

type Props = {
  /** An address, a hash, or the id of a request. */
  value: string;
  what: string;
  /** Its page on the chain's explorer. */
  href?: string | null | undefined;
};

/** An address or hash shortened in the middle; copying copies all of it. */
export function ShortHex({ value: given, what, href }: Props) {
  const value = withChecksums(given);
  const text = (
    <>
      <span className="sr-only">{value}</span>
      <span aria-hidden="true">{shortHex(value)}</span>
    </>
  );
  return (
    <span
      dir="ltr"
      translate="no"
      className="inline-flex max-w-full items-center gap-1 font-mono text-sm"
      title={value}
    >
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

/** A whole address, for comparison. */
export function WholeAddress({ value, what }: { value: string; what: string }) {
  const address = withChecksums(value);
  return (
    <span className="inline-flex max-w-full items-center gap-1 text-sm">
      <FullAddress value={address} />
      <CopyButton value={address} what={what} />
    </span>
  );
}

/** Text for a terminal or an editor, to copy as a whole. */
export function Code({ children, what }: { children: string; what: string }) {
  return (
    <div
      translate="no"
      className="flex items-start gap-2 rounded-xl border border-line bg-well py-2 ps-4 pe-2 text-start"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0} dir="ltr" className="min-w-0 flex-1 overflow-x-auto py-1 font-mono text-ink text-sm">
        <code>{children}</code>
      </pre>
      <CopyButton value={children} what={what} />
    </div>
  );
}

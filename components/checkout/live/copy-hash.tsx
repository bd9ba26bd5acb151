"use client";

import { useEffect, useState } from "react";
import { Check, Copy } from "@/components/ui/icons";

type Props = {
  hash: string;
  label: string;
  /** Announced after copying. */
  copiedMessage: string;
};

/** Copies a whole transaction hash and announces it. */
export default function CopyHash({ hash, label, copiedMessage }: Props) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 3_000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const Sign = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        // Without permission nothing is copied, and the sign stays as it is.
        onClick={() =>
          navigator.clipboard?.writeText(hash).then(
            () => setCopied(true),
            () => undefined,
          )
        }
        className="scripted inline-grid size-8 shrink-0 place-items-center rounded-lg text-accent hover:bg-accent-soft print:hidden"
      >
        <Sign className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {isCopied && copiedMessage}
      </span>
    </>
  );
}

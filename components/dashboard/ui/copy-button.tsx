"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { fill } from "@/lib/platform/i18n/message.rules";
import { shellWords } from "../messages/shell";
import { Notice } from "./notice";

/** Copies a text and announces it. */
export function CopyButton({
  value,
  what,
  withLabel = false,
}: {
  value: string;
  what: string;
  /** As a button with words, and its look. */
  withLabel?: boolean | "primary" | "quiet";
}) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 2_500);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={withLabel !== false ? undefined : fill(shellWords.copy, { what })}
        className={
          withLabel !== false
            ? `button-compact button-${withLabel === true ? "secondary" : withLabel} scripted`
            : "scripted inline-grid size-6 shrink-0 place-items-center rounded-md text-muted hover:bg-well hover:text-ink"
        }
      >
        <Icon className={`size-4 ${outcome === "copied" ? "text-ok" : ""}`} aria-hidden="true" />
        {withLabel !== false && fill(shellWords.copy, { what })}
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" && shellWords.copied}
        {outcome === "refused" && shellWords.copyRefused}
      </span>
    </>
  );
}

type Props = { secret: string; what: string; hint?: string };

/** A new secret: it is shown only once. */
export function SecretOnce({ secret, what, hint = shellWords.copyOnce }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3 rounded-xl border border-line bg-well px-4 py-3">
        <code dir="ltr" translate="no" className="wrap-anywhere min-w-0 flex-1 select-all font-mono text-sm">
          {secret}
        </code>
        <CopyButton value={secret} what={what} />
      </div>
      <Notice kind="warn">{hint}</Notice>
    </div>
  );
}

"use client";

import { shellWords } from "../../messages/shell";
import { CopyButton } from "../copy-button";
import { Notice } from "../notice";

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

"use client";

import { accountWords } from "../../messages/account";
import { shellWords } from "../../messages/shell";
import { CopyButton } from "../../ui/copy-button";
import { Notice } from "../../ui/notice";

/** Codes that were just made: they are never shown again. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const words = accountWords.factor;
  return (
    <div className="flex flex-col gap-4">
      <ul
        dir="ltr"
        className="grid gap-x-6 gap-y-1 rounded-xl border border-line bg-well px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Notice kind="warn">{shellWords.shownOnce}</Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton value={codes.join("\n")} what={words.codesName} withLabel />
        <button type="button" onClick={onKept} className="button-compact button-primary">
          {words.kept}
        </button>
      </div>
    </div>
  );
}

"use client";

import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import { keyWords } from "../../messages/keys";
import { Dialog } from "../../ui/form/dialog";
import { SecretOnce } from "../../ui/form/secret-once";
import { LanguageChoice } from "../language-choice";
import { curlSnippet, typescriptSnippet } from "../snippets";

export type KeyPlace = { baseUrl: string; projectId: string; kind: ApiKeyKind };

/** A key that was just made, and the first thing to do with it. */
export function MadeKey({
  made,
  place,
  onClose,
}: {
  /** Null while there is none. */
  made: string | null;
  place: KeyPlace;
  onClose: () => void;
}) {
  return (
    <Dialog open={made !== null} onClose={onClose} title={keyWords.made} insistent>
      {made !== null && (
        <>
          <SecretOnce secret={made} what={keyWords.madeKey} />
          <p className="text-sm">{keyWords.tryIt}</p>
          <LanguageChoice
            label={keyWords.languageLabel}
            what={keyWords.snippet}
            samples={keySamples({ ...place, key: made })}
          />
          <div className="flex justify-end">
            <button type="button" onClick={onClose} className="button-compact button-primary">
              {keyWords.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function keySamples(facts: KeyPlace & { key: string }) {
  return [
    { name: "curl", label: keyWords.languages.curl, code: curlSnippet(facts) },
    { name: "typescript", label: keyWords.languages.typescript, code: typescriptSnippet(facts) },
  ];
}

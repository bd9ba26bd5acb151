"use client";

import { useState } from "react";
import { CreateKey, type KeyPlace, keySamples } from "@/components/dashboard/developers/keys/key-forms";
import { quickstartWords as words } from "@/components/dashboard/messages/developers";
import { Link } from "@/components/dashboard/ui/link";
import { LanguageChoice } from "../language-choice";
import { Step } from "./step";

type Props = {
  place: KeyPlace;
  mayMakeKeys: boolean;
  facts: { hasKey: boolean; checkoutId: string | null };
};

/** The first two steps: a key created here appears in the request until the page is left. */
export function KeyAndRequest({ place, mayMakeKeys, facts: { hasKey, checkoutId } }: Props) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <Step number={1} title={words.key.title} done={hasKey}>
        <p className="text-sm">{mayMakeKeys ? words.key[place.kind] : words.key.viewer}</p>
        {mayMakeKeys && (
          <div>
            <CreateKey place={place} onMade={setMade} />
          </div>
        )}
      </Step>
      <Step number={2} title={words.request.title} done={checkoutId !== null}>
        <p className="text-sm">{words.request.description}</p>
        <LanguageChoice
          label={words.request.language}
          what={words.request.what}
          samples={keySamples({ ...place, key: made ?? words.request.keyPlaceholder[place.kind] })}
        />
        {made === null && checkoutId === null && <p className="caption">{words.request.waiting}</p>}
        {checkoutId !== null && (
          <p className="text-sm">
            {words.request.made}{" "}
            <Link
              href={`/dashboard/projects/${place.projectId}/checkouts/${checkoutId}`}
              className="text-link wrap-anywhere font-mono"
            >
              {checkoutId}
            </Link>
          </p>
        )}
      </Step>
    </>
  );
}

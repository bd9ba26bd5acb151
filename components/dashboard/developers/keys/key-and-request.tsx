"use client";

import { Check } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import {
  CreateKey,
  type KeyPlace,
  keySamples,
  LanguageChoice,
} from "@/components/dashboard/developers/keys/key-forms";
import { quickstartWords as words } from "@/components/dashboard/messages/developers";
import { Link } from "@/components/dashboard/ui/link";
import { fill } from "@/lib/platform/i18n/message.rules";

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

type StepProps = { number: number; title: string; done: boolean; children: ReactNode };

/** One step, checked once done. */
export function Step({ number, title, done, children }: StepProps) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-2xl border border-line bg-card px-5 py-4"
    >
      <span
        className={`grid size-8 place-items-center rounded-full font-semibold text-sm ${done ? "bg-ok-soft text-ok" : "bg-well text-muted"}`}
        aria-hidden="true"
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-3">
        <h2 id={id} className="flex min-h-8 flex-wrap items-center gap-x-2 font-semibold text-base">
          <span className="sr-only">{fill(words.step, { number })}: </span>
          {title}
          <span className="sr-only">, {done ? words.done : words.open}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}

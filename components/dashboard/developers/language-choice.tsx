"use client";

import { useId, useState } from "react";
import { Code } from "@/components/dashboard/ui/hex";

type Sample = { name: string; label: string; code: string };

/** The same thing in several languages, one shown at a time. */
export function LanguageChoice({
  label,
  what,
  samples,
}: {
  /** The label of the choice. */
  label: string;
  what: string;
  samples: readonly Sample[];
}) {
  const [chosen, setChosen] = useState(samples[0]?.name);
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {samples.map((sample) => (
          <label
            key={sample.name}
            className="flex min-h-8 cursor-pointer items-center rounded-lg px-3 font-medium text-muted text-sm has-focus-visible:outline-2 has-checked:bg-well has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              checked={sample.name === chosen}
              onChange={() => setChosen(sample.name)}
              className="sr-only"
            />
            {sample.label}
          </label>
        ))}
      </div>
      {samples
        .filter((sample) => sample.name === chosen)
        .map((sample) => (
          <Code key={sample.name} what={what}>
            {sample.code}
          </Code>
        ))}
    </fieldset>
  );
}

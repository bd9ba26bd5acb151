import type { Sample } from "@/lib/api/docs/code-samples";
import { CodeBlock } from "./prose";

/**
 * The same thing in several languages, one shown at a time. Radio buttons and CSS do it (docs.css): it works
 * without scripts, by keyboard, and prints all of them.
 */
export function CodeTabs({ id, title, samples }: { id: string; title: string; samples: readonly Sample[] }) {
  return (
    <fieldset className="docs-tabs">
      <legend className="sr-only">{title}: language</legend>
      <div className="docs-tab-row">
        {samples.map(({ language, label }, index) => (
          <label key={language} className="docs-tab">
            <input
              type="radio"
              name={`language-${id}`}
              value={language}
              defaultChecked={index === 0}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {samples.map(({ language, label, code }) => (
        <div key={language} className="docs-panel">
          <CodeBlock code={code} label={`${title} in ${label}`} keyed />
        </div>
      ))}
    </fieldset>
  );
}

import type { ReactNode } from "react";
import type { Sample } from "@/lib/docs/pages";
import { SampleCode } from "./sample-values";

/** A line of the document's text, which uses only `code` and **bold** of Markdown. */
export function RichText({ children }: { children: string }): ReactNode {
  return children.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    // The parts of a fixed text never reorder.
    const key = `${index}`;
    if (part.startsWith("`")) {
      return (
        <code key={key} className="docs-code">
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

export type ErrorRow = { code: string; status: number; when: string };

/** Codes with status and cause; `anchored` gives each an id, which a page can have once. */
export function ErrorTable({ rows, anchored = false }: { rows: readonly ErrorRow[]; anchored?: boolean }) {
  return (
    <ul className="docs-fields">
      {rows.map(({ code, status, when }) => (
        <li key={code} id={anchored ? code : undefined} className="docs-anchor">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="break-all font-medium font-mono text-sm">{code}</code>
            <span className="caption">{status}</span>
          </p>
          <p className="text-sm">
            <RichText>{when}</RichText>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A heading of the documentation. */
export function Heading({ children }: { children: ReactNode }) {
  return <h2 className="pt-4 font-semibold">{children}</h2>;
}

/** A block of code with the reader's own values; `label` names it. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="docs-block"
    >
      <pre>
        <SampleCode code={code} />
      </pre>
    </section>
  );
}

/** A value as JSON. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return <CodeBlock code={JSON.stringify(value, null, 2)} label={label} />;
}

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
          <CodeBlock code={code} label={`${title} in ${label}`} />
        </div>
      ))}
    </fieldset>
  );
}

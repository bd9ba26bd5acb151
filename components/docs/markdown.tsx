import path from "node:path/posix";
import { Marked, type Token } from "marked";
import type { ReactNode } from "react";
import { exampleOrigin } from "@/lib/api/openapi/examples/facts";
import { contents, headingId, pageName } from "@/lib/docs/contents";
import { type DocsPage, isCode, type Sample, sampleOf } from "@/lib/docs/pages";
import { SampleCode } from "./sample-values";
import { type DocsWords, docsWords } from "./words";

const served: ReadonlySet<string> = new Set(contents.flatMap(({ files }) => files));

/**
 * A page of docs/. Blocks of code that follow each other are tabs of one. Links between files lead to the pages
 * that show them, and the example's address becomes this service's own.
 */
export function Markdown({ page, origin }: { page: DocsPage; origin: string }) {
  const words = docsWords[page.language ?? "en"];
  const marked = markedFor(page, words);
  const tokens = marked.lexer(page.text.replaceAll(exampleOrigin, origin));
  return groups(tokens).map((group, index) => {
    const [first] = group;
    // The parts of a fixed text never change places.
    const key = `${index}`;
    if (first === undefined || !isCode(first)) {
      const html = { __html: marked.parser(group) };
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the project's own text, which no visitor writes.
      return <div key={key} className="docs-text" dangerouslySetInnerHTML={html} />;
    }
    const samples = group.filter(isCode).map(sampleOf);
    if (samples.length > 1)
      return <CodeTabs key={key} id={`${page.name}-${key}`} title={page.title} samples={samples} />;
    return (
      <CodeBlock key={key} code={first.text} label={`${sampleOf(first).label}, ${words.example} ${key}`} />
    );
  });
}

/** Runs of text and runs of code, in turn. */
function groups(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const last = found.at(-1);
    if (last?.[0] !== undefined && isCode(last[0]) === isCode(token)) last.push(token);
    else found.push([token]);
  }
  return found;
}

function markedFor({ file, anchors }: DocsPage, words: DocsWords): Marked {
  let tables = 0;
  let headings = 0;
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchors?.[headings] ?? headingId(text);
        headings += 1;
        return `<h${depth} id="${id}" class="docs-anchor"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = addressOf(file, href);
        return target === null ? text : `<a href="${target}">${text}</a>`;
      },
      // In the point of a list; elsewhere it is a block or a tab of its own.
      code: ({ text }) => `<pre class="docs-block"><code>${escapeHtml(text)}</code></pre>`,
      codespan({ text }) {
        return `<code class="docs-code">${escapeHtml(text)}</code>`;
      },
      table({ header, rows }) {
        const cells = (tag: "th" | "td", row: typeof header) =>
          row
            .map(({ tokens, text }) => {
              // An empty cell heads no column.
              const name = text === "" ? "td" : tag;
              return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
            })
            .join("");
        const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
        tables += 1;
        return `<section class="docs-table" tabindex="0" aria-label="${words.table} ${tables}"><table><thead><tr>${cells("th", header)}</tr></thead><tbody>${body}</tbody></table></section>`;
      },
      // A list to print and tick; here nothing is ticked.
      checkbox: () => '<span class="docs-check" aria-hidden="true"></span>',
      html: () => "",
    },
  });
}

/** Where a link of a file leads in the service; null for what the service does not show. */
function addressOf(file: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return escapeHtml(href);
  const [target = "", hash] = href.split("#");
  const found = path.join("docs", path.dirname(file), target);
  const anchor = hash === undefined ? "" : `#${hash}`;
  const name = found.replace(/^docs\//, "").replace(/(\.ko)?\.md$/, "");
  if (name === "README") return `/docs${anchor}`;
  return served.has(name) ? `/docs/${pageName(name)}${anchor}` : null;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

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

import { marked } from "marked";
import { headingId } from "./contents";
import type { DocsSection } from "./pages";

/** A part of the documentation with an address of its own. */
export type Entry = { href: string; page: string; heading: string; text: string };

export type Hit = Omit<Entry, "text"> & { excerpt: string };

const most = 20;
const excerptLength = 180;

/** Each page by its headings; what stands before the first belongs to the page itself. */
export function pageEntries(sections: readonly DocsSection[]): Entry[] {
  return sections.flatMap(({ pages }) =>
    pages.flatMap(({ name, title, text }) => {
      const entries: Entry[] = [{ href: `/docs/${name}`, page: title, heading: "", text: "" }];
      for (const token of marked.lexer(text)) {
        if (token.type === "heading")
          entries.push({
            href: `/docs/${name}#${headingId(token.text)}`,
            page: title,
            heading: plain(token.text),
            text: "",
          });
        const last = entries.at(-1);
        if (token.type !== "heading" && last !== undefined)
          last.text = `${last.text} ${plain(token.raw)}`.trim();
      }
      return entries;
    }),
  );
}

/** The parts that have every word of the query, those first that have them in a heading. */
export function search(entries: readonly Entry[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return [];
  return entries
    .flatMap(({ text, ...entry }) => {
      const fields = [entry.heading, entry.page, text].map((field) => field.toLowerCase());
      const scores = words.map((word) => scoreOf(word, fields));
      if (scores.includes(0)) return [];
      const score = scores.reduce((sum, one) => sum + one, 0);
      return [{ score, hit: { ...entry, excerpt: excerptOf(text, words) } }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ hit }) => hit);
}

/** Zero where the word is in none of heading, page title and text. */
function scoreOf(word: string, [heading = "", page = "", text = ""]: string[]): number {
  const times = Math.min(5, text.split(word).length - 1);
  return (heading.includes(word) ? 20 : 0) + (page.includes(word) ? 10 : 0) + times;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const start = Number.isFinite(first) ? Math.max(0, lower.lastIndexOf(" ", Math.max(0, first - 60)) + 1) : 0;
  const end = start + excerptLength;
  const excerpt = text.slice(start, end).replaceAll("`", "").trim();
  return `${start > 0 ? "… " : ""}${excerpt}${end < text.length ? " …" : ""}`;
}

/** Without the signs of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^```.*$|[`*|]|^[-#>]+ |:?-{3,}:?/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}

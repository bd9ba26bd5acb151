import { marked, type Token, type Tokens } from "marked";
import { docsPage } from "./pages";

/** One way of several to do the same thing; `language` tells it from the others of its group. */
export type Sample = { language: string; label: string; code: string };

const labels: Readonly<Record<string, string>> = {
  curl: "curl",
  ts: "TypeScript",
  python: "Python",
  php: "PHP",
  html: "HTML",
  sh: "Shell",
  json: "JSON",
};

/** A fenced block: the first word after the fence is its language, the rest what its tab is called. */
export function sampleOf({ lang = "", text }: Tokens.Code): Sample {
  const [language = "", ...label] = lang.split(" ");
  const name = label.join(" ") || (labels[language] ?? "Text");
  return { language: name.toLowerCase().replace(/\W+/g, "-"), label: name, code: text };
}

/** The blocks of code under a heading of a page. */
export function samplesUnder(pageName: string, heading: string): Sample[] {
  const tokens = marked.lexer(docsPage(pageName)?.text ?? "");
  const start = tokens.findIndex((token) => token.type === "heading" && token.text === heading);
  const after = tokens.slice(start + 1);
  const end = after.findIndex(({ type }) => type === "heading");
  return after
    .slice(0, end === -1 ? undefined : end)
    .flatMap((token) => (isCode(token) ? [sampleOf(token)] : []));
}

export function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

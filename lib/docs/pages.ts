import { readFileSync } from "node:fs";
import path from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { contents, headingId, koreanFiles, pageName } from "./contents";

/**
 * A page of the documentation as it lies in docs/; `text` is Markdown without its title. A translation has the anchors
 * of the English page, so links to a heading work in each language.
 */
export type DocsPage = {
  name: string;
  file: string;
  title: string;
  text: string;
  language?: DashboardLanguage;
  anchors?: readonly string[];
};

export type DocsSection = { title: string; pages: readonly DocsPage[] };

let read: readonly DocsSection[] | undefined;

let readKorean: readonly DocsSection[] | undefined;

/** Every page under its section, in the order of the navigation; read once. English where there is no translation. */
export function docsSections(language: DashboardLanguage = "en"): readonly DocsSection[] {
  read ??= contents.map(({ title, files }) => ({ title, pages: files.map(readPage) }));
  if (language === "en") return read;
  readKorean ??= read.map(({ title, pages }) => ({ title, pages: pages.map(translated) }));
  return readKorean;
}

/** Undefined where no page has this name. */
export function docsPage(name: string, language: DashboardLanguage = "en"): DocsPage | undefined {
  return docsSections(language)
    .flatMap(({ pages }) => pages)
    .find((page) => page.name === name);
}

/** The front page, which lists the others. */
export function frontPage(): DocsPage {
  return readPage("README");
}

function translated(page: DocsPage): DocsPage {
  if (!koreanFiles.includes(page.file)) return page;
  const headings = marked.lexer(page.text).flatMap((token) => (token.type === "heading" ? [token.text] : []));
  const { title, text } = readPage(`${page.file}.ko`);
  return { ...page, title, text, language: "ko", anchors: headings.map(headingId) };
}

/** `docs/<file>.md` of the folder that the service runs in. @throws when it has no title */
function readPage(file: string): DocsPage {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "docs");
  const markdown = readFileSync(path.join(folder, `${file}.md`), "utf8");
  const [, title, text] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  if (title === undefined || text === undefined) throw new Error(`docs/${file}.md does not begin with "# "`);
  return { name: pageName(file), file, title, text: text.trim() };
}

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

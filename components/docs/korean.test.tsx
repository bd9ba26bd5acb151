import { marked, type Token } from "marked";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { koreanFiles, pageName } from "@/lib/docs/contents";
import { type DocsPage, docsPage, isCode } from "@/lib/docs/pages";
import { Markdown } from "./markdown";

const pageIn = (language: "en" | "ko", file: string): DocsPage => {
  const page = docsPage(pageName(file), language);
  if (page === undefined) throw new Error(`${file} is missing`);
  return page;
};

/** The parts of a page that every language shares, in their order. */
function partsOf({ text }: DocsPage) {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(text), (token) => {
    tokens.push(token);
  });
  return {
    headings: tokens.flatMap((token) => (token.type === "heading" ? [token.depth] : [])),
    code: tokens.filter(isCode).map(({ lang, text: code }) => ({ lang, code })),
    // The order of words, and so of links, differs in a sentence.
    links: tokens
      .flatMap((token) => (token.type === "link" ? [String(token.href).replace(".ko.md", ".md")] : []))
      .toSorted(),
    tables: tokens.flatMap((token) =>
      token.type === "table" ? [[token.header.length, token.rows.length]] : [],
    ),
    items: tokens.flatMap((token) => (token.type === "list" ? [token.items.length] : [])),
  };
}

describe.each(koreanFiles)("the Korean page %s", (file) => {
  const english = pageIn("en", file);
  const korean = pageIn("ko", file);
  const render = (page: DocsPage) =>
    renderToStaticMarkup(<Markdown page={page} origin="https://own.example" />);

  test("has every heading, block of code, link, table and list of the English page", () => {
    expect(partsOf(korean)).toEqual(partsOf(english));
  });

  test("has the anchors of the English page, so a link works in both languages", () => {
    const anchors = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(anchors(render(korean))).toEqual(anchors(render(english)));
  });

  test("is written in Korean, without Markdown syntax in its prose", () => {
    const prose = render(korean).replace(/<pre>[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, "");
    expect(prose).not.toMatch(/\]\(|\*\*|```/);
    expect(korean.title).toMatch(/\p{Script=Hangul}/u);
  });
});

import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { openApi } from "@/lib/api/openapi/documents";
import { operationGroups } from "@/lib/api/openapi/types";
import { docsPage, docsSections, frontPage } from "@/lib/docs/pages";
import { Markdown } from "./markdown";

const origin = "https://own.example";
const render = (name: string) => {
  const page = name === "" ? frontPage() : docsPage(name);
  return page === undefined ? "" : renderToStaticMarkup(<Markdown page={page} origin={origin} />);
};
const names = docsSections().flatMap(({ pages }) => pages.map(({ name }) => name));
const served = new Set(["", ...names, ...operationGroups(openApi()).map(({ page }) => page)]);

describe.each(["", ...names])("the page %j", (name) => {
  const html = render(name);

  test("links to what the service shows, at anchors that are there", () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    for (const href of links.filter((link) => !link.startsWith("https:"))) {
      const [address = "", anchor] = href.split("#");
      const target = address === "" ? name : address.replace(/^\/docs\/?/, "");
      expect(address === "" || /^\/docs(\/|$)/.test(address), href).toBe(true);
      expect(served.has(target), href).toBe(true);
      if (anchor !== undefined) expect(render(target)).toContain(`id="${anchor}"`);
    }
  });

  test("leaves out no level of headings", () => {
    const levels = [...html.matchAll(/<h([2-6])/g)].map(([, level]) => Number(level));
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 1)).toBeLessThan(2);
  });

  test("shows the service's own address, and no sign of Markdown", () => {
    expect(html).not.toContain("pay.example.com");
    const prose = html.replace(/<pre>[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, "");
    expect(prose).not.toMatch(/\]\(|\*\*|```|<!--|<h1/);
  });
});

test("blocks that follow each other are tabs of one, a single one is not", () => {
  const html = render("get-started");
  for (const label of ["curl", "TypeScript", "Python", "PHP"]) expect(html).toContain(`/>${label}</label>`);
  expect(html.match(/<fieldset/g)).toHaveLength(1);
});

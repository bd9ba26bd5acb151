import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { openApi } from "@/lib/api/openapi/documents";
import { operationGroups } from "@/lib/api/openapi/types";
import { docsPage, docsSections, frontPage } from "@/lib/docs/pages";
import { Markdown } from "./markdown";
import { OwnValues } from "./sample-values";

const origin = "https://own.example";
const render = (name: string) => {
  const page = name === "" ? frontPage() : docsPage(name);
  return page === undefined ? "" : renderToStaticMarkup(<Markdown page={page} origin={origin} />);
};
const names = docsSections().flatMap(({ pages }) => pages.map(({ name }) => name));
const served = new Set(["", ...names, ...operationGroups(openApi()).map(({ page }) => page)]);

describe.each(["", ...names])("the page %j", (name) => {
  const html = render(name);

  test("links only to pages and anchors that the service has", () => {
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

  test("shows the service's own address and no Markdown syntax", () => {
    expect(html).not.toContain("pay.example.com");
    const prose = html.replace(/<pre>[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, "");
    expect(prose).not.toMatch(/\]\(|\*\*|```|<!--|<h1/);
  });
});

test("the reader's own values take the place of those in code, and of none in prose", () => {
  const page = docsPage("get-started");
  if (page === undefined) throw new Error("the page is missing");
  const html = renderToStaticMarkup(
    <OwnValues values={[["svc_server_…", "svc_server_of_the_demo"]]}>
      <OwnValues values={[["svc_server_…", "svc_server_of_the_reader"]]}>
        <Markdown page={page} origin={origin} />
      </OwnValues>
    </OwnValues>,
  );
  const code = [...html.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, text = ""]) => text);
  expect(code.filter((text) => text.includes("svc_server_of_the_reader"))).toHaveLength(4);
  expect(html).not.toContain("svc_server_of_the_demo");
  expect(code.join()).not.toContain("svc_server_…");
  expect(html).toContain('<code class="docs-code">svc_server_…</code>');
});

test("blocks that follow each other are tabs of one, a single one is not", () => {
  const html = render("get-started");
  for (const label of ["curl", "TypeScript", "Python", "PHP"]) expect(html).toContain(`/>${label}</label>`);
  expect(html.match(/<fieldset/g)).toHaveLength(1);
});

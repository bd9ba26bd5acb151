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
  if (page === undefined) throw new Error(`there is no page ${name}`);
  return renderToStaticMarkup(<Markdown page={page} origin={origin} />);
};
const names = docsSections().flatMap(({ pages }) => pages.map(({ name }) => name));
const pages = ["", ...names].map((name) => ({ name, html: render(name) }));
const htmlOf = new Map(pages.map(({ name, html }) => [name, html]));
const served = new Set([...htmlOf.keys(), ...operationGroups(openApi()).map(({ page }) => page)]);

describe("of all pages", () => {
  test("no link leads to a page or an anchor that the service lacks", () => {
    const links = pages.flatMap(({ name, html }) =>
      [...html.matchAll(/href="([^"]*)"/g)]
        .map(([, href = ""]) => ({ name, href }))
        .filter(({ href }) => !href.startsWith("https:")),
    );
    expect(links.length).toBeGreaterThan(pages.length);
    const leads = ({ name, href }: { name: string; href: string }) => {
      const [address = "", anchor] = href.split("#");
      const target = address === "" ? name : address.replace(/^\/docs\/?/, "");
      if (address !== "" && !/^\/docs(\/|$)/.test(address)) return false;
      return anchor === undefined ? served.has(target) : htmlOf.get(target)?.includes(`id="${anchor}"`);
    };
    expect(links.filter((link) => !leads(link))).toEqual([]);
  });

  test("none leaves out a level of headings", () => {
    const steps = pages.flatMap(({ name, html }) => {
      const levels = [...html.matchAll(/<h([2-6])/g)].map(([, level]) => Number(level));
      return levels.map((level, index) => ({ name, from: levels[index - 1] ?? 1, level }));
    });
    expect(steps.length).toBeGreaterThan(pages.length);
    expect(steps.filter(({ from, level }) => level - from > 1)).toEqual([]);
  });

  test("each shows the service's own address and no Markdown syntax", () => {
    for (const { name, html } of pages) {
      expect(html, name).not.toContain("pay.example.com");
      const prose = html.replace(/<pre>[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>/g, "");
      expect(prose, name).not.toMatch(/\]\(|\*\*|```|<!--|<h1/);
    }
    expect(pages.some(({ html }) => html.includes(origin))).toBe(true);
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

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { listWords as words } from "@/components/dashboard/messages/shell";
import { chipsOf, ListTools } from "./list-tools";

const query = new URLSearchParams("status=failed&chain=8453&more=1");

const chips = chipsOf(query, { status: (value) => value.toUpperCase(), chain: (id) => `Chain ${id}` });

test("makes a chip for each part of a filter, which leads to the others", () => {
  expect(chips.map(({ label, without }) => [label, without.toString()])).toEqual([
    ["FAILED", "chain=8453&more=1"],
    ["Chain 8453", "status=failed&more=1"],
    ["1", "status=failed&chain=8453"],
  ]);
});

test("leads to all, to the presets and to the saved views, and has no tabs where there is only all", () => {
  const draw = (views: { name: string; query: string }[]) =>
    renderToStaticMarkup(
      <ListTools
        list="settlements"
        projectId="prj_1"
        path="/list"
        query={query}
        views={views}
        chips={chips}
        maySave={false}
      >
        the filters
      </ListTools>,
    );
  const html = draw([{ name: "Mine\u202e", query: "status=failed" }]);
  expect(html).toContain('href="/list?status=failed"');
  expect(html).toContain(">Mine<");
  expect(html).toContain(`aria-label="${words.views.tabs}"`);
  expect(draw([])).not.toContain("<nav");
});

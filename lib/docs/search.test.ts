import { expect, test } from "vitest";
import { pageEntries, search } from "./search";

const text = `Before the first heading.

## Rotate a secret

Use \`npm run admin\`, or [the dashboard](dashboard.md).

| A | B |
| --- | --- |
| one | two secrets |

## Other things

Nothing about keys.`;
const entries = pageEntries([
  { title: "Guide", pages: [{ name: "hooks", file: "m/hooks", title: "Webhooks", text }] },
]);

test("a page is found by its parts, each with its own address", () => {
  expect(entries.map(({ href, heading }) => [href, heading])).toEqual([
    ["/docs/hooks", ""],
    ["/docs/hooks#rotate-a-secret", "Rotate a secret"],
    ["/docs/hooks#other-things", "Other things"],
  ]);
});

test("every word must be there; a heading comes before text", () => {
  expect(search(entries, "SECRET rotate").map(({ href }) => href)).toEqual(["/docs/hooks#rotate-a-secret"]);
  expect(search(entries, "heading").map(({ href }) => href)).toEqual(["/docs/hooks"]);
  expect(search(entries, "webhooks").map(({ href }) => href)).toHaveLength(3);
  expect(search(entries, "secret nowhere")).toEqual([]);
  expect(search(entries, "  ")).toEqual([]);
});

test("an excerpt has no signs of Markdown", () => {
  const [hit] = search(entries, "dashboard");
  expect(hit?.excerpt).toBe("Use npm run admin , or the dashboard. A B one two secrets");
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The opening tags of a component's forms. */
function formTags(source: string): string[] {
  return [...source.matchAll(/<form\b/g)].map(({ index }) => {
    let depth = 0;
    for (let end = index; ; end++) {
      if (source[end] === "{") depth++;
      if (source[end] === "}") depth--;
      if ((source[end] === ">" && depth === 0) || end === source.length) return source.slice(index, end);
    }
  });
}

/** Hidden fields and a button: there is nothing to validate, and each byte counts in its page's first load. */
const withoutFields = path.join("components", "checkout", "live", "token-choice.tsx");

it("every form states its own faults, because the browser's bubbles are in the browser's language", () => {
  const files = ["app", "components"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => file.endsWith(".tsx"));
  const tags = files.flatMap((file) =>
    formTags(readFileSync(path.join(root, file), "utf8")).map((tag) => ({ file, tag })),
  );
  expect(tags.length).toBeGreaterThan(15);
  const native = tags.filter(({ file, tag }) => file !== withoutFields && !/\snoValidate(?=\s|$)/.test(tag));
  expect(native.map(({ file }) => file)).toEqual([]);
});

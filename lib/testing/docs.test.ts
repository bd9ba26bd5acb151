import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["docs", "docs/decisions"];
const pages = ["README.md", "CONTRIBUTING.md"].concat(
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
);

test.each(pages)("every path and link of %s leads somewhere", (page) => {
  const text = readFileSync(path.join(root, page), "utf8");
  const paths = [...text.matchAll(/`((?:app|components|e2e|inngest|lib|prisma|public)\/[\w./()[\]-]+)`/g)];
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)];
  const targets = [
    ...paths.map(([, file = ""]) => path.join(root, file)),
    ...links.map(([, file = ""]) => path.join(root, path.dirname(page), file)),
  ];
  expect(targets.filter((file) => !existsSync(file)).map((file) => path.relative(root, file))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Classes that name a side of the screen, where a page from right to left needs the line's start or end. */
const physical =
  /(?<=[\s"'`:])-?(?:(?:m|p|scroll-m|scroll-p)[lr]-|(?:left|right)-|border-[lr](?:-|(?=[\s"'`]))|rounded-(?:[lr]|[tb][lr])(?:-|(?=[\s"'`]))|text-(?:left|right)(?=[\s"'`]))[\w.[\]/-]*/g;

const folders = [
  "app/(checkout)",
  "components/checkout",
  "components/refund",
  "components/payment-link",
  "components/ui",
];
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => path.join(folder, file)),
);

it("knows such a class when it sees one", () => {
  const found =
    `"ml-4 -mr-2 md:pl-3 text-left border-l border-line rounded-lg rounded-tl-xl pr-1.5 left-0"`.match(
      physical,
    );
  expect(found).toEqual([
    "ml-4",
    "-mr-2",
    "pl-3",
    "text-left",
    "border-l",
    "rounded-tl-xl",
    "pr-1.5",
    "left-0",
  ]);
});

it.each(files)("%s names no side of the screen", (file) => {
  expect(readFileSync(path.join(root, file), "utf8").match(physical)).toBeNull();
});

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { builtFrom } from "./build";

/** What the image contains without being built into the application. */
const unbuilt = ["docs", ".npmrc", "LICENSE", "package.json"];

test("a build counts as stale after a change of any source that the image takes", async () => {
  const allowed = (await readFile(new URL("../../../.dockerignore", import.meta.url), "utf8"))
    .split("\n")
    // Below a folder, kinds of files.
    .flatMap((line) => (/^![^/*]+$/.test(line) ? [line.slice(1)] : []));
  expect(builtFrom.map((name) => name.split("/")[0]).toSorted()).toEqual(
    allowed.filter((name) => !unbuilt.includes(name)).toSorted(),
  );
});

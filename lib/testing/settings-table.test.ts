import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingNames } from "@/lib/api/settings/env";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

test("the tables of the README name every setting, and no other", () => {
  const firstCells = [...readme.matchAll(/^\| (`[A-Z][A-Z_]+`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name));
  expect(named.toSorted()).toEqual([...new Set(settingNames)].toSorted());
});

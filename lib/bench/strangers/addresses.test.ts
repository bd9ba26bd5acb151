import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { addresses, demoFiles } from "./addresses";

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

test("each file that answers strangers is measured", () => {
  const files = readdirSync(at("app"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file.replaceAll("\\", "/")),
  );
  expect(files.length).toBeGreaterThan(100);
  const covered = (file: string) => demoFiles.test(file) || addresses.some(({ files }) => files.test(file));
  expect(files.filter((file) => !covered(file.replaceAll("\\", "/")))).toEqual([]);
});

test("the operators' table has each address, and none above 50 ms without a limit of its own", () => {
  const page = readFileSync(at("docs/operators/cost.md"), "utf8");
  const [, table = ""] = page.split("| A stranger's request ");
  const rows = table
    .split("\n")
    .filter((line) => / ms +\|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.map(([, name]) => name)).toEqual(addresses.map(({ name }) => name));
  const common = /^(?:none|(?:client|checkout|page|site-page|dashboard-page)\b.*)$/;
  const costly = rows.filter(([, , cpu = "", limits = ""]) => {
    const isLimited = limits.split(", ").some((limit) => !common.test(limit));
    return Number.parseFloat(cpu) > 50 && !isLimited;
  });
  expect(costly).toEqual([]);
});

import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";

const hasPhp = spawnSync("php", ["--version"]).status === 0;
const pathOf = (file: string) => new URL(file, import.meta.url).pathname;
let folder: string;

beforeAll(() => {
  folder = spawnSync(process.execPath, [pathOf("build.mjs")], { encoding: "utf8" }).stdout.trim();
});

test.for([
  ["decisions", "decisions.test.php"],
  ["acts in a shop", "plugin.test.php"],
])("the plugin's %s hold in PHP", ([, file = ""], { skip }) => {
  skip(!hasPhp, "php is not installed here");
  const { status, stdout, stderr } = spawnSync("php", ["-d", "display_errors=stderr", pathOf(file), folder], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toBe("");
  expect(status).toBe(0);
});

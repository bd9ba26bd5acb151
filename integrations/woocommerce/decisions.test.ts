import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const hasPhp = spawnSync("php", ["--version"]).status === 0;

test.skipIf(!hasPhp)("the plugin's decisions hold in PHP", () => {
  const file = new URL("decisions.test.php", import.meta.url);
  const { status, stdout } = spawnSync("php", [file.pathname], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

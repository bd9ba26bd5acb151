#!/usr/bin/env node
/**
 * `npm run night -- NAME [arguments]`: one of the night's suites, each on shops, clients and browsers that nobody here wrote.
 *
 * A name is a folder of e2e with a configuration of its own (agents, browsers, inngest, judges, languages, mcp, medusa,
 * pictures, woocommerce), `samples` of the documentation, or `mutation` of the rules.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);
const binOf = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);
const configOf = (name) => join("e2e", name, "playwright.config.ts");

const programs = {
  samples: [fileURLToPath(new URL("run-samples.mjs", import.meta.url))],
  mutation: [binOf("@stryker-mutator/core", "bin/stryker.js"), "run"],
  ...Object.fromEntries(
    readdirSync(join(root, "e2e"))
      .filter((name) => existsSync(join(root, configOf(name))))
      .map((name) => [name, [binOf("@playwright/test", "cli.js"), "test", "--config", configOf(name)]]),
  ),
};

const [name, ...flags] = process.argv.slice(2);
if (!Object.hasOwn(programs, name ?? "")) {
  console.error(`Usage: npm run night -- ${Object.keys(programs).sort().join(" | ")}`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [...programs[name], ...flags], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

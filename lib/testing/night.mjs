#!/usr/bin/env node
/**
 * `npm run night -- NAME [arguments]`: one of the night's suites, each on shops, clients and browsers that nobody here wrote.
 *
 * A name is a folder of e2e with a configuration of its own (agents, browsers, inngest, judges, languages, mcp, medusa,
 * pictures, woocommerce), `samples` of the documentation, `mutation` of the rules, or `simulator`: thirty simulated days
 * of the whole service on new seeds (`--days`, `--seed`, `--steps`, `--only`).
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
  simulator: [binOf("vitest", "vitest.mjs"), "run", "--project", "integration", "lib/testing/simulator"],
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
/** vitest passes no arguments on to a test: they are settings of its environment. */
const settings = {};
if (name === "simulator") {
  if (flags.length === 0) flags.push("--days", "30");
  for (let index = 0; index < flags.length; index += 2)
    settings[flags[index].slice(2).toUpperCase()] = flags[index + 1];
  flags.length = 0;
}
const { status } = spawnSync(process.execPath, [...programs[name], ...flags], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...settings },
});
process.exitCode = status ?? 1;

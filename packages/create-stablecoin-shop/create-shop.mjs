#!/usr/bin/env node
/** `npm create stablecoin-shop [folder] -- [--framework NAME] [--no-install]`: writes a shop, and installs its packages. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

const shops = JSON.parse(readFileSync(new URL("./dist/templates.json", import.meta.url), "utf8"));
const frameworks = Object.keys(shops).join(", ");
const usage = `Usage: npm create stablecoin-shop@latest FOLDER -- --framework NAME [--no-install]
  NAME is one of ${frameworks}.`;

function readArguments() {
  const options = { framework: { type: "string" }, "no-install": { type: "boolean" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length > 1) throw new Error(`Name one folder.\n${usage}`);
  return { folder: positionals[0] ?? "stablecoin-shop", ...values };
}

async function askFramework() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Framework (${frameworks}): `);
  terminal.close();
  return answer.trim().toLowerCase();
}

function writeShop(folder, files) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The folder ${folder} isn't empty. Name a new one.`);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, ...name.split("/"));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function main() {
  const { folder, framework = "", "no-install": leavesInstall } = readArguments();
  const name = framework === "" && process.stdin.isTTY ? await askFramework() : framework;
  if (!Object.hasOwn(shops, name))
    throw new Error(`${name === "" ? "Name a framework" : `There is no shop with ${name}`}.\n${usage}`);
  const target = path.resolve(folder);
  const { files, commands } = shops[name];
  writeShop(target, files);
  // By the shell, because npm is a script on Windows.
  const isInstalled =
    !leavesInstall && spawnSync("npm install", { cwd: target, shell: true, stdio: "inherit" }).status === 0;
  const place = path.relative("", target) || ".";
  const steps = [
    `cd ${place.includes(" ") ? `"${place}"` : place}`,
    ...(isInstalled ? [] : ["npm install"]),
    ...commands,
  ];
  console.log(`\nThe shop is in ${target}.
Copy .env.example to .env, and fill it in as README.md says. Then start the shop:\n\n  ${steps.join("\n  ")}\n`);
  if (!leavesInstall && !isInstalled)
    throw new Error(
      "npm couldn't install the shop's packages, and says why above. The shop itself is complete.",
    );
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  if (error.code?.startsWith("ERR_PARSE_ARGS")) console.error(usage);
  process.exitCode = 1;
}

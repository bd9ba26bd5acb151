#!/usr/bin/env node
/**
 * Everything about the contracts, with npm's forge and npm's solc and no network:
 *
 *   node lib/contracts/run.mjs test [--json] [forge arguments]   unit, fuzz, invariant and gas tests
 *   node lib/contracts/run.mjs build                             ABIs and creation bytecode into abi/ (abi/testing is not committed)
 *   node lib/contracts/run.mjs check                             fails when the committed modules are stale
 *   node lib/contracts/run.mjs snapshot                          gas figures into snapshots/
 *   node lib/contracts/run.mjs forge <arguments>                 any other forge command
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

/**
 * The contracts that TypeScript knows: contract, generated module, name of its exports, and whether the application
 * deploys it (a deposit is created by the factory alone).
 */
const published = [
  { contract: "DepositFactory", module: "deposit", name: "depositFactory", deployable: true },
  { contract: "Deposit", module: "deposit", name: "deposit", deployable: false },
  { contract: "LocalUSDC", module: "local", name: "localUsdc", deployable: true },
  { contract: "LocalUSDT", module: "local", name: "localUsdt", deployable: true },
  { contract: "LocalPermit2", module: "local", name: "localPermit2", deployable: true },
  { contract: "LocalExactProxy", module: "local", name: "localExactProxy", deployable: true },
  // What tests pay with, from test/tokens; made by `npm run generate` and before a test run.
  { contract: "BatchPayer", module: "testing/batch-payer", name: "batchPayer", deployable: true },
  { contract: "DenylistToken", module: "testing/denylist-token", name: "denylistToken", deployable: true },
  { contract: "FeeToken", module: "testing/fee-token", name: "feeToken", deployable: true },
  { contract: "IssuerUsdc", module: "testing/issuer-usdc", name: "issuerUsdc", deployable: true },
  { contract: "IssuerUsdt", module: "testing/issuer-usdt", name: "issuerUsdt", deployable: true },
  { contract: "PermitToken", module: "testing/permit-token", name: "permitToken", deployable: true },
  {
    contract: "VersionlessToken",
    module: "testing/versionless-token",
    name: "versionlessToken",
    deployable: true,
  },
  { contract: "OddToken", module: "testing/odd-token", name: "oddToken", deployable: true },
];

/** The file that declares a contract: what only tests pay with stands in one. */
const sourceOf = (module, contract) => (module.startsWith("testing/") ? "TestTokens.sol" : `${contract}.sol`);

/**
 * forge itself. The npm package's own launcher is passed over because it ends with 0 whatever forge ended with.
 */
function forgeBinary() {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const file = process.platform === "win32" ? "forge.exe" : "forge";
  return require.resolve(`@foundry-rs/forge-${process.platform}-${architecture}/bin/${file}`);
}

/**
 * forge wants one executable file as its compiler. The launcher is made anew each time, so it needs neither an
 * executable bit kept by git nor a `node` on the PATH.
 */
async function compilerLauncher() {
  const windows = process.platform === "win32";
  const launcher = path.join(root, "cache", windows ? "solc.cmd" : "solc");
  const compiler = path.join(root, "solc.mjs");
  await mkdir(path.dirname(launcher), { recursive: true });
  const script = windows
    ? `@"${process.execPath}" "${compiler}" %*\r\n`
    : `#!/bin/sh\nexec "${process.execPath}" "${compiler}" "$@"\n`;
  await writeFile(launcher, script, { mode: 0o755 });
  return launcher;
}

/**
 * Runs a forge command in this folder.
 *
 * @param {string[]} args the command and its arguments
 * @param {{ capture?: boolean }} [options] `capture` returns standard output instead of showing it
 * @returns {Promise<{ exitCode: number, stdout: string }>}
 */
async function forge([command, ...args], { capture = false } = {}) {
  const openzeppelin = path
    .dirname(require.resolve("@openzeppelin/contracts/package.json"))
    .replaceAll("\\", "/");
  const compiling = [
    ...["--root", root, "--use", await compilerLauncher()],
    ...["--remappings", `@openzeppelin/contracts/=${openzeppelin}/`],
  ];
  const child = spawn(forgeBinary(), [command, ...compiling, ...args], {
    cwd: root,
    stdio: ["ignore", capture ? "pipe" : "inherit", "inherit"],
  });
  let stdout = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ exitCode: code ?? 1, stdout }));
  });
}

/** Gas figures are held against the committed ones in every run, though not under --json; `snapshot` rewrites them. */
const gasIsChecked = ["--gas-snapshot-check=true", "--gas-snapshot-emit=false"];
const gasIsWritten = ["--gas-snapshot-check=false", "--gas-snapshot-emit=true"];
const gasTests = ["--match-path", "test/gas.t.sol"];

/**
 * Compiles everything, or takes what forge compiled from the same sources: without metadata the code of a contract does
 * not depend on what is compiled beside it.
 *
 * @returns {Promise<Map<string, string>>} file path → content of the generated TypeScript modules
 */
async function generateModules() {
  const { exitCode, stdout } = await forge(["build"], { capture: true });
  if (exitCode !== 0) throw new Error(`forge build failed:\n${stdout}`);

  const modules = new Map();
  for (const module of new Set(published.map((each) => each.module))) {
    const contracts = published.filter((each) => each.module === module);
    const names = contracts.map(({ contract }) => contract).join(", ");
    const parts = await Promise.all(contracts.map(exportsOf));
    const header = `// Generated from ${names} by \`node lib/contracts/run.mjs build\`. Do not edit.\n`;
    modules.set(path.join(root, "abi", `${module}.ts`), [header, ...parts].join("\n"));
  }
  return modules;
}

/** A contract's ABI, and its bytecode if the application deploys it. */
async function exportsOf({ contract, module, name, deployable }) {
  const file = path.join(root, "out", sourceOf(module, contract), `${contract}.json`);
  const artifact = JSON.parse(await readFile(file, "utf8"));
  const abi = `export const ${name}Abi = [\n${artifact.abi.map(entryOf).join("")}] as const;\n`;
  if (!deployable) return abi;
  const bytecode = `export const ${name}Bytecode = "${artifact.bytecode.object}" as const;\n`;
  return `${abi}\n/** Creation bytecode of ${contract}. */\n${bytecode}`;
}

/** A function, event or error in a line of its own. */
function entryOf(entry) {
  return `  ${JSON.stringify(entry)},\n`;
}

/** Writes abi/. */
async function build() {
  for (const [file, content] of await generateModules()) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    console.log(`wrote ${path.relative(root, file)}`);
  }
  await writeFile(fingerprintFile, await fingerprintOfSources());
  return 0;
}

const fingerprintFile = path.join(root, "abi/testing/.fingerprint");

async function fingerprintOfSources() {
  const hash = createHash("sha256");
  for (const folder of ["src", "test/tokens"]) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    for (const name of names.filter((file) => file.endsWith(".sol")).sort())
      hash.update(`\0${name}\0`).update(await readFile(path.join(root, folder, name)));
  }
  return hash.digest("hex");
}

/**
 * Builds the modules of the contracts that only tests use, when they are missing or stale.
 *
 * @returns {Promise<boolean>} whether they had to be built
 */
export async function buildTestContracts() {
  const last = await readFile(fingerprintFile, "utf8").catch(() => "");
  if (last === (await fingerprintOfSources())) return false;
  await build();
  return true;
}

/**
 * Which committed modules differ from what the sources give.
 *
 * @returns {Promise<string[]>} their paths below lib/contracts; empty when all is current
 */
async function findStaleModules() {
  const stale = [];
  for (const [file, content] of await generateModules()) {
    const committed = await readFile(file, "utf8").catch(() => "");
    if (committed.replaceAll("\r\n", "\n") !== content) stale.push(path.relative(root, file));
  }
  return stale;
}

async function check() {
  const stale = await findStaleModules();
  if (stale.length === 0) return 0;
  console.error(
    `${stale.join(", ")}: not what the contracts compile to. Run: node lib/contracts/run.mjs build`,
  );
  return 1;
}

async function main([command, ...args]) {
  switch (command) {
    case "test":
      return (await forge(["test", ...gasIsChecked, ...args])).exitCode;
    case "snapshot":
      return (await forge(["test", ...gasTests, ...gasIsWritten, ...args])).exitCode;
    case "build":
      return build();
    case "check":
      return check();
    case "forge":
      return (await forge(args)).exitCode;
    default:
      console.error("usage: node lib/contracts/run.mjs test | build | check | snapshot | forge <arguments>");
      return 2;
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}

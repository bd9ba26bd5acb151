#!/usr/bin/env node
/**
 * The Solidity compiler from npm behind the command line that forge expects of a native `solc`: it answers
 * `--version` and compiles standard JSON from stdin. Nothing is downloaded.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const solc = createRequire(import.meta.url)("solc");

if (process.argv.includes("--version")) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
}

/**
 * The random run by hand: everything at once, for as long as is asked for.
 *
 *   node --import ./lib/platform/process/typescript.mjs lib/testing/random-run/main.ts [--seconds 600] [--seed 1] [--keep]
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { randomRun } from "./run";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: "string" }, seed: { type: "string" }, keep: { type: "boolean" } },
  });
  const dataRoot = await mkdtemp(path.join(tmpdir(), "checkout-random-run-"));
  // PostgreSQL runs as a user of its own.
  await chmod(dataRoot, 0o755);
  try {
    const report = await randomRun({
      seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
      seconds: Number(values.seconds ?? 600),
      leastPayments: 0,
      dataRoot,
      say: (line) => console.error(line),
    });
    console.log(JSON.stringify(report, null, 2));
    process.exitCode = report.findings.length === 0 ? 0 : 1;
  } finally {
    if (values.keep) console.error(`The data stays in ${dataRoot}.`);
    else await rm(dataRoot, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

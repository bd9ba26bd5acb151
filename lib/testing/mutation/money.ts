/**
 * Measures which changes of the use cases that move money the tests notice, on a seeded sample of all changes:
 *
 *   node --import ./lib/platform/process/typescript.mjs lib/testing/mutation/money.ts [--seed 1] [--size 300] [--from 0] [--ids 1,2]
 *
 * The first run measures which test files reach which mutant and keeps it in .cache/mutation; `--fresh` measures again.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Mutant } from "@stryker-mutator/api/core";
import { startEmbeddedPostgres, testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { applyMigrations } from "@/prisma/migrate";
import { prepareSandbox, projectRoot, sandbox } from "./sandbox";

type Report = { testResults: FileReport[] };
type FileReport = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};
/** A test file that passes without a mutant, the mutants that it reaches, and how long it takes. */
type Reach = { file: string; ms: number; mutants: string[] };

const cache = path.join(projectRoot, ".cache/mutation");
/** Test files of one mutant, the shortest first, as long as all of them take no longer alone. */
const testsPerMutantMs = 240_000;
const limitMs = 600_000;
const atATime = 2;

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { seed: text, size: text, from: text, ids: text, fresh: { type: "boolean" } },
  });
  const mutants = await prepareSandbox();
  const data = await mkdtemp(path.join(tmpdir(), "checkout-mutation-"));
  // PostgreSQL runs as a user of its own.
  await chmod(data, 0o755);
  const database = "checkout_template";
  const server = await startEmbeddedPostgres({
    dataDir: path.join(data, "postgres"),
    database,
    settings: testPostgresSettings,
  });
  try {
    await applyMigrations(server.databaseUrl);
    const env = { MUTATION_POSTGRES: server.adminUrl, MUTATION_TEMPLATE: database };
    const kept = path.join(cache, "reach.json");
    if (values.fresh) await rm(kept, { force: true });
    const reach: Reach[] = await readFile(kept, "utf8").then(JSON.parse, () => measureReach(env));
    await writeFile(kept, JSON.stringify(reach));
    const asked = values.ids?.split(",");
    const from = Number(values.from ?? 0);
    const drawn = asked
      ? mutants.filter(({ id }) => asked.includes(id))
      : draw(mutants, values.seed ?? "1").slice(from, from + Number(values.size ?? 300));
    console.log(`${drawn.length} of ${mutants.length} mutants`);
    const waiting = drawn[Symbol.iterator]();
    await Promise.all(Array.from({ length: atATime }, () => work(waiting, reach, env)));
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** In an order that the seed alone decides: a smaller sample is the beginning of a larger one. */
function draw(mutants: readonly Mutant[], seed: string): Mutant[] {
  const rank = ({ fileName, location, mutatorName, replacement }: Mutant) =>
    createHash("sha256")
      .update(JSON.stringify([seed, fileName, location, mutatorName, replacement]))
      .digest("hex");
  return mutants
    .map((mutant) => ({ mutant, key: rank(mutant) }))
    .sort((one, other) => one.key.localeCompare(other.key))
    .map(({ mutant }) => mutant);
}

/** Every test file in a module graph of its own: what loads with a module counts for each file. */
async function measureReach(env: Record<string, string>): Promise<Reach[]> {
  const folder = path.join(cache, "coverage");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { report } = await runTests(
    ["--isolate", "--maxWorkers=2"],
    { ...env, MUTATION_COVERAGE: folder },
    3_600_000,
  );
  if (report.testResults.length === 0) throw new Error("The tests gave no report.");
  const reached = new Map<string, string[]>();
  for (const name of await readdir(folder)) {
    const { file, mutants } = JSON.parse(await readFile(path.join(folder, name), "utf8"));
    reached.set(file, mutants);
  }
  return report.testResults.flatMap(({ name, status, startTime, endTime }) => {
    const file = path.relative(sandbox, name);
    console.log(`${status} ${Math.round(endTime - startTime)} ms ${file}`);
    return status === "passed" ? [{ file, ms: endTime - startTime, mutants: reached.get(file) ?? [] }] : [];
  });
}

async function work(waiting: Iterator<Mutant>, reach: Reach[], env: Record<string, string>): Promise<void> {
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    const result = await tryMutant(next.value, reach, env);
    await appendFile(path.join(cache, "money.jsonl"), `${JSON.stringify(result)}\n`);
    console.log(`${result.status} ${result.place} ${result.by ?? ""}`);
  }
}

async function tryMutant(mutant: Mutant, reach: Reach[], env: Record<string, string>) {
  const { id, fileName, location, mutatorName, replacement } = mutant;
  const { start, end } = location;
  const place = `${fileName}:${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1} ${mutatorName}`;
  const told = { id, place, replacement };
  const own = path.dirname(fileName);
  const covering = reach
    .filter(({ mutants }) => mutants.includes(id))
    .sort(
      (one, other) =>
        Number(path.dirname(other.file) === own) - Number(path.dirname(one.file) === own) ||
        one.ms - other.ms,
    );
  if (covering.length === 0) return { ...told, status: "no coverage", by: undefined };
  let sum = 0;
  const chosen = covering.filter(({ ms }, index) => {
    sum += ms;
    return index === 0 || sum <= testsPerMutantMs;
  });
  const files = chosen.map(({ file }) => file);
  const { report, exitCode, timedOut, ms } = await runTests(
    ["--bail=1", "--maxWorkers=1", ...files],
    { ...env, __STRYKER_ACTIVE_MUTANT__: id },
    limitMs,
  );
  const status = timedOut ? "timeout" : exitCode === 0 ? "survived" : "killed";
  const failed = report.testResults.find((file) => file.status === "failed");
  const test = failed?.assertionResults.find((one) => one.status === "failed");
  const by = test?.fullName ?? failed?.name;
  const message = (test?.failureMessages[0] ?? failed?.message)?.split("\n")[0]?.slice(0, 200);
  return { ...told, status, by, message, ms: Math.round(ms), files: files.length, of: covering.length };
}

async function runTests(args: string[], env: Record<string, string>, timeoutMs: number) {
  const output = path.join(cache, `report-${crypto.randomUUID()}.json`);
  const config = "lib/testing/mutation/money.vitest.config.ts";
  const startedAt = performance.now();
  const command = ["node_modules/vitest/vitest.mjs", "run", "--config", config];
  const outputs = ["--reporter=json", `--outputFile=${output}`];
  const outcome = await new Promise<{ exitCode: unknown; timedOut: boolean }>((resolve) =>
    execFile(
      process.execPath,
      [...command, ...outputs, ...args],
      {
        cwd: sandbox,
        env: { ...process.env, ...env },
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: 2 ** 28,
      },
      (error) => resolve({ exitCode: error === null ? 0 : error.code, timedOut: error?.killed === true }),
    ),
  );
  const report: Report = await readFile(output, "utf8").then(JSON.parse, () => ({ testResults: [] }));
  await rm(output, { force: true });
  return { ...outcome, ms: performance.now() - startedAt, report };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

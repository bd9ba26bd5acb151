/**
 * `npm run bench`: how near the service comes to what the same machine can do at best. Each row is a ratio
 * to a floor that is measured in the same run, in turn with it. It judges nothing: see the goals beside.
 *
 *   --rounds 5 · --seconds 4 · --only create | poll | detect | webhook | memory
 *   --only create --explain, --only poll --explain: where the time of one request goes
 *   --only credits: how fast payments are credited; some minutes
 *   --only settle: what a sweep costs; a minute
 *   --only lists: what the dashboard reads of a merchant with a million checkouts; ten minutes
 *   --only hour [--minutes 60]: a busy shop for an hour; its graph is written to .cache
 *   --only strangers: what each request costs that needs no key, with its limits; two minutes
 *   --only scale: with a million open checkouts; a quarter of an hour and 10 GB of disk
 */
import os from "node:os";
import { type BenchOptions, readOptions } from "./options";
import { explainRequest } from "./rows/explain";
import { measureHour } from "./rows/hour";
import { measureLists } from "./rows/lists";
import { measurePayments } from "./rows/payments";
import { connections, measureCreate, measureMemory, measurePoll } from "./rows/requests";
import { measureCreditsAlone, measureScale } from "./rows/scale";
import { measureSettlement } from "./rows/settle";
import { measureStrangers } from "./rows/strangers";
import { measureWebhooks } from "./rows/webhooks";
import { type Stage, startStage } from "./stage";
import { formatTable, type Row } from "./table";

const say = (line: string) => console.log(line);

async function main(flags: readonly string[]): Promise<void> {
  const options = readOptions(flags);
  const stops: (() => Promise<unknown>)[] = [];
  const interrupted = new Promise<"interrupted">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => resolve("interrupted"));
  });
  const work = measure(options, stops);
  try {
    const report = await Promise.race([work, interrupted]);
    if (report === "interrupted") process.exitCode = 130;
    else say(report);
  } finally {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  }
}

async function measure(options: BenchOptions, stops: (() => Promise<unknown>)[]): Promise<string> {
  const { wants } = options;
  const loadBefore = os.loadavg()[0]?.toFixed(1);
  const startedAt = performance.now();
  const { rows, measured } =
    wants("credits") ||
    wants("scale") ||
    wants("settle") ||
    wants("lists") ||
    wants("hour") ||
    wants("strangers")
      ? await measureSizes(options, stops)
      : await measureService(options, stops);
  return [
    ...(rows.length === 0 ? [] : ["", formatTable(rows)]),
    "",
    `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; load average before ${loadBefore}.`,
    measured,
    `Took ${Math.round((performance.now() - startedAt) / 1_000)} s.`,
  ].join("\n");
}

/** What was measured, and under what conditions. */
type Report = { rows: Row[]; measured: string };

async function measureSizes(options: BenchOptions, stops: (() => Promise<unknown>)[]): Promise<Report> {
  if (options.wants("strangers")) return { rows: [], measured: await measureStrangers({ stops, say }) };
  if (options.wants("settle"))
    return {
      rows: await measureSettlement({ options, stops, say }),
      measured:
        "PostgreSQL 18 (fsync on), anvil with blocks of 30 million gas and the service share the machine.",
    };
  if (options.wants("hour"))
    return {
      rows: await measureHour({ options, stops, say }),
      measured:
        "PostgreSQL 18 (fsync on), two chains with a block per second, the service and the load share the machine.",
    };
  if (options.wants("lists"))
    return {
      rows: await measureLists({ options, stops, say }),
      measured: "PostgreSQL 18 (fsync on, shared_buffers 512 MB); statements one after the other.",
    };
  const measureRows = options.wants("credits") ? measureCreditsAlone : measureScale;
  return {
    rows: await measureRows({ options, stops, say }),
    measured: `Medians of ${options.rounds} rounds, in turn; PostgreSQL 18 (fsync on, shared_buffers 512 MB), anvil and the service share the machine.`,
  };
}

async function measureService(options: BenchOptions, stops: (() => Promise<unknown>)[]): Promise<Report> {
  const { wants, rounds, seconds } = options;
  say("Starting the service and its floors.");
  const stage = await startStage(stops, say, options);
  if (options.explain) {
    say("Explain");
    const measured = await databaseLine(stage);
    return { rows: [], measured: `${await explainRequest(stage, options, say)}\n\n${measured}.` };
  }
  const rows: Row[] = [];
  // Memory first: idle means before any request.
  if (wants("memory")) {
    say("Memory");
    rows.push(...(await measureMemory(stage, options, say)));
  }
  if (wants("detect") || wants("webhook")) {
    say("Payments");
    rows.unshift(...(await measurePayments(stage, options, say)));
  }
  if (wants("webhook")) {
    say("Webhooks");
    rows.push(...(await measureWebhooks(stage, options, say)));
  }
  const requests: Row[] = [];
  if (wants("create")) {
    say("Create");
    requests.push(...(await measureCreate(stage, options, say)));
  }
  if (wants("poll")) {
    say("Poll");
    requests.push(...(await measurePoll(stage, options, say)));
  }
  return {
    rows: [...requests, ...rows],
    measured: `${await databaseLine(stage)}. Medians of ${rounds} rounds of ${seconds} s, the servers in turn, ${connections} connections; servers, PostgreSQL, chains and load share the machine.`,
  };
}

async function databaseLine({ pool }: Stage): Promise<string> {
  const { rows } = await pool.query<{ version: string; fsync: string; checkouts: string }>(`
    SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
      (SELECT count(*) FROM checkouts) AS checkouts`);
  const [row] = rows;
  return `PostgreSQL ${row?.version} (fsync ${row?.fsync}), ${Number(row?.checkouts).toLocaleString("en")} checkouts at the end`;
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

import { setTimeout as sleep } from "node:timers/promises";
import type { LoadOrder } from "@/lib/bench/child";
import { cpuRatioOf, type Measured, measureInTurn, ratioOf, type Target, usable } from "@/lib/bench/compare";
import type { BenchOptions } from "@/lib/bench/options";
import type { Served, Stage } from "@/lib/bench/stage";
import { median, megabytes, perSecond, type Row, residentBytes, times } from "@/lib/bench/table";

export const connections = 50;
const jsonHeaders = { accept: "application/json", "content-type": "application/json" };

/** The create that is measured: priced in fiat, with the token given. */
export function createBody({ stack }: Pick<Stage, "stack">): string {
  const [chain] = stack.manifest.chains;
  return JSON.stringify({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: chain?.chainId,
    tokenAddress: chain?.tokens[0]?.address,
    itemName: "Flat white",
    referenceId: "order-1",
    successUrl: "https://shop.example/thanks",
  });
}

/** Creates at the service, and at the bare Next route; by the project without endpoints. */
export function createTargets(stage: Stage): { ours: Target; nextFloor: Target } {
  const post = (origin: string, path: string, headers: Record<string, string>): LoadOrderWithoutTime => ({
    origin,
    method: "POST",
    paths: [path],
    headers: { ...jsonHeaders, ...headers },
    body: createBody(stage),
    expectedStatus: 201,
    connections,
  });
  const key = { "x-api-key": stage.stack.manifest.secondProject.serverKey };
  return {
    ours: { name: "ours", pid: stage.ours.pid, order: post(stage.ours.url, "/v1/checkouts", key) },
    nextFloor: {
      name: "bare Next",
      pid: stage.nextFloor.pid,
      order: post(stage.nextFloor.url, "/insert", {}),
    },
  };
}

type LoadOrderWithoutTime = Omit<LoadOrder, "seconds">;

/** How many checkouts a second, against the least a Next route could do. */
export async function measureCreate(
  stage: Stage,
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const { ours, nextFloor } = createTargets(stage);
  const measured = await measureInTurn(stage.load, [ours, nextFloor], {
    rounds,
    seconds,
    say,
    // Autovacuum does it within a minute. Until then foreign keys are checked by the plans of empty tables.
    warmed: () => stage.pool.query("ANALYZE"),
  });
  const [created, inserted] = measured;
  if (created === undefined || inserted === undefined) throw new Error("each target is measured");
  return [
    {
      row: "Create a checkout / bare Next route, one INSERT",
      ours: created.text,
      floor: inserted.text,
      ratio: times(ratioOf(created, inserted)),
      goal: "≥ 0.65 ×",
      met: ratioOf(created, inserted) >= 0.65,
    },
  ];
}

/** How many different rows are read. */
const polled = 1_000;

/** Polls of open checkouts, changed and unchanged, against a bare Next route that reads one row. */
export async function measurePoll(
  stage: Stage,
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const [polls, nextFloor] = await pollTargets(stage);
  const targets = [polls, await unchanged(polls), nextFloor];
  const [ours, held, floor] = await measureInTurn(stage.load, targets, { rounds, seconds, say });
  if (ours === undefined || held === undefined || floor === undefined)
    throw new Error("each target is measured");
  const cpuRow = (row: string, measured: Measured, most: number): Row => ({
    row,
    ours: measured.text,
    floor: floor.text,
    ratio: times(cpuRatioOf(measured, floor)),
    goal: `≤ ${most} ×`,
    met: cpuRatioOf(measured, floor) <= most,
  });
  return [
    {
      row: "GET /c/:id / bare Next route, one SELECT",
      ours: ours.text,
      floor: floor.text,
      ratio: times(ratioOf(ours, floor)),
      goal: "≥ 0.75 ×",
      met: ratioOf(ours, floor) >= 0.75,
    },
    cpuRow("GET /c/:id, CPU / bare Next", ours, 1.4),
    cpuRow("GET /c/:id unchanged (304), CPU / bare Next", held, 1.1),
  ];
}

/** Polls of one of the checkouts by a client that holds its view. */
async function unchanged({ pid, order }: Target): Promise<Target> {
  const [path = ""] = order.paths;
  const answer = await fetch(order.origin + path, { headers: order.headers });
  const tag = answer.headers.get("etag");
  if (tag === null) throw new Error(`${path} answered ${answer.status} without a tag.`);
  const headers = { ...order.headers, "if-none-match": tag };
  return { name: "unchanged", pid, order: { ...order, paths: [path], headers, expectedStatus: 304 } };
}

/** Polls at the service, and at the bare Next route. */
export async function pollTargets(stage: Stage): Promise<[ours: Target, nextFloor: Target]> {
  const creates = createTargets(stage);
  // The rows to be read, when no create was measured before.
  for (const { order } of [creates.ours, creates.nextFloor]) await stage.load.run({ ...order, seconds: 2 });
  const read = async (
    name: string,
    { url, pid }: Served,
    folder: string,
    table: string,
  ): Promise<Target> => ({
    name,
    pid,
    order: {
      origin: url,
      method: "GET",
      paths: (await newestIds(stage, table)).map((id) => `${folder}/${id}`),
      headers: { accept: "application/json" },
      body: null,
      expectedStatus: 200,
      connections,
    },
  });
  return [
    await read("ours", stage.ours, "/c", "checkouts"),
    await read("bare Next", stage.nextFloor, "/select", "bench.rows"),
  ];
}

async function newestIds({ pool }: Stage, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${table} ORDER BY created_at DESC LIMIT ${polled}`,
  );
  if (rows.length === 0) throw new Error(`There is no row in ${table} to poll.`);
  return rows.map(({ id }) => id);
}

const createsPerSecond = 500;
const mostIdleBytes = 270 * 2 ** 20;
const settleMs = 3_000;

/** Resident memory of the server before any request, and its most while it creates 500 checkouts a second. */
export async function measureMemory(
  stage: Stage,
  { seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  await sleep(settleMs);
  const idle = { ours: residentBytes(stage.ours.pid), floor: residentBytes(stage.nextFloor.pid) };
  const { ours, nextFloor } = createTargets(stage);
  const loaded = async (target: Target) => {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentBytes(target.pid)), 250);
    const result = await stage.load.run({
      ...target.order,
      perSecond: createsPerSecond,
      seconds: Math.max(10, 2 * seconds),
    });
    clearInterval(sampling);
    usable(target, result, say);
    say(`  ${target.name} at ${perSecond(result.perSecond)}: median ${megabytes(median(samples))}`);
    return { bytes: Math.max(...samples), perSecond: result.perSecond };
  };
  const floor = await loaded(nextFloor);
  const most = await loaded(ours);
  return [
    {
      row: "Memory of the server, idle / bare Next",
      ours: megabytes(idle.ours),
      floor: megabytes(idle.floor),
      ratio: times(idle.ours / idle.floor),
      goal: `≤ ${megabytes(mostIdleBytes)}`,
      met: idle.ours <= mostIdleBytes,
    },
    {
      row: `Memory of the server, most at ${createsPerSecond} creates/s / bare Next`,
      ours: `${megabytes(most.bytes)} at ${perSecond(most.perSecond)}`,
      floor: `${megabytes(floor.bytes)} at ${perSecond(floor.perSecond)}`,
      ratio: times(most.bytes / floor.bytes),
      goal: "stated",
    },
  ];
}

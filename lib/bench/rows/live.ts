import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions } from "@/lib/bench/options";
import type { PaymentStage } from "@/lib/bench/stage";
import { cpuMs, milliseconds, percentile, type Row, residentBytes } from "@/lib/bench/table";
import { create, spread, until } from "./payments";

const streams = 1_000;
const changesPerRound = 20;
const createsAtOnce = 20;
const goalMs = 1_000;

/** When each checkout's page last received something, in `performance.now()`, and how often. */
type Heard = Map<string, { at: number; messages: number }>;

/**
 * Opens a page's stream for each of a thousand checkouts, changes some of them one after the other and then all at
 * once, and takes the time from the commit to the message.
 */
export async function measureLive(
  stage: PaymentStage,
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const ids: string[] = [];
  const createInTurn = async () => {
    while (ids.length < streams) ids.push((await create(stage)).id);
  };
  await Promise.all(Array.from({ length: createsAtOnce }, createInTurn));
  const { pid } = stage.ours;
  await sleep(3_000);
  const without = await usage(pid, seconds);
  const heard: Heard = new Map();
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const open = ids.map((id) => follow(stage.ours.url, id, agent, heard));
  try {
    await until(() => heard.size === ids.length, "followed by its page");
    await sleep(3_000);
    const held = await usage(pid, seconds);
    say(`  ${streams} streams; processor ${share(without.cpu)} without and ${share(held.cpu)} with them`);

    const took: number[] = [];
    for (let count = 0; count < rounds * changesPerRound; count++) {
      const id = ids[count % ids.length] ?? "";
      const messages = heard.get(id)?.messages ?? 0;
      // Uniform over the interval between two looks.
      await sleep(300 * Math.random());
      const changedAt = await change(stage, [id]);
      await until(() => (heard.get(id)?.messages ?? 0) > messages, "told to its page");
      took.push((heard.get(id)?.at ?? Number.NaN) - changedAt);
    }

    const before = new Map([...heard].map(([id, { messages }]) => [id, messages]));
    const allChangedAt = await change(stage, ids);
    const isTold = (id: string) => (heard.get(id)?.messages ?? 0) > (before.get(id) ?? 0);
    await until(() => ids.every(isTold), "told to all pages");
    const burst = ids.map((id) => (heard.get(id)?.at ?? Number.NaN) - allChangedAt);
    const perStream = (held.bytes - without.bytes) / streams;
    return [
      {
        row: `Change committed → page told, ${streams.toLocaleString("en")} open pages`,
        ours: spread(took),
        floor: "",
        ratio: "",
        goal: `p95 ≤ ${milliseconds(goalMs)}`,
        met: percentile(took, 95) <= goalMs,
      },
      {
        row: `The same, all ${streams.toLocaleString("en")} at once`,
        ours: spread(burst),
        floor: "",
        ratio: "",
        goal: "stated",
      },
      {
        row: "An open page: memory, and processor of the server",
        ours: `${Math.round(perStream / 1_024)} KiB, ${share((held.cpu - without.cpu) / streams, 4)}`,
        floor: "",
        ratio: "",
        goal: "stated",
      },
    ];
  } finally {
    for (const each of open) each.destroy();
    agent.destroy();
  }
}

/** Reads a stream as a browser does; ends with the stage. @throws through `until`, should nothing come */
function follow(origin: string, id: string, agent: Agent, heard: Heard): ClientRequest {
  const sent = request(`${origin}/c/${id}/events`, { agent }, (answer) => {
    answer.setEncoding("utf8").on("data", (text: string) => {
      if (!text.startsWith("data: ")) return;
      heard.set(id, { at: performance.now(), messages: (heard.get(id)?.messages ?? 0) + 1 });
    });
    answer.on("error", () => undefined);
  });
  sent.on("error", () => undefined);
  sent.end();
  return sent;
}

/** A change that a page shows: something arrived. Answers the moment before it was sent to be committed. */
async function change({ pool }: PaymentStage, ids: readonly string[]): Promise<number> {
  const at = performance.now();
  await pool.query("UPDATE checkouts SET total_paid_units = total_paid_units + 1 WHERE id = ANY ($1)", [ids]);
  return at;
}

async function usage(pid: number, seconds: number): Promise<{ bytes: number; cpu: number }> {
  const [before, startedAt] = [cpuMs(pid) ?? Number.NaN, performance.now()];
  await sleep(Math.max(10, seconds) * 1_000);
  const cpu = ((cpuMs(pid) ?? Number.NaN) - before) / (performance.now() - startedAt);
  return { bytes: residentBytes(pid), cpu };
}

function share(cpu: number, digits = 1): string {
  return `${(100 * cpu).toFixed(digits)} % of a core`;
}

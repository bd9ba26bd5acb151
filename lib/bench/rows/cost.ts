import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions } from "@/lib/bench/options";
import { type PaymentStage, startPaymentStage } from "@/lib/bench/stage";
import { cpuMs, megabytes, type Row, residentBytes } from "@/lib/bench/table";
import { dayMs } from "@/lib/platform/values/time.rules";
import { startFaultProxy } from "@/lib/testing/fault-proxy";
import { create, payer, until } from "./payments";

const warmUpMs = 15_000;
const watchedMs = 60_000;
const paymentsPerRound = 20;
const openCheckouts = 1_000;
/** What `lib/demo/stack.ts` sets for the first chain, whose blocks come each second. */
const pollIntervalMs = 1_000;
/** Of the known chains. */
const usualPollIntervalMs = 2_000;
const perThousand = 1_000;

/** What an operator pays for: questions to nodes, growth of the database, processor and memory. */
export async function measureCost({
  options: { rounds },
  stops,
  say,
}: {
  options: BenchOptions;
  stops: (() => Promise<unknown>)[];
  say: (line: string) => void;
}): Promise<Row[]> {
  const counts: (() => number)[] = [];
  const stage = await startPaymentStage(stops, say, {
    rpcUrls: async (_, rpcUrl) => {
      const node = await startFaultProxy(rpcUrl);
      stops.push(() => node.stop());
      counts.push(() => node.calls.splice(0).length);
      return [node.url];
    },
  });
  /** Calls to the first chain's node since this was last asked. */
  const takeCalls = () => counts[0]?.() ?? 0;

  await sleep(warmUpMs);
  say("  idle");
  const idle = await watch(stage, takeCalls);
  say(`  ${openCheckouts} open checkouts`);
  for (let count = 0; count < openCheckouts; count++) await create(stage);
  const open = await watch(stage, takeCalls);

  const payments = rounds * paymentsPerRound;
  say(`  ${payments} payments`);
  const pay = payer(stage);
  const sizeBefore = await databaseBytes(stage);
  takeCalls();
  const begun = performance.now();
  const made = [];
  for (let count = 0; count < payments; count++) {
    const checkout = await create(stage);
    await pay(checkout);
    made.push(checkout.id);
  }
  for (const id of made) await until(() => isDone(stage, id), "settled and told");
  const polls = (performance.now() - begun) / pollIntervalMs;
  const callsPerPayment = (takeCalls() - open.callsPerPoll * polls) / payments;
  const growth = ((await databaseBytes(stage)) - sizeBefore) / payments;

  const perDay = (callsPerPoll: number) =>
    `${callsPerPoll.toFixed(1)} a poll, ${Math.round((callsPerPoll * dayMs) / usualPollIntervalMs).toLocaleString("en")} a day`;
  const stated = { floor: "", ratio: "", goal: "stated" };
  return [
    { ...stated, row: "Calls of one chain's node, idle", ours: perDay(idle.callsPerPoll) },
    {
      ...stated,
      row: `Calls of one chain's node, ${openCheckouts} open checkouts`,
      ours: perDay(open.callsPerPoll),
    },
    {
      ...stated,
      row: "Calls of the node for a payment, settled and told",
      ours: Math.max(0, callsPerPayment).toFixed(1),
    },
    {
      ...stated,
      row: "Growth of PostgreSQL for 1,000 payments",
      ours: `${((growth * perThousand) / 2 ** 20).toFixed(1)} MB`,
    },
    {
      ...stated,
      row: "Processor of an idle instance, of one core",
      ours: `${(idle.cpu * 100).toFixed(1)} %`,
    },
    {
      ...stated,
      row: "Memory of an idle instance",
      ours: megabytes(idle.memoryBytes),
    },
  ];
}

async function watch(stage: PaymentStage, takeCalls: () => number) {
  takeCalls();
  const cpuBefore = cpuMs(stage.ours.pid) ?? 0;
  const begun = performance.now();
  await sleep(watchedMs);
  const tookMs = performance.now() - begun;
  const calls = takeCalls();
  return {
    callsPerPoll: (calls * pollIntervalMs) / tookMs,
    cpu: ((cpuMs(stage.ours.pid) ?? 0) - cpuBefore) / tookMs,
    memoryBytes: residentBytes(stage.ours.pid),
  };
}

async function databaseBytes({ pool }: PaymentStage): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  return Number(rows[0]?.bytes);
}

/** Settled, and every webhook sent. */
async function isDone({ pool }: PaymentStage, checkoutId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM checkouts AS checkout WHERE id = $1 AND status = 'SETTLED' AND NOT EXISTS (
       SELECT FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = delivery.event_id
       WHERE event.checkout_id = checkout.id AND delivery.status = 'PENDING')`,
    [checkoutId],
  );
  return rows.length > 0;
}

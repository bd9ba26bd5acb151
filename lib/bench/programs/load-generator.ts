/** Sends the load that its parent orders and answers what came of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import type { LoadOrder, LoadResult } from "@/lib/bench/child";
import { percentile } from "@/lib/bench/table";

const answerWithinMs = 10_000;
const mostRequests = 500_000;

async function run(order: LoadOrder): Promise<LoadResult> {
  if (!["127.0.0.1", "localhost"].includes(new URL(order.origin).hostname))
    throw new Error("Load is sent to this machine alone.");
  const pool = new Pool(order.origin, {
    connections: order.connections,
    pipelining: 1,
    headersTimeout: answerWithinMs,
    bodyTimeout: answerWithinMs,
  });
  const latenciesMs: number[] = [];
  const unexpected = new Map<number, number>();
  const startedAt = performance.now();
  const endsAt = startedAt + order.seconds * 1_000;
  let sent = 0;

  async function sendInTurn(): Promise<void> {
    while (performance.now() < endsAt && sent < mostRequests) {
      const turn = sent++;
      if (order.perSecond !== undefined) {
        const waitMs = startedAt + (turn * 1_000) / order.perSecond - performance.now();
        if (waitMs > 0) await sleep(waitMs);
      }
      const sentAt = performance.now();
      const status = await send(order.paths[turn % order.paths.length] ?? "/");
      if (status === order.expectedStatus) latenciesMs.push(performance.now() - sentAt);
      else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    }
  }

  async function send(path: string): Promise<number> {
    try {
      const { method, headers, body } = order;
      const answer = await pool.request({ path, method, headers, body });
      await answer.body.arrayBuffer();
      return answer.statusCode;
    } catch {
      return 0;
    }
  }

  await Promise.all(Array.from({ length: order.connections }, sendInTurn));
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.destroy();
  return {
    perSecond: latenciesMs.length / seconds,
    latencyMs:
      latenciesMs.length === 0
        ? null
        : {
            p50: percentile(latenciesMs, 50),
            p95: percentile(latenciesMs, 95),
            p99: percentile(latenciesMs, 99),
          },
    unexpected,
  };
}

process.on("message", (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");

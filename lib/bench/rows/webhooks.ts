import { startChild } from "@/lib/bench/child";
import type { BenchOptions } from "@/lib/bench/options";
import type { PaymentStage } from "@/lib/bench/stage";
import { cpuMs, median, perSecond, type Row, times } from "@/lib/bench/table";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";
import { secondsOf, signatureHeaders } from "@/lib/webhooks/delivery.rules";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { create } from "./payments";

const endpoints = 100;
const eventsPerRound = 60;
const withinMs = 120_000;
const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
/** As long as the real ones. */
const unsigned = signatureHeaders({
  eventId: newId("evt"),
  timestamp: secondsOf(new Date()),
  own: `v1=${"0".repeat(64)}`,
  standard: `v1,${"0".repeat(44)}`,
});

export type ReceiversReady = { urls: readonly string[] };
/** To count this many requests from the next one on. */
export type ReceiversOrder = { posts: number };
/** From the first request's arrival to the last one's. */
export type ReceiversResult = { seconds: number };
export type LoopOrder = {
  urls: readonly string[];
  body: string;
  headers: Readonly<Record<string, string>>;
  posts: number;
};

/**
 * Deliveries of one event to a hundred endpoints each, against a loop that posts the same bytes to them and stores a row
 * per attempt, but signs nothing and claims nothing.
 */
export async function measureWebhooks(
  stage: PaymentStage,
  { rounds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const receivers = await startChild<ReceiversReady>(
    new URL("../programs/webhook-receivers.ts", import.meta.url),
    { RECEIVERS: String(endpoints) },
  );
  // As the service stores them, without the reference to a delivery.
  await stage.pool.query("CREATE TABLE bench.attempts (LIKE delivery_attempts INCLUDING ALL)");
  const loop = await startChild<"ready">(new URL("../programs/webhook-loop.ts", import.meta.url), {
    DATABASE_URL: stage.stack.manifest.databaseUrl,
  });
  try {
    const { urls } = receivers.ready;
    const checkout = await create(stage);
    const { body, projectId } = await subscribe(stage, urls, checkout.id);
    const posts = endpoints * eventsPerRound;
    const measure = async (send: () => Promise<unknown>) => {
      const counted = receivers.ask({ posts } satisfies ReceiversOrder, withinMs);
      await Promise.all([counted, send()]);
      return posts / ((await counted) as ReceiversResult).seconds;
    };
    const headers = { "content-type": "application/json", ...unsigned };
    const ours: number[] = [];
    const floor: number[] = [];
    // The first of each lets the compiler see the hot functions.
    for (let round = 0; round <= rounds; round++) {
      const before = cpuMs(stage.ours.pid);
      const sent = await measure(async () => {
        await tell(stage, projectId, checkout.id, body);
        // Wakes the delivering, as any event does.
        await create(stage);
      });
      const after = cpuMs(stage.ours.pid);
      const posted = await measure(() =>
        loop.ask({ urls, body, headers, posts } satisfies LoopOrder, withinMs),
      );
      const cpu =
        before === null || after === null ? "" : ` (${((after - before) / posts).toFixed(2)} ms CPU each)`;
      say(
        `  ${round === 0 ? "warm-up" : `round ${round}`}: service ${perSecond(sent)}${cpu} · loop ${perSecond(posted)}`,
      );
      if (round === 0) continue;
      ours.push(sent);
      floor.push(posted);
    }
    const ratio = median(ours.map((value, round) => value / (floor[round] ?? Number.NaN)));
    return [
      {
        row: `Webhooks to ${endpoints} endpoints / an undici loop that stores each attempt`,
        ours: perSecond(median(ours)),
        floor: perSecond(median(floor)),
        ratio: times(ratio),
        goal: `≥ ${times(0.4)}`,
        met: ratio >= 0.4,
      },
    ];
  } finally {
    await loop.stop();
    await receivers.stop();
  }
}

/** Makes an endpoint of each address, of a kind that nothing else tells meanwhile. */
async function subscribe(
  { stack, pool, dataKey }: PaymentStage,
  urls: readonly string[],
  checkoutId: string,
) {
  const { rows } = await pool.query<{ body: string; project_id: string }>(
    "SELECT body, project_id FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence LIMIT 1",
    [checkoutId],
  );
  const [event] = rows;
  if (event === undefined) throw new Error("a checkout that was created has an event");
  const database = createDatabase(stack.manifest.databaseUrl, { maxConnections: 1 });
  try {
    await createWebhookEndpointStore(database, createSecretBox(dataKey), newId).transaction(async (tx) => {
      for (const url of urls) {
        const endpoint = { id: newId("whe"), projectId: event.project_id, url, description: null };
        await tx.insert({ ...endpoint, kinds: ["refund.failed"], createdAt: new Date() }, secret);
      }
    });
  } finally {
    await database.close();
  }
  return { body: event.body, projectId: event.project_id };
}

/** Events with their deliveries, all due at once. */
async function tell(
  { pool }: PaymentStage,
  projectId: string,
  checkoutId: string,
  body: string,
): Promise<void> {
  await pool.query(
    `WITH event AS (
       INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
       SELECT 'evt_' || new_ulid(), $1, $2, 'refund.failed', place + (
         SELECT max(sequence) FROM outbox_events WHERE checkout_id = $2), $3, now()
       FROM generate_series(1, $4::int) AS place
       RETURNING id, created_at
     )
     INSERT INTO webhook_deliveries (id, event_id, endpoint_id, next_attempt_at, created_at)
     SELECT 'whd_' || new_ulid(), event.id, endpoint.id, event.created_at, event.created_at
     FROM event CROSS JOIN webhook_endpoints AS endpoint
     WHERE endpoint.project_id = $1 AND 'refund.failed' = ANY (endpoint.kinds) AND endpoint.url LIKE '%/webhook'
       AND cardinality(endpoint.kinds) = 1`,
    [projectId, checkoutId, body, eventsPerRound],
  );
}

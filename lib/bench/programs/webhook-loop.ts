/** Posts one body over and over to all receivers and stores a row per attempt: what a sender can do at best. */
import { Client } from "pg";
import { Agent, request } from "undici";
import type { LoopOrder } from "@/lib/bench/rows/webhooks";

type Attempt = { id: string; startedAt: Date; durationMs: number; statusCode: number; text: string };

const database = new Client({ connectionString: process.env.DATABASE_URL });

async function run({ urls, body, headers, posts }: LoopOrder): Promise<void> {
  const dispatcher = new Agent({ connections: 1 });
  const runId = `${process.hrtime.bigint()}`;
  const finished: Attempt[] = [];
  let storing: Promise<void> | null = null;
  let sent = 0;
  const postTo = async (url: string) => {
    while (sent < posts) {
      const id = `${runId}_${sent++}`;
      const startedAt = new Date();
      const response = await request(url, { method: "POST", body, headers, dispatcher });
      const text = await response.body.text();
      const durationMs = Date.now() - startedAt.getTime();
      finished.push({ id, startedAt, durationMs, statusCode: response.statusCode, text });
      storing ??= storeAll();
    }
  };
  /** One batch after the other, of all that finished meanwhile. */
  async function storeAll(): Promise<void> {
    while (finished.length > 0) await store(finished.splice(0));
    storing = null;
  }
  await Promise.all(urls.map(postTo));
  await storing;
  await dispatcher.close();
}

async function store(attempts: readonly Attempt[]): Promise<void> {
  await database.query({
    name: "store",
    text: `
      INSERT INTO bench.attempts (delivery_id, number, started_at, duration_ms, status_code, response_body)
      SELECT id, 1, started_at, duration_ms, status_code, response_body
      FROM unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::text[])
        AS finished (id, started_at, duration_ms, status_code, response_body)`,
    values: [
      attempts.map(({ id }) => id),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ statusCode }) => statusCode),
      attempts.map(({ text }) => text),
    ],
  });
}

process.on("message", (order: LoopOrder) => {
  run(order).then(
    () => process.send?.("done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());
await database.connect();
process.send?.("ready");

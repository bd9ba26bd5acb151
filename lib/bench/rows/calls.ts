import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions } from "@/lib/bench/options";
import { type PaymentStage, startPaymentStage } from "@/lib/bench/stage";
import { milliseconds, percentile, type Row } from "@/lib/bench/table";
import { startInngestDriver } from "@/lib/testing/inngest-driver/driver";
import { create, payer, spread, until } from "./payments";

const warmUpMs = 15_000;
const idleMs = 120_000;
const paymentsPerRound = 2;
const goalPerHour = 300;
const goalPerPayment = 12;
const keys = { eventKey: "0a1b2c3d4e5f60718293a4b5", signingKey: "00112233445566778899aabbccddeeff" };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The calls that an Inngest server makes, of which a hosted one bills each: while nothing happens, and for a payment. */
export async function measureCalls({
  options: { rounds },
  stops,
  say,
}: {
  options: BenchOptions;
  stops: (() => Promise<unknown>)[];
  say: (line: string) => void;
}): Promise<Row[]> {
  const driver = await startInngestDriver({ ...keys, log: quiet });
  stops.push(() => driver.stop());
  const stage = await startPaymentStage(stops, say);
  await stage.stack.server().stop();
  await stage.stack.startServer({
    INNGEST_BASE_URL: driver.url,
    INNGEST_EVENT_KEY: keys.eventKey,
    INNGEST_SIGNING_KEY: keys.signingKey,
  });
  await until(async () => driver.registered() !== undefined, "registered");
  driver.start([stage.ours.url]);

  await sleep(warmUpMs);
  const before = driver.calls.length;
  await sleep(idleMs);
  const perHour = ((driver.calls.length - before) * 3_600_000) / idleMs;

  const pay = payer(stage);
  const payments = rounds * paymentsPerRound;
  const beforePayments = driver.calls.length;
  for (let count = 0; count < payments; count++) {
    const checkout = await create(stage);
    await pay(checkout);
    await until(() => isDone(stage, checkout.id), "settled and told");
  }
  const perPayment = (driver.calls.length - beforePayments) / payments;
  say(`  ${payments} payments`);
  const row = { floor: "", ratio: "" };
  return [
    {
      ...row,
      row: "Inngest calls in an idle hour, two chains",
      ours: perHour.toFixed(0),
      goal: `≤ ${goalPerHour}`,
      met: perHour <= goalPerHour,
    },
    {
      ...row,
      row: "Inngest calls for a payment, settled and told",
      ours: perPayment.toFixed(1),
      goal: `≤ ${goalPerPayment}`,
      met: perPayment <= goalPerPayment,
    },
  ];
}

/** Settled, and every webhook sent. */
export async function isDone({ pool }: PaymentStage, checkoutId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM checkouts AS checkout WHERE id = $1 AND status = 'SETTLED' AND NOT EXISTS (
       SELECT FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = delivery.event_id
       WHERE event.checkout_id = checkout.id AND delivery.status = 'PENDING')`,
    [checkoutId],
  );
  return rows.length > 0;
}

const refundsPerRound = 4;
/** Someone waits at the counter. */
const goalMs = 1_000;
const destination = `0x${"f1".repeat(20)}`;

/** Refunds paid checkouts one after the other: from the request's beginning to a node having its transaction. */
export async function measureRefunds(
  stage: PaymentStage,
  { rounds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const pay = payer(stage);
  const took: number[] = [];
  for (let count = 0; count < rounds * refundsPerRound; count++) {
    const checkout = await create(stage);
    await pay(checkout);
    await until(() => isPaid(stage, checkout.id), "confirmed");
    const startedAt = Date.now();
    const refundId = await request(stage, checkout.id, checkout.amount ?? "0");
    let broadcastAt: Date | null = null;
    await until(async () => {
      broadcastAt = await readBroadcast(stage, refundId);
      return broadcastAt !== null;
    }, "refunded");
    took.push((broadcastAt ?? new Date(Number.NaN)).getTime() - startedAt);
  }
  say(`  ${took.length} refunds`);
  return [
    {
      row: "Refund requested → transaction broadcast",
      ours: spread(took),
      floor: "",
      ratio: "",
      goal: `p95 ≤ ${milliseconds(goalMs)}`,
      met: percentile(took, 95) <= goalMs,
    },
  ];
}

async function isPaid({ pool }: PaymentStage, checkoutId: string): Promise<boolean> {
  const { rows } = await pool.query("SELECT FROM checkouts WHERE id = $1 AND status = 'PAID'", [checkoutId]);
  return rows.length > 0;
}

async function request({ ours, stack }: PaymentStage, checkoutId: string, amount: string): Promise<string> {
  const answer = await fetch(`${ours.url}/v1/checkouts/${checkoutId}/refunds`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": stack.manifest.serverKey },
    body: JSON.stringify({ amount, destinationAddress: destination }),
    signal: AbortSignal.timeout(10_000),
  });
  const { data } = (await answer.json()) as { data?: { id: string; status: string } };
  if (data?.status !== "PENDING")
    throw new Error(`A refund was answered ${answer.status}, and is ${data?.status ?? "not there"}.`);
  return data.id;
}

/** By the service's own note of it, which is of this machine's clock. */
async function readBroadcast({ pool }: PaymentStage, refundId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT attempt.last_broadcast_at AS at
     FROM refunds AS refund JOIN transaction_attempts AS attempt
       ON attempt.transaction_id = refund.outgoing_transaction_id
     WHERE refund.id = $1 AND attempt.ordinal = 1 AND attempt.last_broadcast_at IS NOT NULL`,
    [refundId],
  );
  return rows[0]?.at ?? null;
}

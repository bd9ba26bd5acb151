import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOptions } from "@/lib/bench/options";
import { type PaymentStage, startPaymentStage } from "@/lib/bench/stage";
import type { Row } from "@/lib/bench/table";
import { startInngestDriver } from "@/lib/testing/inngest-driver/driver";
import { create, payer, until } from "./payments";

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

async function isDone({ pool }: PaymentStage, checkoutId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM checkouts AS checkout WHERE id = $1 AND status = 'SETTLED' AND NOT EXISTS (
       SELECT FROM webhook_deliveries AS delivery JOIN outbox_events AS event ON event.id = delivery.event_id
       WHERE event.checkout_id = checkout.id AND delivery.status = 'PENDING')`,
    [checkoutId],
  );
  return rows.length > 0;
}

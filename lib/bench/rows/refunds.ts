import type { BenchOptions } from "@/lib/bench/options";
import type { PaymentStage } from "@/lib/bench/stage";
import { milliseconds, percentile, type Row } from "@/lib/bench/table";
import { create, payer, spread, until } from "./payments";

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

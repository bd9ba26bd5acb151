import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { createTestClient, createWalletClient, erc20Abi, type Hex, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { BenchOptions } from "@/lib/bench/options";
import type { PaymentStage } from "@/lib/bench/stage";
import { milliseconds, percentile, type Row, times } from "@/lib/bench/table";
import { askOnce } from "@/lib/chain/sender/await-receipt.chain";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { createBody } from "./requests";

/** What `lib/demo/stack.ts` sets for its chains. */
const pollIntervalMs = 1_000;
const paymentsPerRound = 6;
const paidWithinMs = 30_000;

/** When what happened to one payment, in `performance.now()`. */
export type PaymentTimes = { minedAt: number; detectedAt?: number; paidAt?: number; toldAt?: number };

/** Pays checkouts one after the other and takes the time of each step where it ends, outside the service. */
export async function measurePayments(
  stage: PaymentStage,
  { rounds, wants }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const payments = new Map<string, PaymentTimes>();
  const stopListening = await listen(stage, payments);
  try {
    const pay = payer(stage);
    for (let count = 0; count < rounds * paymentsPerRound; count++) {
      const checkout = await create(stage);
      // Uniform over the interval, whatever the phase of the watcher and of the blocks.
      await sleep(Math.random() * pollIntervalMs);
      payments.set(checkout.id, { minedAt: await pay(checkout) });
      await until(() => payments.get(checkout.id)?.detectedAt !== undefined, "detected");
    }
    await until(() => [...payments.values()].every(({ toldAt }) => toldAt !== undefined), "told as paid");
  } finally {
    await stopListening();
  }
  const all = [...payments.values()];
  say(`  ${all.length} payments`);
  const detection = all.map(({ minedAt, detectedAt = Number.NaN }) => detectedAt - minedAt);
  const telling = all.map(({ paidAt = Number.NaN, toldAt = Number.NaN }) => toldAt - paidAt);
  return [
    ...(wants("detect")
      ? [
          {
            row: "Block mined → DETECTED committed / poll interval",
            ours: spread(detection),
            floor: milliseconds(pollIntervalMs),
            ratio: `p95 ${times(percentile(detection, 95) / pollIntervalMs)}`,
            goal: `p95 ≤ ${milliseconds(pollIntervalMs + 50)}`,
            met: percentile(detection, 95) <= pollIntervalMs + 50,
          },
        ]
      : []),
    ...(wants("webhook")
      ? [
          {
            row: "PAID committed → webhook received",
            ours: spread(telling),
            floor: "",
            ratio: "",
            goal: `p95 ≤ ${milliseconds(40)}`,
            met: percentile(telling, 95) <= 40,
          },
        ]
      : []),
  ];
}

/**
 * Notifications are sent at commit, so their arrival is the moment from which others see the state. The
 * trigger lives only while this is measured.
 */
export async function listen(
  stage: PaymentStage,
  payments: Map<string, PaymentTimes>,
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: stage.stack.manifest.databaseUrl });
  await client.connect();
  client.on("notification", ({ payload }) => {
    const [id = "", status] = payload?.split(" ") ?? [];
    const times = payments.get(id);
    if (times === undefined) return;
    const now = performance.now();
    // A pass that finds enough blocks goes straight to PAID without DETECTED.
    times.detectedAt ??= now;
    if (status === "PAID") times.paidAt ??= now;
  });
  stage.receiver.onEvent(({ event, data }, at) => {
    const times = payments.get(data.checkoutId);
    if (event === "checkout.paid" && times !== undefined) times.toldAt = at;
  });
  await client.query(`
    CREATE FUNCTION bench.tell_status() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify('bench_status', NEW.id || ' ' || NEW.status); RETURN NULL; END $$;
    CREATE TRIGGER bench_status AFTER UPDATE OF status ON checkouts FOR EACH ROW
      WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION bench.tell_status();
    LISTEN bench_status`);
  return async () => {
    await client.query("DROP TRIGGER bench_status ON checkouts; DROP FUNCTION bench.tell_status()");
    await client.end();
  };
}

export async function create(stage: PaymentStage): Promise<CheckoutResource> {
  const answer = await fetch(`${stage.ours.url}/v1/checkouts`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": stage.stack.manifest.serverKey },
    body: createBody(stage),
    signal: AbortSignal.timeout(10_000),
  });
  if (answer.status !== 201)
    throw new Error(`A create was answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: CheckoutResource };
  return data;
}

/** Transfers what a checkout costs and mines the block at once; answers the moment after which it is mined. */
function payer({ stack }: PaymentStage): (checkout: CheckoutResource) => Promise<number> {
  const [chain] = stack.manifest.chains;
  if (chain === undefined) throw new Error("the demo has a chain");
  const definition = {
    id: chain.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  };
  const transport = askOnce(chain.rpcUrl);
  const miner = createTestClient({ mode: "anvil", chain: definition, transport }).extend(publicActions);
  const account = privateKeyToAccount(stack.manifest.payer.privateKey as Hex);
  const wallet = createWalletClient({ chain: definition, transport, account });
  return async ({ tokenAddress, depositAddress, amount }) => {
    const hash = await wallet.writeContract({
      address: tokenAddress as Hex,
      abi: erc20Abi,
      functionName: "transfer",
      args: [depositAddress as Hex, BigInt(amount ?? 0)],
    });
    await miner.mine({ blocks: 1 });
    const minedAt = performance.now();
    const { status } = await miner.getTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`The transfer ${hash} failed.`);
    return minedAt;
  };
}

async function until(isReached: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + paidWithinMs;
  while (!(await isReached())) {
    if (performance.now() > deadline)
      throw new Error(
        `A payment was not ${what} within ${paidWithinMs / 1_000} s, so there is nothing to compare.`,
      );
    await sleep(5);
  }
}

function spread(values: readonly number[]): string {
  return `p50 ${milliseconds(percentile(values, 50))}, p95 ${milliseconds(percentile(values, 95))}`;
}

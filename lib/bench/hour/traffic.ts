import { createTestClient, createWalletClient, encodeFunctionData, erc20Abi, multicall3Abi } from "viem";
import { create, listen, type PaymentTimes } from "@/lib/bench/rows/payments";
import type { PaymentStage } from "@/lib/bench/stage";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { askOnce } from "@/lib/chain/sender/await-receipt.chain";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import { loadIdentity, walletOf } from "@/lib/demo/identity";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Polls of open checkouts, by a few customers. */
const pollsPerSecond = 10;
/** A local chain's payment is PAID after two blocks of a second; a second for the poll and two to spare. */
const lateAfterMs = 5_000;
/** Some two million gas of the thirty that a block holds. */
const transfersPerTransaction = 20;

/** What ended since the last call of `take`, in ms. */
export type Latencies = {
  create: number[];
  poll: number[];
  detect: number[];
  paid: number[];
  tell: number[];
};

export type Traffic = {
  readonly counts: { created: number; refused: number; paid: number; told: number };
  /** @throws when a block of transfers was not mined */
  take(): Latencies;
  /** Transfers that are not PAID 5 s after their block, and PAID ones whose webhook did not arrive 5 s later. */
  late(): { unpaid: number; untold: number };
  /** Creates no more; what was created is still paid. */
  stopCreating(): Promise<void>;
  stop(): Promise<void>;
};

/** Creates checkouts at a steady rate, pays each by a transfer, and polls some. */
export async function startTraffic(
  stage: PaymentStage,
  { perSecond, say }: { perSecond: number; say: (line: string) => void },
): Promise<Traffic> {
  const counts = { created: 0, refused: 0, paid: 0, told: 0 };
  const underWay = new Map<string, PaymentTimes>();
  let unpaid: CheckoutResource[] = [];
  let ended = newLatencies();
  let failure: unknown;
  const stopListening = await listen(stage, underWay);
  const pay = await payer(stage);

  const creating = everyMs(1_000 / perSecond, async () => {
    const sentAt = performance.now();
    const checkout = await create(stage).catch((error: unknown) => say(`  not created: ${error}`));
    if (checkout === undefined) {
      counts.refused++;
      return;
    }
    ended.create.push(performance.now() - sentAt);
    counts.created++;
    unpaid.push(checkout);
  });
  let isPaying = false;
  const paying = everyMs(1_000, async () => {
    // One at a time: two that the node signs at once would get the same nonce.
    if (isPaying) return;
    isPaying = true;
    const batch = unpaid;
    unpaid = [];
    for (const { id } of batch) underWay.set(id, { minedAt: Number.NaN });
    const minedAt = await pay(batch).catch((error: unknown) => {
      failure ??= error;
      return Number.NaN;
    });
    for (const { id } of batch) Object.assign(underWay.get(id) ?? {}, { minedAt });
    counts.paid += batch.length;
    isPaying = false;
  });
  const polling = everyMs(1_000 / pollsPerSecond, async () => {
    const ids = [...underWay.keys()];
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (id === undefined) return;
    const sentAt = performance.now();
    const answer = await fetch(`${stage.ours.url}/c/${id}`, { headers: { accept: "application/json" } });
    await answer.arrayBuffer();
    if (answer.ok) ended.poll.push(performance.now() - sentAt);
  });

  return {
    counts,
    take() {
      if (failure !== undefined) throw failure;
      for (const [id, { minedAt, detectedAt, paidAt, toldAt }] of underWay) {
        if (detectedAt === undefined || paidAt === undefined || toldAt === undefined) continue;
        ended.detect.push(detectedAt - minedAt);
        ended.paid.push(paidAt - minedAt);
        ended.tell.push(toldAt - paidAt);
        counts.told++;
        underWay.delete(id);
      }
      const taken = ended;
      ended = newLatencies();
      return taken;
    },
    late() {
      const all = [...underWay.values()];
      const before = performance.now() - lateAfterMs;
      return {
        unpaid: all.filter(({ minedAt, paidAt }) => paidAt === undefined && minedAt < before).length,
        untold: all.filter(({ paidAt = before, toldAt }) => toldAt === undefined && paidAt < before).length,
      };
    },
    stopCreating: creating.stop,
    async stop() {
      await Promise.all([creating, polling, paying].map(({ stop }) => stop()));
      await stopListening();
    },
  };
}

function newLatencies(): Latencies {
  return { create: [], poll: [], detect: [], paid: [], tell: [] };
}

/** Starts the work at a steady rate, even while earlier work runs: customers don't wait for each other. */
function everyMs(periodMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    turn++;
    const running: Promise<unknown> = work()
      .catch(() => undefined)
      .finally(() => underWay.delete(running));
    underWay.add(running);
    timer = setTimeout(next, Math.max(0, startedAt + turn * periodMs - performance.now()));
  };
  next();
  return {
    async stop() {
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** Pays all given checkouts by transfers in one block, which it mines; answers the moment after which it is mined. */
async function payer({
  stack,
  dataRoot,
}: PaymentStage): Promise<(batch: readonly CheckoutResource[]) => Promise<number>> {
  const [chain] = stack.manifest.chains;
  const token = chain?.tokens[0]?.address as Hex | undefined;
  if (chain === undefined || token === undefined) throw new Error("the demo has a chain with a token");
  const transport = askOnce(chain.rpcUrl);
  const miner = createTestClient({ mode: "anvil", transport });
  // The node signs by itself: its accounts are the identity's.
  const wallet = createWalletClient({ transport });
  const identity = await loadIdentity(`${dataRoot}/demo`);
  const minted = encodeFunctionData({
    abi: localUsdcAbi,
    functionName: "mint",
    args: [multicall3Address, 10n ** 18n],
  });
  await miner.setIntervalMining({ interval: 0 });
  const minter = walletOf(identity, "deployer").address;
  await wallet.sendTransaction({ account: minter, chain: null, to: token, data: minted, gas: 200_000n });
  await miner.mine({ blocks: 1 });
  const { address: account } = walletOf(identity, "payer");
  return async (batch) => {
    for (let start = 0; start < batch.length; start += transfersPerTransaction) {
      const calls = batch.slice(start, start + transfersPerTransaction).map(({ depositAddress, amount }) => ({
        target: token,
        allowFailure: false,
        callData: encodeFunctionData({
          abi: erc20Abi,
          functionName: "transfer",
          args: [depositAddress as Hex, BigInt(amount ?? 0)],
        }),
      }));
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
      const gas = 100_000n * BigInt(calls.length + 1);
      await wallet.sendTransaction({ account, chain: null, to: multicall3Address, data, gas });
    }
    await miner.mine({ blocks: 1 });
    return performance.now();
  };
}

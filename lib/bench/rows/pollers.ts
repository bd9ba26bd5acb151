import { setTimeout as sleep } from "node:timers/promises";
import type { BenchChain } from "@/lib/bench/scale/bench-chain";
import { type CountingProxy, startCountingProxy, type Traffic } from "@/lib/bench/scale/counting-proxy";
import type { ScaleDatabases } from "@/lib/bench/scale/databases";
import { openScan } from "@/lib/bench/scale/open-scan";
import {
  intervalMs,
  type Running,
  watchAddresses,
  watchByScan,
  watchByViem,
} from "@/lib/bench/scale/watchers";
import { median, milliseconds, percentile, type Row, times } from "@/lib/bench/table";
import type { Hex } from "@/lib/platform/values/hex.rules";

const foreign = 300;
const seenWithinMs = 300_000;

export type PollersInput = {
  databases: ScaleDatabases;
  /** A database with this many open checkouts. */
  source: string;
  open: number;
  chain: BenchChain;
  /** Blocks with a payment, for those whose poll is short; fewer for the others. */
  payments: number;
  say: (line: string) => void;
};

/** A way of learning of payments, as others do it or as we do. */
type Watcher = {
  name: string;
  payments: number;
  /** Begins to poll; `seen` is told each address when its payment is known. */
  start(proxy: CountingProxy, seen: (address: Hex) => void): Promise<Running>;
  /** Its polls are its own, so what passes between a block and its being seen is counted for it. */
  closed?: true;
};

type Measured = { traffic: Traffic; pollMs: number | null; seenMs: number[]; setUpBytes: number };

/**
 * What a node is asked, and how long a payment is unknown, with so many addresses open: the watcher against those
 * who ask for every address, for twenty at once, and viem's `watchContractEvent`. One after the other, each behind a
 * proxy of its own, each waiting the same interval after its poll has ended.
 */
export async function measurePollers(input: PollersInput): Promise<Row[]> {
  const { databases, source, open, chain, payments, say } = input;
  const { definition, usdc } = chain.network;
  const database = `${source}_polled`;
  const databaseUrl = await databases.copy(source, database);
  const book = await openScan(databaseUrl, definition, chain.network.chain.rpcUrl, 500);
  try {
    const { rows } = await book.database.pool.query<{ deposit_address: Hex }>(
      "SELECT deposit_address FROM checkouts WHERE status = 'PENDING' ORDER BY md5(id)",
    );
    const watched = rows.map(({ deposit_address }) => deposit_address);
    await book.catchUp();
    const batches = (size: number) =>
      Array.from({ length: Math.ceil(watched.length / size) }, (_, index) =>
        watched.slice(index * size, (index + 1) * size),
      );
    const watchers: Watcher[] = [
      { name: "ours", payments, start: (proxy, seen) => watchByScan(definition, databaseUrl, proxy, seen) },
      {
        name: "viem watchContractEvent, token",
        payments,
        start: (proxy, seen) => watchByViem(usdc, watched, null, proxy, seen),
        closed: true,
      },
      {
        name: "viem watchContractEvent, addresses",
        payments,
        start: (proxy, seen) => watchByViem(usdc, watched, watched, proxy, seen),
        closed: true,
      },
      {
        name: "batches of 20 addresses",
        payments: Math.ceil(payments / 2),
        start: (proxy, seen) => watchAddresses(usdc, batches(20), proxy, seen),
      },
      {
        name: "one getLogs per address",
        payments: Math.min(2, payments),
        start: (proxy, seen) => watchAddresses(usdc, batches(1), proxy, seen),
      },
    ];
    const measured: (Measured & { name: string })[] = [];
    for (const watcher of watchers) {
      const result = { name: watcher.name, ...(await measure(watcher, chain, () => book.addresses(1))) };
      say(`  ${watcher.name}: ${shown(result)}`);
      measured.push(result);
    }
    const [mine, ...others] = measured;
    if (mine === undefined) throw new Error("each watcher is measured");
    return others.map((other) => ({
      row: `RPC calls a scan, ${open.toLocaleString("en")} open / ${other.name}`,
      ours: shown(mine),
      floor: shown(other),
      ratio: `${times(mine.traffic.calls / other.traffic.calls)} calls`,
      goal: "≤ 3 calls",
      met: mine.traffic.calls <= 3,
    }));
  } finally {
    await book.close();
    await databases.drop(database);
  }
}

async function measure(watcher: Watcher, chain: BenchChain, nextAddress: () => Hex[]): Promise<Measured> {
  const proxy = await startCountingProxy(chain.network.chain.rpcUrl);
  const seenAt = new Map<Hex, number>();
  const running = await watcher.start(proxy, (address) => {
    if (!seenAt.has(address)) seenAt.set(address, performance.now());
  });
  try {
    const setUp = watcher.closed ? await proxy.take() : null;
    const seenMs: number[] = [];
    running.polls.length = 0;
    for (let payment = 0; payment < watcher.payments; payment++) {
      // Uniform over the interval, whatever the phase of the polls.
      await sleep(Math.random() * intervalMs);
      const to = nextAddress();
      const [address] = to;
      if (address === undefined) throw new Error("there is an address to pay");
      if (watcher.closed) await proxy.take();
      const minedAt = await chain.mine(foreign, to);
      seenMs.push((await until(() => seenAt.get(address), watcher.name)) - minedAt);
      if (watcher.closed) running.polls.push({ traffic: await proxy.take(), ms: null });
      // Its poll goes on behind the address that was seen.
      await until(() => (running.polls.length > payment ? true : undefined), watcher.name);
    }
    const each = (part: (traffic: Traffic) => number) =>
      median(running.polls.map(({ traffic }) => part(traffic)));
    const pollMs = running.polls.flatMap(({ ms }) => (ms === null ? [] : [ms]));
    return {
      seenMs,
      traffic: {
        calls: each(({ calls }) => calls),
        requests: each(({ requests }) => requests),
        bytesOut: each(({ bytesOut }) => bytesOut),
        bytesIn: each(({ bytesIn }) => bytesIn),
      },
      pollMs: pollMs.length === 0 ? null : median(pollMs),
      setUpBytes: setUp?.bytesOut ?? 0,
    };
  } finally {
    await running.stop();
    await proxy.stop();
  }
}

async function until<T>(read: () => T | undefined, name: string): Promise<T> {
  const deadline = performance.now() + seenWithinMs;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (performance.now() > deadline)
      throw new Error(`"${name}" did not see a payment in ${seenWithinMs / 1_000} s.`);
    await sleep(2);
  }
}

function shown({ traffic, pollMs, seenMs, setUpBytes }: Measured): string {
  const parts = [
    `${Math.round(traffic.calls).toLocaleString("en")} calls in ${Math.round(traffic.requests).toLocaleString("en")} requests`,
    `${kilobytes(traffic.bytesOut)} out, ${kilobytes(traffic.bytesIn)} in`,
    ...(setUpBytes > 100_000 ? [`${kilobytes(setUpBytes)} out once`] : []),
    ...(pollMs === null ? [] : [`${milliseconds(pollMs)} a block`]),
    `seen p50 ${milliseconds(percentile(seenMs, 50))}, p95 ${milliseconds(percentile(seenMs, 95))}`,
  ];
  return parts.join("; ");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toLocaleString("en", { maximumFractionDigits: bytes < 10_000 ? 1 : 0 })} kB`;
}

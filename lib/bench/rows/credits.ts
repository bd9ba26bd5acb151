import { Client } from "pg";
import type { ScaleDatabases } from "@/lib/bench/scale/databases";
import { countCredited, scanDeps } from "@/lib/bench/scale/open-scan";
import { type RecordedQuery, recordQueries } from "@/lib/bench/scale/plans";
import {
  choosePayments,
  type PreparedChain,
  type PreparedTransfer,
  prepareChain,
} from "@/lib/bench/scale/prepared-chain";
import { cpuMs, median, perSecond, type Row, times } from "@/lib/bench/table";
import type { Chain } from "@/lib/chain/chains.rules";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { scanChain } from "@/lib/payments/scan/scan-chain";
import { createDatabase } from "@/lib/platform/database";

/** Transfers of each block of a round, every one to a checkout of its own. */
const blockSizes = [500, 1_500, 2_000] as const;
const perRound = blockSizes.reduce((sum, size) => sum + size, 0);
const warmUp = 1_000;
const startedAgoMs = 60_000;

export type CreditsInput = {
  databases: ScaleDatabases;
  /** A database with open checkouts, to which no one is connected. It stays as it is. */
  source: string;
  chain: Chain;
  rounds: number;
  /** How the rows name the size of that database. */
  size: string;
  say: (line: string) => void;
};

/**
 * How many transfers a second one worker credits: from the block's logs to DETECTED with ledger, timeline, event
 * and deliveries, committed. The floor sends the very same statements, with their values, to a copy of the
 * database, in a loop that does nothing else.
 */
export async function measureCredits(input: CreditsInput): Promise<Row[]> {
  const { databases, source, chain, rounds, size, say } = input;
  const names = { ours: `${source}_credited`, floor: `${source}_replayed` };
  const database = createDatabase(await databases.copy(source, names.ours), { maxConnections: 4 });
  const floor = new Client({ connectionString: await databases.copy(source, names.floor) });
  floor.on("error", () => undefined);
  await floor.connect();
  try {
    const recorder = recordQueries(database);
    const prepared = prepareChain(chain.chainId, new Date(Date.now() - startedAgoMs));
    const deps = scanDeps(recorder.database, chain, prepared.nodes);
    const payments = await choosePayments(floor, warmUp + rounds * perRound);
    const paid = payments.map(({ to }) => to);
    // The first sight of a chain looks for its oldest checkout; what is measured is every look after it.
    await scanChain(deps, chain.chainId);
    await credit(deps, prepared, payments.splice(0, warmUp));
    await replay(floor, recorder.take());

    const ours: number[] = [];
    const replayed: number[] = [];
    let cpu = 0;
    const usedCpu = async () => {
      const backends = await databases.backends(names.ours);
      const { user, system } = process.cpuUsage();
      return backends.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), (user + system) / 1_000);
    };
    for (let round = 0; round < rounds; round++) {
      let creditMs = 0;
      let replayMs = 0;
      for (const block of blockSizes) {
        const cpuBefore = await usedCpu();
        creditMs += await credit(deps, prepared, payments.splice(0, block));
        cpu += (await usedCpu()) - cpuBefore;
        replayMs += await replay(floor, recorder.take());
      }
      ours.push((perRound * 1_000) / creditMs);
      replayed.push((perRound * 1_000) / replayMs);
      say(
        `  round ${round + 1}: ours ${perSecond(ours.at(-1) ?? 0)} · pg loop ${perSecond(replayed.at(-1) ?? 0)}`,
      );
    }
    const found = await countCredited(database, paid);
    if (found !== paid.length) throw new Error(`${found} payments of ${paid.length} were credited`);
    const ratio = median(ours.map((value, round) => value / (replayed[round] ?? Number.NaN)));
    const credited = median(ours);
    return [
      {
        row: `Transfers credited, one worker, ${size} / the same statements in a pg loop`,
        ours: `${perSecond(credited)}, ${(cpu / (rounds * perRound)).toFixed(2)} ms CPU each with PostgreSQL`,
        floor: perSecond(median(replayed)),
        ratio: times(ratio),
        goal: "≥ 0.30 ×, ≥ 1,000/s",
        met: ratio >= 0.3 && credited >= 1_000,
      },
    ];
  } finally {
    await floor.end();
    await database.close();
    for (const name of Object.values(names)) await databases.drop(name);
  }
}

/** One block with these transfers and one look at it. Answers its milliseconds. */
async function credit(
  deps: ScanParts,
  prepared: PreparedChain,
  transfers: readonly PreparedTransfer[],
): Promise<number> {
  prepared.add(transfers);
  const startedAt = performance.now();
  await scanChain(deps, prepared.nodes.chainId);
  return performance.now() - startedAt;
}

async function replay(client: Client, queries: readonly RecordedQuery[]): Promise<number> {
  const startedAt = performance.now();
  for (const { name, text, values } of queries)
    await client.query(name === undefined ? text : { name, text, values: [...values] });
  return performance.now() - startedAt;
}

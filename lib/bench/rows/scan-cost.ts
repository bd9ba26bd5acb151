import type { BenchChain } from "@/lib/bench/scale/bench-chain";
import { type CountingProxy, startCountingProxy, type Traffic } from "@/lib/bench/scale/counting-proxy";
import type { ScaleDatabases } from "@/lib/bench/scale/databases";
import { countCredited, type OpenScan, openScan } from "@/lib/bench/scale/open-scan";
import { cpuMs, median, milliseconds, type Row, times } from "@/lib/bench/table";
import { scanChain } from "@/lib/payments/scan/scan-chain";

const blocksPerRound = 20;
const warmUpBlocks = 10;
/** Transfers of the token in every block: to strangers, and to each database's own checkouts. */
const foreign = 300;
const own = 3;

export type ScanCostInput = {
  databases: ScaleDatabases;
  /** Names of databases with 1,000 and with a million open checkouts. */
  thousand: string;
  million: string;
  chain: BenchChain;
  rounds: number;
  /** How the rows name the bigger size. */
  size: string;
  say: (line: string) => void;
};

type Contender = {
  name: string;
  database: string;
  scan: OpenScan;
  proxy: CountingProxy;
  traffic: Traffic[];
  rounds: { ms: number; ownCpu: number; databaseCpu: number }[];
};

/**
 * What one look at one new block costs from the question for the head to the commit, on the same blocks: with a
 * million open checkouts, and with a thousand.
 */
export async function measureScanCost(input: ScanCostInput): Promise<Row[]> {
  const { databases, thousand, million, chain, rounds, size, say } = input;
  const { definition } = chain.network;
  const contenders: Contender[] = [];
  const open = async (name: string, from: string) => {
    const database = `${from}_scanned_${contenders.length}`;
    const proxy = await startCountingProxy(chain.network.chain.rpcUrl);
    const payable = own * (rounds * blocksPerRound + warmUpBlocks);
    const scan = await openScan(await databases.copy(from, database), definition, proxy.url, payable);
    const contender: Contender = { name, database, scan, proxy, traffic: [], rounds: [] };
    contenders.push(contender);
    return contender;
  };
  try {
    const big = await open(size, million);
    const small = await open("1,000 open", thousand);
    for (const { scan } of contenders) await scan.catchUp();
    for (let block = 0; block < warmUpBlocks; block++) await lookInTurn(chain, contenders, block);
    for (let round = 0; round < rounds; round++) {
      for (const contender of contenders) {
        contender.rounds.push({ ms: 0, ownCpu: 0, databaseCpu: 0 });
        await contender.proxy.take();
      }
      for (let block = 0; block < blocksPerRound; block++)
        await lookInTurn(chain, contenders, block, databases);
      for (const contender of contenders) contender.traffic.push(await contender.proxy.take());
      say(
        `  round ${round + 1}: ${contenders.map((contender) => `${contender.name} ${shown([contender.rounds.at(-1)])}`).join(" · ")}`,
      );
    }
    const ratio = ratioOf(big, small, ({ ms }) => ms);
    return [
      {
        row: `Scan of a block of ${foreign} + ${own * contenders.length} transfers, ${size} / ${small.name}`,
        ours: `${shown(big.rounds)}, ${trafficOf(big)}`,
        floor: `${shown(small.rounds)}, ${trafficOf(small)}`,
        ratio: `${times(ratio)}, CPU ${times(ratioOf(big, small, ({ ownCpu, databaseCpu }) => ownCpu + databaseCpu))}`,
        goal: "≤ 1.20 ×",
        met: ratio <= 1.2,
      },
    ];
  } finally {
    for (const { scan, proxy, database } of contenders) {
      await scan.close();
      await proxy.stop();
      await databases.drop(database);
    }
  }
}

/** One block, at which each looks by itself, every time another first. */
async function lookInTurn(
  chain: BenchChain,
  contenders: readonly Contender[],
  block: number,
  databases?: ScaleDatabases,
): Promise<void> {
  const { chainId } = chain.network.definition;
  const paid = contenders.flatMap(({ scan }) => scan.addresses(own));
  await chain.mine(foreign, paid);
  const first = block % contenders.length;
  for (const { scan, database, rounds } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
    const pids = databases === undefined ? [] : await databases.backends(database);
    const databaseCpu = () => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0);
    const before = { database: databaseCpu(), own: process.cpuUsage(), at: performance.now() };
    await scanChain(scan.deps, chainId);
    const ms = performance.now() - before.at;
    const { user, system } = process.cpuUsage(before.own);
    const round = rounds.at(-1);
    if (round === undefined) continue;
    round.ms += ms / blocksPerRound;
    round.ownCpu += (user + system) / 1_000 / blocksPerRound;
    round.databaseCpu += (databaseCpu() - before.database) / blocksPerRound;
  }
  for (const { scan, name } of contenders) {
    const credited = await countCredited(scan.database, paid);
    if (credited !== own) throw new Error(`${name}: a look credited ${credited} payments of ${own}`);
  }
}

type Cost = Contender["rounds"][number];

function ratioOf(ours: Contender, floor: Contender, cost: (round: Cost) => number): number {
  return median(
    ours.rounds.map((round, index) => {
      const other = floor.rounds[index];
      return other === undefined ? Number.NaN : cost(round) / cost(other);
    }),
  );
}

function shown(rounds: readonly (Cost | undefined)[]): string {
  const known = rounds.filter((round) => round !== undefined);
  const of = (cost: (round: Cost) => number) => median(known.map(cost));
  return `${milliseconds(of(({ ms }) => ms))} (${of(({ ownCpu }) => ownCpu).toFixed(1)} ms CPU, PostgreSQL ${of(({ databaseCpu }) => databaseCpu).toFixed(1)})`;
}

function trafficOf({ traffic }: Contender): string {
  const each = (part: (counted: Traffic) => number) =>
    median(traffic.map((counted) => part(counted) / blocksPerRound));
  return `${each(({ calls }) => calls).toFixed(1)} calls in ${each(({ requests }) => requests).toFixed(1)} requests`;
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Stack, startStack } from "@/lib/demo/stack";
import { testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { findLastingPort, generousLimits } from "@/lib/testing/lasting-port";
import { openBooks } from "./books";
import { createCustomers } from "./customers";
import { closeIncidents, type Draw, drawFrom, partSeed, reconcileBooks } from "./draw";
import { createMerchant, startReceiver } from "./merchant";
import { createFaultyNodes } from "./nodes";
import { deepestReorg, openPlayChain, type PlayChain } from "./payers";
import { afterPool, type Counts, type Heads, judge, tally, untilQuiet, untilReviewed } from "./verdict";

export type RandomRunOptions = {
  seed: number;
  /** For how long things happen; after that comes the time until all is quiet. */
  seconds: number;
  /** A slow machine goes on until so many were sent, four times as long at most. */
  leastPayments: number;
  /** An empty folder that PostgreSQL's user may pass. */
  dataRoot: string;
  say: (line: string) => void;
};

export type RandomRunReport = {
  seed: number;
  seconds: number;
  secondsUntilQuiet: number;
  counts: Counts;
  done: Record<string, number>;
  answers: Record<string, number>;
  reorgs: Record<string, number>;
  paymentsDropped: number;
  faults: Record<string, number>;
  outages: number;
  restarts: number;
  incidents: Record<string, number>;
  /** Nothing, unless something is wrong. */
  findings: string[];
};

const tickMs = 125;
/** In chances out of a thousand for each tick. */
const chances = { reorg: 25, outage: 5, restart: 2 };

/**
 * The whole service under everything at once: customers, reorganisations, faults of the nodes, kills of the
 * server. In the end the faults are lifted and the books compared with the chains.
 *
 * The same seed draws the same acts in the same order; when each meets the service is the machine's affair.
 */
export async function randomRun(options: RandomRunOptions): Promise<RandomRunReport> {
  const { seed, seconds, say } = options;
  const nodes = createFaultyNodes(partSeed(seed, 1), 5);
  const receiver = await startReceiver(drawFrom(partSeed(seed, 2)), 10);
  const serverErrors: string[] = [];
  const stops: (() => Promise<unknown>)[] = [() => nodes.stop(), () => receiver.stop()];
  try {
    const stack = await startStack({
      mode: "test",
      dataRoot: options.dataRoot,
      port: await findLastingPort(),
      postgresSettings: testPostgresSettings,
      extraWebhookUrl: receiver.url,
      env: generousLimits,
      rpcUrls: nodes.rpcUrls,
      say,
      onServerOutput: (line) => {
        if (line.includes('"level":"error"') && !line.includes('"incident":')) serverErrors.push(line);
      },
    });
    stops.unshift(() => stack.stop());
    const { manifest } = stack;
    const chains: PlayChain[] = await Promise.all(
      manifest.chains.map(({ chainId, rpcUrl, tokens }) =>
        openPlayChain({ chainId, rpcUrl, tokens: tokens.map(({ address }) => address.toLowerCase() as Hex) }),
      ),
    );
    const books = openBooks(manifest.databaseUrl, manifest.projectId);
    stops.unshift(() => books.close());
    const merchant = createMerchant(manifest);
    const customers = createCustomers(merchant, chains, {
      depositAddress: books.depositAddress,
      // A short run ends before they would.
      shortExpiries: seconds > 180,
    });

    const first = drawFrom(partSeed(seed, 3));
    const trouble = createTrouble({ stack, chains, first, fail: (draw) => nodes.fail(draw), say });
    nodes.begin();
    say(`Seed ${seed}: ${seconds} s of random payments, faults, reorganisations and kills.`);
    const isEnough = () => chains.reduce((sum, { sent }) => sum + sent.length, 0) >= options.leastPayments;
    await repeat(seconds, isEnough, async (tick, share) => {
      const draw = drawFrom(partSeed(seed, 1_000 + tick));
      trouble.maybe(draw, share);
      await customers.act(draw);
    });
    await trouble.settle();
    nodes.lift();
    const sentUpTo = await afterPool(chains);
    const underWay = (heads: Heads) =>
      books.underWay(
        new Map(
          [...heads].map(([chainId, head]) => [chainId, { head, upTo: sentUpTo.get(chainId) ?? head }]),
        ),
        receiver.url,
      );
    const quiet = await untilQuiet(chains, underWay, say);
    const { findings, counts } = await judge({ books, chains, receiver, quietSince: quiet.since });
    const incidents = await books.openIncidents();
    // Reorganisations past the policy are for an operator to look at: this one has. All else closes by itself.
    const reverted = incidents.filter(({ kind }) => kind === "PAYMENT_REVERTED" && trouble.wentPastPolicy());
    const unclosed = await closeIncidents(
      options.dataRoot,
      reverted.map(({ id }) => id),
    );
    await untilReviewed(books);
    const after = await untilQuiet(chains, underWay, say);
    const found = await reconcileBooks(options.dataRoot);
    return {
      seed,
      seconds,
      secondsUntilQuiet: quiet.seconds,
      counts,
      done: Object.fromEntries(customers.done),
      answers: Object.fromEntries(merchant.answers),
      ...trouble.counts(),
      faults: nodes.struck(),
      incidents: tally(incidents.map(({ kind }) => kind)),
      findings: [
        ...[...quiet.left, ...after.left].map((left) => `not quiet: ${left}`),
        ...unclosed,
        ...merchant.faults,
        ...trouble.findings,
        ...findings,
        ...found.map((line) => `reconcile: ${line}`),
        ...[...new Set(serverErrors.map(errorMessage))].map((message) => `the server logged: ${message}`),
      ],
    };
  } finally {
    for (const stop of stops) await stop();
  }
}

/** What an error line of the log says, without what differs each time. */
function errorMessage(line: string): string {
  const { message, msg }: { message?: string; msg?: string } = {
    ...JSON.parse(line),
    ...JSON.parse(line).error,
  };
  return `${msg ?? ""}: ${message ?? ""}`.replace(/0x[0-9a-f]{8,}/g, "0x…").slice(0, 300);
}

/** Times as long as was asked for. */
const patience = 4;

/** One act a tick, several under way at once; an act that fails of itself ends the run. */
async function repeat(
  seconds: number,
  isEnough: () => boolean,
  act: (tick: number, share: number) => Promise<void>,
): Promise<void> {
  const begun = Date.now();
  const underWay = new Set<Promise<void>>();
  let failed: unknown = null;
  for (let tick = 0; failed === null; tick++) {
    const share = (Date.now() - begun) / (seconds * 1_000);
    if ((share >= 1 && isEnough()) || share >= patience) break;
    const one: Promise<void> = act(tick, share).then(
      () => void underWay.delete(one),
      (error: unknown) => {
        failed = error;
      },
    );
    underWay.add(one);
    if (underWay.size >= 16) await Promise.race(underWay);
    await sleep(Math.max(0, (tick + 1) * tickMs - (Date.now() - begun)));
  }
  if (failed !== null) throw failed;
  await Promise.all(underWay);
}

/** What befalls the service: reorganisations, silent nodes, kills. */
function createTrouble({
  stack,
  chains,
  first,
  fail,
  say,
}: {
  stack: Stack;
  chains: readonly PlayChain[];
  /** For the reorganisation that comes when none has by chance. */
  first: Draw;
  fail(draw: Draw): Promise<void>;
  say(line: string): void;
}) {
  const findings: string[] = [];
  const depths: string[] = [];
  const underWay = new Set<Promise<void>>();
  const reorganising = new Set<number>();
  let paymentsDropped = 0;
  let outages = 0;
  let restarts = 0;
  let restarting = false;

  const begin = (what: string, work: Promise<void>) => {
    const one: Promise<void> = work
      .catch((error: unknown) => void findings.push(`${what} failed: ${error}`))
      .finally(() => underWay.delete(one));
    underWay.add(one);
  };

  async function reorg(chain: PlayChain, draw: Draw): Promise<void> {
    if (reorganising.has(chain.chainId)) return;
    reorganising.add(chain.chainId);
    try {
      const depth = draw.chance(0.8) ? 1 : draw.whole(2, deepestReorg);
      const { dropped } = await chain.reorg(draw, depth);
      paymentsDropped += dropped;
      depths.push(`depth ${depth}`);
    } finally {
      reorganising.delete(chain.chainId);
    }
  }

  async function restart(): Promise<void> {
    if (restarting) return;
    restarting = true;
    try {
      await stack.server().kill();
      await sleep(1_000);
      await stack.startServer();
      restarts += 1;
      say(`The server was killed and started again (${restarts}).`);
    } finally {
      restarting = false;
    }
  }

  return {
    findings,
    /** @param share how much of the run is over, from 0 to 1 */
    maybe(draw: Draw, share: number): void {
      const meets = (chance: number) => draw.chance(chance / 1_000);
      if (meets(chances.reorg)) begin("a reorganisation", reorg(draw.pick(chains), draw));
      // Even a short run has one.
      else if (share > 0.3 && depths.length === 0 && reorganising.size === 0)
        begin("a reorganisation", reorg(first.pick(chains), first));
      if (meets(chances.outage)) {
        outages += 1;
        begin("an outage", fail(draw));
      }
      // And one of these.
      if (meets(chances.restart) || (restarts === 0 && share > 0.5)) begin("a restart", restart());
    },
    /** Of the policy of local chains, under which a payment is final in its second block. */
    wentPastPolicy: () => depths.some((depth) => depth !== "depth 1"),
    settle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    counts: () => ({ reorgs: tally(depths), paymentsDropped, outages, restarts }),
  };
}

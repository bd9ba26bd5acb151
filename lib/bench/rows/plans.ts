import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { createKeyAdmissions } from "@/lib/api/limits/key-admission.store";
import type { ScaleDatabases } from "@/lib/bench/scale/databases";
import { scanDeps } from "@/lib/bench/scale/open-scan";
import { type Plan, readPlans, recordQueries } from "@/lib/bench/scale/plans";
import { choosePayments, type PreparedTransfer, prepareChain } from "@/lib/bench/scale/prepared-chain";
import { milliseconds, type Row } from "@/lib/bench/table";
import type { Chain } from "@/lib/chain/chains.rules";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { scanChain } from "@/lib/payments/scan/scan-chain";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import { endpointPlaces } from "@/lib/webhooks/deliver/attempt-delivery";
import { createWebhookStore } from "@/lib/webhooks/webhook-claim.store";

/** Paid before any plan is made: PAID, and still waiting to be final. */
const confirmed = 10_000;
const awaiting = 400;
const hourMs = 3_600_000;
const startedAgoMs = 60_000;

export type PlansInput = {
  databases: ScaleDatabases;
  /** A loaded database to which no one is connected. */
  source: string;
  chain: Chain;
  serverKey: string;
  size: string;
  say: (line: string) => void;
};

/**
 * Has every hot statement sent by the service's own code, and reads by what plan PostgreSQL runs it: none may read a
 * big table from end to end. The plans are written to a file.
 */
export async function measurePlans(input: PlansInput): Promise<Row[]> {
  const { databases, source, chain, size, say } = input;
  const used = `${source}_used`;
  const untouched = `${source}_untouched`;
  const databaseUrl = await databases.copy(source, used);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let payments: PreparedTransfer[];
  try {
    payments = await choosePayments(client, confirmed + awaiting + 10);
  } finally {
    await client.end();
  }
  const prepared = prepareChain(chain.chainId, new Date(Date.now() - startedAgoMs));
  const look = async (database: Database, transfers: readonly PreparedTransfer[]) => {
    prepared.add(transfers);
    await scanChain(scanDeps(database, chain, prepared.nodes), chain.chainId);
  };
  await withDatabase(databaseUrl, async (database) => {
    await scanChain(scanDeps(database, chain, prepared.nodes), chain.chainId);
    for (let count = 0; count < confirmed; count += 2_000) await look(database, payments.splice(0, 2_000));
    await look(database, []);
    await confirmPayments(scanDeps(database, chain, prepared.nodes), chain.chainId);
    await look(database, payments.splice(0, awaiting));
    await database.pool.query("ANALYZE");
  });
  // A copy from before the statements, for them to be run again.
  await databases.copy(used, untouched);
  const recorded = await withDatabase(databaseUrl, async (database) => {
    const recorder = recordQueries(database);
    await look(recorder.database, payments);
    await callEverything(recorder.database, input, payments);
    return recorder.take();
  });
  const plans = await readPlans(databases.url(untouched), recorded);
  for (const name of [used, untouched]) await databases.drop(name);

  const file = path.join(os.tmpdir(), "checkout-bench-plans.txt");
  await writeFile(file, plans.map(({ name, text }) => `── ${name}\n${text}`).join("\n"));
  for (const plan of plans) say(`  ${summary(plan)}`);
  say(`  The plans are in ${file}.`);
  const scans = plans.filter(({ sequentialScans }) => sequentialScans.length > 0);
  const slowest = plans.reduce((a, b) => (b.ms > a.ms ? b : a));
  return [
    {
      row: `Plans of the hot statements, ${size}`,
      ours:
        scans.length === 0
          ? `${plans.length} statements, none reads a big table from end to end; slowest ${slowest.name} ${milliseconds(slowest.ms)}`
          : `SEQUENTIAL SCANS: ${scans.map(summary).join("; ")}`,
      floor: "",
      ratio: "",
      goal: "no sequential scan",
      met: scans.length === 0,
    },
  ];
}

async function withDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What runs at every look, request or minute, with answers that are not empty. */
async function callEverything(
  database: Database,
  { chain, serverKey }: PlansInput,
  [payment]: readonly PreparedTransfer[],
): Promise<void> {
  const { chainId } = chain;
  const secretBox = createSecretBox(randomBytes(32));
  const now = new Date();
  const later = new Date(now.getTime() + hourMs);
  const deps = scanDeps(database, chain, prepareChain(chainId, now).nodes);
  const { balances, deposits, expiry, hints, positions, recordedLogs } = deps;
  const position = await positions.find(chainId);
  if (position === null || payment === undefined) throw new Error("a block was scanned and somebody paid");
  const found = await deposits.ownersOf([payment.to]);
  const [checkoutId] = found.values();
  if (checkoutId === undefined) throw new Error("who was paid is known");

  await recordedLogs.blocks(chainId, 0n, position.blockNumber);
  await recordedLogs.awaitingFinality("transfers", chainId, position.blockNumber, null, 500);
  await recordedLogs.awaitingFinality("sweeps", chainId, position.blockNumber, null, 500);
  await expiry.expirable(later, new Map([[chainId, later]]), 200);
  const hint = { checkoutId, chainId, txHash: `0x${"ab".repeat(32)}` } as const;
  await hints.has(hint, now);
  await hints.save(hint, now);
  await hints.open(chainId, new Date(now.getTime() - hourMs), 50);
  await balances.books(chainId, [checkoutId], [payment.tokenAddress], position.blockNumber);
  await balances.openTransfers(chainId, [checkoutId]);
  await expiry.quotedTokens([checkoutId]);
  await balances.closed(now, "", 200);

  const terms = {
    chainId,
    upTo: position.blockNumber,
    walletAddress: payment.to,
    refundWallet: null,
    chainIds: [],
    refundsSince: now,
    revertedSince: now,
    at: now,
  };
  await createSettlementStore(database).waiting(terms, 100);

  const webhooks = createWebhookStore(database, secretBox);
  const { endpointIds } = await webhooks.findDue(later, endpointPlaces);
  await webhooks.claim({
    endpoints: endpointIds.map((id) => ({ id, firstAttempts: 50, retries: 10 })),
    now: later,
    leaseMs: 30_000,
    places: endpointPlaces,
  });

  const limits = [{ bucket: "server:", most: 1_000, ofProject: true }] as const;
  const { holder } = await createKeyAdmissions(database, { now: () => now }).admit({
    keyHash: hashApiKey(serverKey),
    kind: "server",
    projectId: null,
    origin: null,
    limits,
  });
  if (holder === null) throw new Error("the key of the load is known");
  const checkouts = createCheckoutStore(database, secretBox);
  const projectId = holder.project.id;
  await checkouts.findPublic(checkoutId);
  await checkouts.find(projectId, checkoutId);
  await checkouts.list(projectId, { take: 50, skip: 0 });
  await checkouts.list(projectId, { take: 50, skip: 0, status: "PENDING" });
  await checkouts.list(projectId, { take: 50, skip: 0, referenceId: "order-20" });
}

function summary({ name, ms, sequentialScans }: Plan): string {
  return `${name} ${milliseconds(ms)}${sequentialScans.length === 0 ? "" : ` READS ALL OF ${sequentialScans.join(", ")}`}`;
}

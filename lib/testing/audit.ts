import { erc20Abi, getAbiItem, parseEventLogs } from "viem";
import { depositAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { type ChainTransfer, type Owner, wrongStatus } from "./audited-status";
import type { TestNetwork } from "./network";
import type { World } from "./world";

/**
 * Holds everything that the database says against the chain itself, asked without any of the service's own code:
 * the canonical transfers, sweeps and refunds are the recorded ones, each once; the ledger is their sum; every checkout
 * has the status that they give it; every event stands for one transition and every transition has one.
 *
 * Three facts are not on the chain, so the audit takes them from the database: when a transfer came, what the merchant
 * cancelled or accepted, and which checkouts were refunded before other money came. A transfer came with its block, or
 * when the service read it if the chain's clock is ahead: the recorded time is never later than the block's own, nor
 * earlier than the checkout.
 *
 * For checkouts priced in one token of this chain, final by a number of blocks, of which none replaces another, when the
 * chain was scanned to its head and what is over was expired. A refund by the merchant's wallet is held against the
 * chain, not looked for on it: it is a transfer like any other.
 *
 * @returns what does not fit, in words; empty when all does
 */
export async function auditBooks(world: World, network: TestNetwork): Promise<string[]> {
  const owners = await world.query<Owner>(
    `SELECT *, (SELECT kind <> 'checkout.reverted' FROM checkout_events
       WHERE checkout_id = checkouts.id AND 'REFUNDED' IN (details->>'from', details->>'to')
       ORDER BY id DESC LIMIT 1) IS TRUE AS was_refunded
     FROM checkouts WHERE own(id) ORDER BY created_at, id`,
  );
  // Asked for the logs of no address, a node returns those of all.
  if (owners.length === 0) return [];
  const head = await network.chain.client.getBlock();
  const arrivals = await recordedArrivals(world, network);
  const transfers = await chainTransfers(network, owners, arrivals);
  const sweeps = await chainSweeps(network, owners);
  const refunds = [...(await chainRefunds(network, owners)), ...(await walletRefunds(world, network))];
  const facts = { transfers, sweeps, refunds, head, finalBlocks: finalBlocks(network), now: world.now };
  return [
    ...differences("refund", await recorded(world, "refund_payments"), lines(refunds)),
    ...differences("transfer", await recorded(world, "transfers"), lines(transfers)),
    ...arrivals.flatMap(({ finding }) => finding),
    ...differences("sweep", await recorded(world, "sweeps"), lines(sweeps)),
    ...differences("ledger", await ledger(world), [
      ...sums("in", transfers),
      ...sums("out", sweeps),
      ...sums("back", refunds),
    ]),
    ...owners.flatMap((owner) => wrongStatus(owner, facts)),
    ...(await brokenHistories(world, owners)),
    ...(await wrongHoldings(world)),
  ];
}

/** What is kept of each deposit beside the ledger is the ledger's sum. */
async function wrongHoldings(world: World): Promise<string[]> {
  const rows = await world.query<{ checkout_id: string; held: bigint | null; booked: bigint | null }>(`
    SELECT checkout_id, holding.amount_units AS held, entry.units AS booked
    FROM deposit_holdings AS holding FULL JOIN (
      SELECT checkout_id, chain_id, token_address,
        sum(CASE to_account WHEN 'DEPOSIT' THEN amount_units ELSE -amount_units END) AS units
      FROM ledger_entries WHERE 'DEPOSIT' IN (from_account, to_account)
      GROUP BY checkout_id, chain_id, token_address
    ) AS entry USING (checkout_id, chain_id, token_address)
    WHERE holding.amount_units IS DISTINCT FROM entry.units`);
  return rows.map(
    ({ checkout_id, held, booked }) => `${checkout_id} holds ${held}, the ledger says ${booked}`,
  );
}

const transferEvent = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const sweptEvent = getAbiItem({ abi: depositAbi, name: "DepositSwept" });
const refundedEvent = getAbiItem({ abi: depositAbi, name: "DepositRefunded" });

type Arrival = { block_hash: Hex; tx_hash: Hex; log_index: number; late: boolean; finding: string[] };

/** When each recorded transfer came, by the database, and what the chain says against that. */
async function recordedArrivals(world: World, { chain }: TestNetwork): Promise<Arrival[]> {
  const rows = await world.query<Omit<Arrival, "finding"> & { came: Date; created: Date }>(
    `SELECT block_hash, tx_hash, log_index, block_timestamp AS came, checkouts.created_at AS created,
       block_timestamp > expires_at AS late
     FROM transfers JOIN checkouts ON checkouts.id = checkout_id WHERE NOT orphaned`,
  );
  const arrivals: Arrival[] = [];
  for (const { came, created, ...row } of rows) {
    const block = await chain.client.getBlock({ blockHash: row.block_hash }).catch(() => null);
    const own = block === null ? null : new Date(Number(block.timestamp) * 1_000);
    const isRight = own === null || Number(came) === Number(own) || (came < own && came >= created);
    const finding = `transfer ${row.tx_hash} came at ${came.toISOString()}, its block at ${own?.toISOString()}`;
    arrivals.push({ ...row, finding: isRight ? [] : [finding] });
  }
  return arrivals;
}

async function chainTransfers(
  { chain, usdc, usdt }: TestNetwork,
  owners: readonly Owner[],
  arrivals: readonly Arrival[],
) {
  const logs = await chain.client.getLogs({
    address: [usdc, usdt],
    event: transferEvent,
    args: { to: owners.map(({ deposit_address }) => deposit_address) },
    strict: true,
    fromBlock: 0n,
  });
  return logs
    .filter(({ args }) => args.value > 0n)
    .map((log) => {
      const to = lower(log.args.to);
      const seen = arrivals.find(
        ({ block_hash, tx_hash, log_index }) =>
          block_hash === log.blockHash && tx_hash === log.transactionHash && log_index === log.logIndex,
      );
      return fact(log, to, lower(log.address), log.args.value, seen?.late);
    });
}

async function chainSweeps({ chain }: TestNetwork, owners: readonly Owner[]) {
  const logs = await chain.client.getLogs({
    address: owners.map(({ deposit_address }) => deposit_address),
    event: sweptEvent,
    strict: true,
    fromBlock: 0n,
  });
  return logs.map((log) => fact(log, lower(log.address), lower(log.args.token), log.args.amount));
}

async function chainRefunds({ chain }: TestNetwork, owners: readonly Owner[]) {
  const logs = await chain.client.getLogs({
    address: owners.map(({ deposit_address }) => deposit_address),
    event: refundedEvent,
    strict: true,
    fromBlock: 0n,
  });
  return logs.map((log) => fact(log, lower(log.address), lower(log.args.token), log.args.amount));
}

/** What the chain says where a refund by a merchant's wallet is recorded. */
async function walletRefunds(world: World, { chain }: TestNetwork) {
  const rows = await world.query<{ tx_hash: Hex; log_index: number; to: Hex; from: Hex; deposit: Hex }>(
    `SELECT tx_hash, log_index, to_address AS to, merchant_address AS from, deposit_address AS deposit
     FROM refund_payments AS log JOIN checkouts ON checkouts.id = checkout_id
     WHERE NOT orphaned AND from_account = 'MERCHANT'`,
  );
  const found: ChainTransfer[] = [];
  for (const { tx_hash: hash, log_index, to, from, deposit } of rows) {
    const receipt = await chain.client.getTransactionReceipt({ hash }).catch(() => null);
    const logs = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt?.logs ?? [] });
    for (const log of logs.filter(({ logIndex }) => logIndex === log_index)) {
      if (lower(log.args.to) !== to || lower(log.args.from) !== from) continue;
      found.push(fact(log, deposit, lower(log.address), log.args.value));
    }
  }
  return found;
}

type ChainLog = { blockNumber: bigint; blockHash: Hex; transactionHash: Hex; logIndex: number };

function fact(log: ChainLog, to: Hex, token: Hex, units: bigint, late = false): ChainTransfer {
  const { blockNumber, blockHash, transactionHash, logIndex } = log;
  const line = [to, token, units, blockNumber, blockHash, transactionHash, logIndex].join(" ");
  return { to, token, units, block: blockNumber, late, line };
}

function lines(facts: readonly ChainTransfer[]): string[] {
  return facts.map(({ line }) => line);
}

function sums(flow: "in" | "out" | "back", facts: readonly ChainTransfer[]): string[] {
  const totals = new Map<string, bigint>();
  for (const { to, token, units } of facts)
    totals.set(`${flow} ${to} ${token}`, (totals.get(`${flow} ${to} ${token}`) ?? 0n) + units);
  return [...totals].map(([key, units]) => `${key} ${units}`);
}

async function recorded(world: World, table: "transfers" | "sweeps" | "refund_payments"): Promise<string[]> {
  const rows = await world.query<{ line: string }>(
    `SELECT concat_ws(' ', deposit_address, log.token_address, log.amount_units, block_number, block_hash, tx_hash, log_index) AS line
     FROM ${table} AS log JOIN checkouts ON checkouts.id = checkout_id WHERE NOT orphaned`,
  );
  return rows.map(({ line }) => line);
}

async function ledger(world: World): Promise<string[]> {
  const rows = await world.query<{ line: string }>(
    `SELECT concat_ws(' ', flow, deposit_address, moves.token_address, sum(units)) AS line FROM (
       SELECT checkout_id, token_address,
         CASE WHEN kind IN ('RECEIVED', 'RECEIVED_REVERSED') THEN 'in'
           WHEN kind IN ('SWEPT', 'SWEPT_REVERSED') THEN 'out' ELSE 'back' END AS flow,
         CASE WHEN kind IN ('RECEIVED', 'SWEPT', 'REFUNDED') THEN amount_units ELSE -amount_units END AS units
       FROM ledger_entries
     ) AS moves JOIN checkouts ON checkouts.id = checkout_id
     GROUP BY flow, deposit_address, moves.token_address HAVING sum(units) <> 0`,
  );
  return rows.map(({ line }) => line);
}

/** A line that is on both sides, but not equally often, is a difference too. */
function differences(what: string, books: readonly string[], chain: readonly string[]): string[] {
  const left = [...chain];
  const invented = books.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [
    ...invented.map((line) => `${what} only in the books: ${line}`),
    ...left.map((line) => `${what} only on the chain: ${line}`),
  ];
}

function finalBlocks({ definition }: TestNetwork): bigint {
  const requirement = definition.confirmations.paid.at(-1)?.requirement;
  if (requirement?.kind !== "blocks") throw new Error("this audit counts blocks");
  return BigInt(requirement.blocks);
}

async function brokenHistories(world: World, owners: readonly Owner[]): Promise<string[]> {
  const events = await world.query<{ checkout_id: string; kind: string; sequence: number }>(
    "SELECT checkout_id, kind, sequence FROM outbox_events WHERE own(checkout_id) ORDER BY sequence",
  );
  const timeline = await world.query<{
    checkout_id: string;
    kind: string;
    from: string | null;
    to: string | null;
  }>(
    `SELECT checkout_id, kind, details->>'from' AS from, details->>'to' AS to
     FROM checkout_events WHERE kind = ANY ($1) ORDER BY id`,
    [eventKinds],
  );
  return owners.flatMap(({ id, status }) => {
    const told = events.filter(({ checkout_id }) => checkout_id === id);
    const steps = timeline.filter(({ checkout_id }) => checkout_id === id);
    const findings: string[] = [];
    if (told.some(({ sequence }, index) => sequence !== index + 1)) findings.push("misses an event");
    const [said, happened] = [told, steps].map((list) => list.map(({ kind }) => kind).join(", "));
    if (said !== happened) findings.push(`told ${said}, but its timeline is ${happened}`);
    let at = "PENDING";
    for (const { from, to } of steps) {
      if (to === null) continue;
      if (from !== at) findings.push(`went from ${from} to ${to} when it was ${at}`);
      at = to;
    }
    if (at !== status) findings.push(`was last told as ${at} and is ${status}`);
    return findings.map((finding) => `${id} ${finding}`);
  });
}

function lower(value: Hex): Hex {
  return value.toLowerCase() as Hex;
}

import { erc20Abi, getAbiItem, parseEventLogs } from "viem";
import { depositAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { eventKinds } from "@/lib/webhooks/events.rules";
import type { TestNetwork } from "./network";
import type { World } from "./world";

type Owner = {
  id: string;
  deposit_address: Hex;
  status: string;
  chain_id: number | null;
  token_address: Hex | null;
  amount_units: bigint | null;
  total_paid_units: bigint;
  paid_units: bigint;
  refunded_units: bigint;
  expires_at: Date;
};

type ChainTransfer = { to: Hex; token: Hex; units: bigint; block: bigint; late: boolean; line: string };

/**
 * Holds everything that the database says against the chain itself, asked without any of the service's own code:
 * the canonical transfers, sweeps and refunds are the recorded ones, each once; the ledger is their sum; every checkout
 * has the status that they give it; every event stands for one transition and every transition has one.
 *
 * For checkouts priced in one token of this chain, final by a number of blocks, of which none was cancelled, when the
 * chain was scanned to its head. A refund by the merchant's wallet is held against the chain, not looked for on it: it
 * is a transfer like any other.
 *
 * @returns what does not fit, in words; empty when all does
 */
export async function auditBooks(world: World, network: TestNetwork): Promise<string[]> {
  const owners = await world.query<Owner>("SELECT * FROM checkouts ORDER BY created_at, id");
  const head = await network.chain.client.getBlock();
  const transfers = await chainTransfers(network, owners);
  const sweeps = await chainSweeps(network, owners);
  const refunds = [...(await chainRefunds(network, owners)), ...(await walletRefunds(world, network))];
  return [
    ...differences("refund", await recorded(world, "refund_payments"), lines(refunds)),
    ...differences("transfer", await recorded(world, "transfers"), lines(transfers)),
    ...differences("sweep", await recorded(world, "sweeps"), lines(sweeps)),
    ...differences("ledger", await ledger(world), [
      ...sums("in", transfers),
      ...sums("out", sweeps),
      ...sums("back", refunds),
    ]),
    ...owners.flatMap((owner) =>
      wrongStatus(owner, head, finalBlocks(network), { transfers, sweeps, refunds }),
    ),
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

async function chainTransfers({ chain, usdc, usdt }: TestNetwork, owners: readonly Owner[]) {
  const logs = await chain.client.getLogs({
    address: [usdc, usdt],
    event: transferEvent,
    args: { to: owners.map(({ deposit_address }) => deposit_address) },
    strict: true,
    fromBlock: 0n,
  });
  const times = new Map<Hex, bigint>();
  for (const { blockHash } of logs) {
    if (!times.has(blockHash)) times.set(blockHash, (await chain.client.getBlock({ blockHash })).timestamp);
  }
  return logs
    .filter(({ args }) => args.value > 0n)
    .map((log) => {
      const to = lower(log.args.to);
      const owner = owners.find(({ deposit_address }) => deposit_address === to);
      return fact(log, to, lower(log.address), log.args.value, (at) => isLate(owner, at), times);
    });
}

async function chainSweeps({ chain }: TestNetwork, owners: readonly Owner[]) {
  const logs = await chain.client.getLogs({
    address: owners.map(({ deposit_address }) => deposit_address),
    event: sweptEvent,
    strict: true,
    fromBlock: 0n,
  });
  return logs.map((log) =>
    fact(log, lower(log.address), lower(log.args.token), log.args.amount, () => false, new Map()),
  );
}

async function chainRefunds({ chain }: TestNetwork, owners: readonly Owner[]) {
  const logs = await chain.client.getLogs({
    address: owners.map(({ deposit_address }) => deposit_address),
    event: refundedEvent,
    strict: true,
    fromBlock: 0n,
  });
  return logs.map((log) =>
    fact(log, lower(log.address), lower(log.args.token), log.args.amount, () => false, new Map()),
  );
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
      found.push(fact(log, deposit, lower(log.address), log.args.value, () => false, new Map()));
    }
  }
  return found;
}

function isLate(owner: Owner | undefined, timestamp: bigint): boolean {
  return owner !== undefined && Number(timestamp) * 1_000 > owner.expires_at.getTime();
}

type ChainLog = { blockNumber: bigint; blockHash: Hex; transactionHash: Hex; logIndex: number };

function fact(
  { blockNumber, blockHash, transactionHash, logIndex }: ChainLog,
  to: Hex,
  token: Hex,
  units: bigint,
  late: (timestamp: bigint) => boolean,
  times: ReadonlyMap<Hex, bigint>,
): ChainTransfer {
  const line = [to, token, units, blockNumber, blockHash, transactionHash, logIndex].join(" ");
  return { to, token, units, block: blockNumber, late: late(times.get(blockHash) ?? 0n), line };
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

function wrongStatus(
  owner: Owner,
  head: { number: bigint; timestamp: bigint },
  blocks: bigint,
  { transfers, sweeps, refunds }: Record<"transfers" | "sweeps" | "refunds", readonly ChainTransfer[]>,
): string[] {
  const ours = ({ to, token }: ChainTransfer) =>
    to === owner.deposit_address && token === owner.token_address;
  const counted = transfers.filter(ours);
  const final = ({ block }: ChainTransfer) => head.number - block + 1n >= blocks;
  const onTime = counted.filter(({ late }) => !late);
  const price = owner.amount_units ?? 0n;
  const back = refunds.filter(ours).filter(final);
  const isAllBack = () => {
    // Money that comes afterwards changes nothing.
    const received = counted.filter(({ block }) => back.some((refund) => refund.block >= block));
    return back.length > 0 && total(back) >= total(received) && received.every(final);
  };
  const expected = () => {
    if (isAllBack()) return "REFUNDED";
    if (total(onTime.filter(final)) >= price) {
      const swept = total(sweeps.filter(ours).filter(final));
      return swept > 0n && swept + total(back) >= price ? "SETTLED" : "PAID";
    }
    if (total(onTime) >= price) return "DETECTED";
    if (!isLate(owner, head.timestamp)) return "PENDING";
    return total(counted.filter(final)) >= price ? "LATE_PAID" : "EXPIRED";
  };
  const right = {
    status: expected(),
    total: total(counted),
    final: total(counted.filter(final)),
    back: total(back),
  };
  const is = {
    status: owner.status,
    total: owner.total_paid_units,
    final: owner.paid_units,
    back: owner.refunded_units,
  };
  const say = (state: typeof is) =>
    `${state.status} with ${state.total}, of it final ${state.final}, refunded ${state.back}`;
  return say(is) === say(right) ? [] : [`${owner.id} is ${say(is)} and should be ${say(right)}`];
}

async function brokenHistories(world: World, owners: readonly Owner[]): Promise<string[]> {
  const events = await world.query<{ checkout_id: string; kind: string; sequence: number }>(
    "SELECT checkout_id, kind, sequence FROM outbox_events ORDER BY sequence",
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

function total(facts: readonly ChainTransfer[]): bigint {
  return facts.reduce((sum, { units }) => sum + units, 0n);
}

function lower(value: Hex): Hex {
  return value.toLowerCase() as Hex;
}

import type { Hex } from "@/lib/platform/values/hex.rules";
import { usdc, usdt } from "@/lib/testing/builders";
import { legalMoves } from "@/lib/testing/legal-moves";
import { refundedTopic, type SimulatedChain } from "@/lib/testing/simulated-chain/chain";
import type { History } from "./history";
import { merchant } from "./networks";
import { isOf, refundFaults } from "./refund-faults";
import type { StoredCheckout, StoredLog } from "./snapshot";

/**
 * Refunds that are asked for and not paid by the books, although the merchant's wallet paid them on the chain. Where
 * a node failed it may have hidden that, and balances do not tell of it.
 */
function unmatchedFaults(history: History, chainId: number, upTo: number): string[] {
  if (history.everShaken.has(chainId)) return [];
  const { chain } = history.network(chainId);
  const { checkouts, logs } = history.snapshot;
  const canonical = logs.filter((log) => log.chainId === chainId && !log.orphaned && log.flow === "back");
  const waiting = [...checkouts.values()]
    .flatMap(({ refunds }) => refunds)
    .filter(({ id, asked }) => asked && !canonical.some(({ refundId }) => refundId === id));
  if (waiting.length === 0) return [];
  return chain.blocks.slice(0, upTo + 1).flatMap(({ timestamp, transactions }) =>
    transactions.flatMap(({ transaction, logs: emitted }) =>
      emitted.flatMap(({ moved, logIndex }) => {
        if (moved?.from !== merchant) return [];
        const isTaken = canonical.some((log) => log.txHash === transaction.hash && log.logIndex === logIndex);
        const sent = { chainId, tokenAddress: moved.token, units: moved.amountUnits, to: moved.to };
        return waiting
          .filter((refund) => !isTaken && isOf(refund, sent) && refund.createdAt < timestamp * 1_000)
          .map(({ id }) => `${transaction.hash}#${logIndex} paid ${id}, and that still waits`);
      }),
    ),
  );
}

/** Faults in words of what must hold of any books at any time; empty without any. */
export function findBookFaults(history: History): string[] {
  return [
    ...[...history.snapshot.checkouts.values()].flatMap((checkout) => [
      ...checkoutFaults(history, checkout),
      ...sumFaults(history, checkout),
      ...timelineFaults(checkout),
    ]),
    ...logFaults(history),
  ];
}

/** A checkout's sums are those of the logs that are recorded for it in the token that pays it. */
function sumFaults(history: History, checkout: StoredCheckout): string[] {
  const { id, terms, totalPaid, paidAmount, refunded, refunding, refunds, frozen } = checkout;
  const isOfTerms = (item: { chainId: number; tokenAddress: string }) =>
    item.chainId === terms?.chainId && item.tokenAddress === terms.tokenAddress;
  const own = history.snapshot.logs.filter((log) => log.checkoutId === id && !log.orphaned);
  const received = own.filter((log) => log.flow === "in" && isOfTerms(log));
  const isFinal = ({ final }: StoredLog) => final;
  const payments = refunds.filter(isOfTerms).map(({ asked, ...refund }) => ({
    ...refund,
    asked,
    log: own.find((log) => log.refundId === refund.id),
  }));
  return [
    ...differences(id, [
      ["totalPaid", totalPaid, sum(received)],
      ["paidAmount", paidAmount, sum(received.filter(isFinal))],
      ["refundedAmount", refunded, sum(payments.filter(({ log }) => log?.final === true))],
      [
        "what is being refunded",
        refunding,
        sum(payments.filter(({ log, asked }) => (log === undefined ? asked : !log.final))),
      ],
    ]),
    ...(refunded + refunding > totalPaid && !frozen ? [`${id}: more is to go back than came`] : []),
  ];
}

function sum(items: readonly { units: bigint }[]): bigint {
  return items.reduce((total, { units }) => total + units, 0n);
}

function differences(id: string, pairs: readonly [what: string, is: unknown, should: unknown][]): string[] {
  return pairs
    .filter(([, is, should]) => show(is) !== show(should))
    .map(([what, is, should]) => `${id}: ${what} is ${show(is)}, not ${show(should)}`);
}

function checkoutFaults(history: History, checkout: StoredCheckout): string[] {
  const faults: string[] = [];
  const { id } = checkout;
  const sequence = checkout.events.map((event) => event.sequence);
  faults.push(...differences(id, [["sequence of events", sequence, sequence.map((_, index) => index + 1)]]));

  const own = history.snapshot.logs.filter((log) => log.checkoutId === id && !log.orphaned);
  for (const { chainId, tokenAddress, ...units } of checkout.ledger) {
    const logs = own.filter((log) => log.chainId === chainId && log.tokenAddress === tokenAddress);
    const moved = (flow: StoredLog["flow"], source: StoredLog["source"] = null) =>
      logs
        .filter((log) => log.flow === flow && log.source === source)
        .reduce((sum, log) => sum + log.units, 0n);
    const [came, swept] = [moved("in"), moved("out")];
    const [byDeposit, byWallet] = [moved("back", "DEPOSIT"), moved("back", "MERCHANT")];
    const held = {
      deposit: came - swept - byDeposit,
      merchant: swept - byWallet,
      customer: byDeposit + byWallet - came,
    };
    faults.push(...differences(id, [[`the ledger of ${tokenAddress} on ${chainId}`, units, held]]));
  }
  for (const log of own) {
    const { chainId, tokenAddress } = log;
    if (!checkout.ledger.some((line) => line.chainId === chainId && line.tokenAddress === tokenAddress))
      faults.push(`${id}: ${log.id} is not in the ledger`);
  }

  if (["DETECTED", "PAID", "SETTLED", "LATE_PAID"].includes(checkout.status)) {
    const price = checkout.terms?.units ?? 0n;
    const full = price - (price * BigInt(checkout.toleranceBps)) / 10_000n;
    const required = checkout.accepted !== null && checkout.accepted < full ? checkout.accepted : full;
    const held = checkout.status === "DETECTED" ? checkout.totalPaid : checkout.paidAmount;
    if (held < required) faults.push(`${id}: ${checkout.status} with ${held}`);
  }
  // What a reorganisation took cannot be asked for again, and what was asked for before it is looked at by hand.
  const lostFinal = history.snapshot.logs.some((log) => log.checkoutId === id && log.orphaned && log.final);
  const asked = checkout.refunds
    .filter((refund) => refund.asked)
    .reduce((units, refund) => units + refund.units, 0n);
  const { paidAmount, frozen } = checkout;
  // By hand more may have left meanwhile, of money that is not final or was promised.
  const byHand = checkout.refunds.some((refund) => !refund.asked);
  if (asked > paidAmount && !frozen && !lostFinal && !byHand)
    faults.push(`${id}: refunds of ${asked} were asked for, of ${paidAmount}`);
  return [...faults, ...refundFaults(checkout, history.snapshot.logs)];
}

/** Every move was legal, followed the one before, and was told exactly once. */
function timelineFaults({ id, status, events, timeline }: StoredCheckout): string[] {
  const faults: string[] = [];
  let at = "PENDING";
  for (const { kind, from, to } of timeline) {
    if (from === null || to === null) continue;
    if (from !== at) faults.push(`${id}: a move from ${from} follows one to ${at}`);
    if (!legalMoves.has(`${from} ${to} ${kind}`)) faults.push(`${id}: ${from} became ${to} by ${kind}`);
    at = to;
  }
  if (at !== status) faults.push(`${id}: the timeline ends at ${at}, the status is ${status}`);
  const told = timeline.map(({ kind }) => kind).filter((kind) => events.some((event) => event.kind === kind));
  const kinds = events.map(({ kind }) => kind);
  if (show(told) !== show(kinds))
    faults.push(`${id}: the timeline has ${show(told)}, the events ${show(kinds)}`);
  return faults;
}

/** Every recorded log was in a block once as it is recorded, and none counts twice. */
function logFaults(history: History): string[] {
  const faults: string[] = [];
  const places = new Set<string>();
  const blocks = new Map<string, string>();
  for (const log of history.snapshot.logs) {
    const { chain } = history.network(log.chainId);
    const real = logOf(chain, log);
    if (real === null) faults.push(`${log.id} was never on the chain as it is recorded`);
    const isOurs = log.source === "MERCHANT" || real?.from === history.stored(log.checkoutId).depositAddress;
    if (real !== null && !isOurs)
      faults.push(`${log.id} is credited to ${log.checkoutId}, whose address it is not`);
    if (log.orphaned) continue;
    const place = `${log.chainId} ${log.txHash} ${log.logIndex} ${log.flow}`;
    if (places.has(place)) faults.push(`${place} counts twice`);
    places.add(place);
    const other = blocks.get(`${log.chainId} ${log.txHash}`);
    if (other !== undefined && other !== log.blockHash) faults.push(`${log.txHash} counts in two blocks`);
    blocks.set(`${log.chainId} ${log.txHash}`, log.blockHash);
  }
  return faults;
}

/** The log that a row tells of, as it was emitted, and whose address it is of; null when there is none that is equal. */
function logOf(chain: SimulatedChain, row: StoredLog): { from: Hex } | null {
  const block = chain.everBlocks.get(row.blockHash as Hex);
  if (block === undefined || block.number !== row.block || block.timestamp * 1_000 !== row.at) return null;
  const mined = block.transactions.find(({ transaction }) => transaction.hash === row.txHash);
  const log = mined?.logs.find(({ logIndex }) => logIndex === row.logIndex);
  if (log === undefined) return null;
  if (BigInt(log.data) !== row.units) return null;
  const { moved } = log;
  if (moved !== null) {
    if (moved.token !== row.tokenAddress) return null;
    if (row.flow === "in") return { from: moved.to };
    return row.source === "MERCHANT" && row.to === moved.to && moved.from === merchant
      ? { from: merchant }
      : null;
  }
  if (row.flow === "in" || row.source === "MERCHANT") return null;
  const [topic, token, to] = log.topics.map((value) => `0x${value.slice(26)}`);
  const isRefund = log.topics[0] === refundedTopic;
  if (topic === undefined || token !== row.tokenAddress || isRefund !== (row.flow === "back")) return null;
  return isRefund && to !== row.to ? null : { from: log.address };
}

/**
 * What the books of a chain lack or have too much, against all that its canonical blocks hold for our addresses up
 * to the block of this number. Of tokens that are not listed fewer may be recorded.
 */
export function compareWithChain(history: History, chainId: number, upTo: number): string[] {
  const { chain } = history.network(chainId);
  const owners = new Map([...history.snapshot.checkouts.values()].map((c) => [c.depositAddress, c.id]));
  const onChain = new Set<string>();
  // What was paid by wallet is ours where a refund says so (`unmatchedFaults`).
  const optional = new Set<string>();
  for (const block of chain.blocks.slice(0, upTo + 1)) {
    for (const { transaction, logs } of block.transactions) {
      for (const log of logs) {
        const owner = owners.get(log.moved === null ? log.address : log.moved.to);
        if (log.moved?.from === merchant)
          optional.add(`MERCHANT ${block.hash} ${transaction.hash} ${log.logIndex}`);
        if (owner === undefined || BigInt(log.data) === 0n) continue;
        const key = `${owner} ${block.hash} ${transaction.hash} ${log.logIndex}`;
        const isListed = log.moved === null || log.moved.token === usdc || log.moved.token === usdt;
        (isListed ? onChain : optional).add(key);
      }
    }
  }
  const recorded = new Set(
    history.snapshot.logs
      .filter((log) => log.chainId === chainId && !log.orphaned)
      .map((log) => {
        const owner = log.source === "MERCHANT" ? log.source : log.checkoutId;
        return `${owner} ${log.blockHash} ${log.txHash} ${log.logIndex}`;
      }),
  );
  return [
    ...[...onChain].filter((key) => !recorded.has(key)).map((key) => `not recorded: ${key}`),
    ...[...recorded]
      .filter((key) => !onChain.has(key) && !optional.has(key))
      .map((key) => `recorded, and not on the chain: ${key}`),
    ...unmatchedFaults(history, chainId, upTo),
  ];
}

function show(value: unknown): string {
  return (
    JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${item}` : item)) ?? "nothing"
  );
}

import fc from "fast-check";
import { freezingIncidents } from "@/lib/books/incident-facts.store";
import { refundedTopic } from "@/lib/testing/simulated-chain/chain";
import { commandArbitraries } from "./commands";
import { History } from "./history";
import { compareWithChain, findBookFaults } from "./invariants";
import { chains, type ModelRuns } from "./networks";
import type { Terms } from "./position";
import { type Command, create } from "./service-commands";
import { type StoredCheckout, selectedChains } from "./snapshot";
import type { ModelWorld } from "./world";

export type Ran = {
  histories: number;
  commands: number;
  seconds: number;
  /** How often each event was written. */
  told: Record<string, number>;
};

/**
 * Runs random histories: the books are checked after every command, and compared with the chains at rest.
 * @throws with seed, path and the shortest history that fails
 */
export async function runHistories(
  world: ModelWorld,
  { histories, seed, path, replayPath }: ModelRuns,
  { withFaults }: { withFaults: boolean },
): Promise<Ran> {
  const began = performance.now();
  const ran: Ran = { histories: 0, commands: 0, seconds: 0, told: {} };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(create, { minLength: 1, maxLength: 2 }),
      fc.commands<Record<string, never>, History, false>(commandArbitraries(withFaults), {
        maxCommands: 24,
        size: "max",
        ...(replayPath === undefined ? {} : { replayPath }),
      }),
      async (chainSeed, first, commands: Iterable<Command>) => {
        const history = await History.begin(world, chainSeed);
        for (const creation of first) await creation.run({}, history);
        await fc.asyncModelRun(() => ({ model: {}, real: history }), commands);
        await comeToRest(history);
        ran.histories += 1;
        ran.commands += history.commands;
        for (const { kind } of [...history.snapshot.checkouts.values()].flatMap(({ events }) => events))
          ran.told[kind] = (ran.told[kind] ?? 0) + 1;
      },
    ),
    {
      numRuns: histories,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    },
  );
  ran.seconds = Math.round((performance.now() - began) / 1_000);
  return ran;
}

/** Histories without these events would prove nothing. */
export const eventsToSee: readonly string[] = [
  "checkout.created",
  "checkout.detected",
  "checkout.partially_paid",
  "checkout.paid",
  "checkout.expired",
  "checkout.late_paid",
  "checkout.reverted",
  "checkout.cancelled",
  "checkout.settled",
  "checkout.refunded",
  "refund.completed",
];

const maxRounds = 40;
/** Beyond every tag. */
const blocksToRest = 8;
/** As many newest blocks have no second reading yet. */
const unsettled = 2;
const betweenLooksMs = 16_000;
/** More than any wait between two looks. */
const quietMs = 61_000;

/** Faults are lifted and the work goes on until nothing moves; then books and chains are held against each other. */
async function comeToRest(history: History): Promise<void> {
  history.heal();
  history.shaken.clear();
  history.now = new Date(history.now.getTime() + quietMs);
  const concerned = chains.filter(({ chainId }) => history.concerns(chainId));
  for (const { chainId } of concerned) history.mine(chainId, blocksToRest);
  for (const { chainId } of concerned) await readToTheEnd(history, chainId);
  await history.expire();
  await history.refresh();
  const faults = [
    ...history.faults,
    ...findBookFaults(history),
    ...concerned.flatMap(({ chainId }) =>
      compareWithChain(history, chainId, history.network(chainId).chain.head.number),
    ),
    ...history.snapshot.incidents
      .filter(({ kind }) => freezingIncidents.every((freezing) => freezing !== kind))
      .map((incident) => `open: ${JSON.stringify(incident)}`),
    ...[...history.snapshot.checkouts.values()].flatMap((checkout) => outcomeFaults(history, checkout)),
  ];
  if (faults.length > 0) throw new Error(`at rest:\n${faults.join("\n")}`);
}

async function readToTheEnd(history: History, chainId: number): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const look = await history.scan(chainId);
    const { headNumber, readTwice } = history.snapshot.positions.get(chainId) ?? {};
    const isReadTwice = headNumber !== undefined && Number(readTwice) >= headNumber - unsettled;
    if (look?.kind === "idle" && look.remaining === 0n && isReadTwice) {
      await history.confirm(chainId);
      // What the balances brought in just now is judged by the next look, as in service.
      return history.confirm(chainId);
    }
    history.now = new Date(history.now.getTime() + betweenLooksMs);
  }
  throw new Error(`the watcher does not come to the end of ${chainId}`);
}

/** The statuses that the chains, the clock and the merchant leave open at rest, told from these alone. */
function outcomeFaults(history: History, checkout: StoredCheckout): string[] {
  const { id, quotes, expiresAt, toleranceBps, status, accepted } = checkout;
  const kinds = checkout.events.map(({ kind }) => kind);
  const paid = quotes.map((quote) => paidOnChain(history, checkout, quote));
  const inTime = paid.some((when) => when === "in time");
  const late = paid.some((when) => when === "late");
  // By the clock where it was never selected; else by a block of each chain that was selected.
  const ends = selectedChains(checkout).map(
    (chainId) => history.network(chainId).chain.head.timestamp * 1_000,
  );
  const isOver = Math.min(history.now.getTime(), ...ends) > expiresAt;
  const unrefunded = ((): readonly string[] => {
    if (accepted !== null) return [history.lateAccepted.has(id) ? "LATE_PAID" : "PAID", "SETTLED"];
    if (kinds.includes("checkout.cancelled")) return inTime || late ? ["LATE_PAID"] : ["CANCELLED"];
    if (inTime) {
      const swept = kinds.includes("checkout.settled");
      // Late money that was seen before the money in time paid first, and that stands.
      const lateFirst = kinds.includes("checkout.late_paid");
      return [swept ? "SETTLED" : "PAID", "PAID", ...(lateFirst ? ["LATE_PAID"] : [])];
    }
    if (late && isOver) return ["LATE_PAID"];
    return isOver ? ["EXPIRED"] : ["PENDING"];
  })();
  const came = checkout.terms === null ? 0n : unitsOf(received(history, checkout, checkout.terms));
  const back = wentBack(history, checkout);
  const allowed = ((): readonly string[] => {
    if (back === 0n || unrefunded.includes("PENDING")) return unrefunded;
    if (back === came) return ["REFUNDED"];
    // Money came after all was back; or more went back than came, which is all only of a payment that is whole.
    return kinds.includes("checkout.refunded") || back > came ? [...unrefunded, "REFUNDED"] : unrefunded;
  })();
  const faults = allowed.includes(status)
    ? []
    : [`${id}: it is ${status}; by the chains it is ${allowed.join(" or ")} (${toleranceBps} bps)`];
  return [...faults, ...moneyFaults(history, checkout)];
}

function received(history: History, { depositAddress }: StoredCheckout, { chainId, tokenAddress }: Terms) {
  return history
    .network(chainId)
    .chain.blocks.flatMap(({ timestamp, transactions }) =>
      transactions.flatMap(({ transaction, logs }) =>
        logs.flatMap(({ moved }) =>
          moved !== null && moved.token === tokenAddress && moved.to === depositAddress
            ? [{ at: timestamp * 1_000, units: moved.amountUnits, txHash: transaction.hash }]
            : [],
        ),
      ),
    );
}

/** Of the token in which a checkout was paid: by its deposit address as the chain tells, by wallet as refunds say. */
function wentBack(history: History, { id, terms, depositAddress }: StoredCheckout): bigint {
  if (terms === null) return 0n;
  const { chainId, tokenAddress } = terms;
  const byDeposit = history
    .network(chainId)
    .chain.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ logs }) =>
        logs.flatMap(({ address, topics, data }) =>
          address === depositAddress &&
          topics[0] === refundedTopic &&
          `0x${topics[1]?.slice(26)}` === tokenAddress
            ? [{ units: BigInt(data) }]
            : [],
        ),
      ),
    );
  const byWallet = history.snapshot.logs.filter(
    (log) =>
      log.checkoutId === id &&
      log.source === "MERCHANT" &&
      !log.orphaned &&
      log.chainId === chainId &&
      log.tokenAddress === tokenAddress,
  );
  return unitsOf([...byDeposit, ...byWallet]);
}

function unitsOf(amounts: readonly { units: bigint }[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n);
}

function paidOnChain(history: History, checkout: StoredCheckout, quote: Terms): "in time" | "late" | null {
  const required = quote.units - (quote.units * BigInt(checkout.toleranceBps)) / 10_000n;
  let sum = 0n;
  for (const { at, units } of received(history, checkout, quote)) {
    sum += units;
    if (sum >= required) return at <= checkout.expiresAt ? "in time" : "late";
  }
  return null;
}

/** Sums and the paying transaction, from the canonical blocks alone. */
function moneyFaults(history: History, checkout: StoredCheckout): string[] {
  const { id, terms, accepted, totalPaid, paidAmount, paymentTxHash, toleranceBps } = checkout;
  if (terms === null) return totalPaid === 0n ? [] : [`${id}: ${totalPaid} were paid in no token`];
  const came = received(history, checkout, terms);
  const sum = unitsOf(came);
  const full = terms.units - (terms.units * BigInt(toleranceBps)) / 10_000n;
  const required = accepted !== null && accepted < full ? accepted : full;
  const paying = came.find((_, index) => unitsOf(came.slice(0, index + 1)) >= required);
  const faults: string[] = [];
  if (totalPaid !== sum || paidAmount !== sum)
    faults.push(`${id}: ${totalPaid} came, ${paidAmount} for good, by its own word; by the chain ${sum}`);
  if (paymentTxHash !== (paying?.txHash ?? null))
    faults.push(`${id}: ${paymentTxHash} paid, by its own word; by the chain ${paying?.txHash}`);
  return faults;
}

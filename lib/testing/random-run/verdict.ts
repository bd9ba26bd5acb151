import { setTimeout as sleep } from "node:timers/promises";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Books, sumKey } from "./books";
import type { Receiver } from "./merchant";
import type { PlayChain } from "./payers";

const deliveredWithinMs = 30_000;

type Facts = {
  books: Books;
  chains: readonly PlayChain[];
  receiver: Receiver;
  /** What has ended since then may still have to be expired. */
  quietSince: Date;
};

type Mined = { chainId: number; tokenAddress: Hex; to: Hex; units: bigint; minedAt: Date };

/**
 * Compares the books with what the run itself knows it paid, and the events with what the receiver got.
 *
 * @returns a sentence for each thing that is not as it must be, and what was counted
 */
export async function judge({
  books,
  chains,
  receiver,
  quietSince,
}: Facts): Promise<{ findings: string[]; counts: Counts }> {
  const mined = await minedPayments(chains);
  const checkouts = await books.checkouts();
  const received = await books.received();
  const fakeTokens = new Set(chains.map(({ fakeToken }) => fakeToken));
  const findings: string[] = [];
  const now = new Date();
  const explained = new Set<string>();
  let units = 0n;

  for (const checkout of checkouts) {
    const here = mined.filter(({ to }) => to === checkout.depositAddress);
    const sums = new Map<string, { tokenAddress: Hex; units: bigint }>();
    for (const { chainId, tokenAddress, units: paid } of here) {
      const key = sumKey(checkout.id, chainId, tokenAddress);
      sums.set(key, { tokenAddress, units: (sums.get(key)?.units ?? 0n) + paid });
    }
    for (const [key, { tokenAddress, units: paid }] of sums) {
      const booked = received.get(key) ?? 0n;
      explained.add(key);
      // Of tokens that no one listed few rows are kept, and only while few addresses are watched.
      const isRight = fakeTokens.has(tokenAddress) ? booked <= paid : booked === paid;
      if (!isRight) findings.push(`${key} received ${paid} on the chain and ${booked} in the books`);
      if (!fakeTokens.has(tokenAddress)) units += paid;
    }
    const facts = { ...checkout, transfers: here };
    const statuses = [...expectedStatus(facts, now), ...expectedStatus(facts, quietSince)];
    if (!statuses.includes(checkout.status))
      findings.push(
        `${checkout.id} is ${checkout.status} and should be ${[...new Set(statuses)].join(" or ")}`,
      );
    if (checkout.chainId === null || checkout.tokenAddress === null) continue;
    const counted = sums.get(sumKey(checkout.id, checkout.chainId, checkout.tokenAddress))?.units ?? 0n;
    const { totalPaidUnits, paidUnits } = checkout;
    if (totalPaidUnits !== counted || paidUnits !== counted)
      findings.push(`${checkout.id} shows ${totalPaidUnits} received and ${paidUnits} final of ${counted}`);
  }
  for (const [key, booked] of received) {
    if (booked !== 0n && !explained.has(key))
      findings.push(`${key} has ${booked} in the books that nobody paid`);
  }
  const { events, findings: undelivered } = await compareEvents(books, receiver);
  findings.push(...undelivered);
  return {
    findings,
    counts: {
      checkouts: checkouts.length,
      byStatus: tally(checkouts.map(({ status }) => status)),
      paymentsSent: chains.reduce((sum, { sent }) => sum + sent.length, 0),
      paymentsMined: mined.length,
      receivedUnits: units.toString(),
      events: events.size,
      deliveries: [...receiver.bodies.values()].reduce((sum, bodies) => sum + bodies.length, 0),
      refusedOnce: receiver.refused(),
    },
  };
}

export type Counts = {
  checkouts: number;
  byStatus: Record<string, number>;
  paymentsSent: number;
  /** Tokens only. */
  paymentsMined: number;
  receivedUnits: string;
  events: number;
  deliveries: number;
  refusedOnce: number;
};

/** A settlement may be opened at any moment, so events go on being written: what is on its way is waited for. */
async function compareEvents(
  books: Books,
  receiver: Receiver,
): Promise<{ events: ReadonlyMap<string, string>; findings: string[] }> {
  for (let waitedMs = 0; ; waitedMs += 500) {
    const events = await books.events();
    const findings: string[] = [];
    for (const [id, body] of events) {
      const bodies = receiver.bodies.get(id);
      if (bodies === undefined) findings.push(`event ${id} was never received: ${body.slice(0, 200)}`);
      else if (bodies.some((received) => received !== body))
        findings.push(`event ${id} was received with other bytes than were written`);
    }
    for (const id of receiver.bodies.keys()) {
      if (!events.has(id)) findings.push(`event ${id} was received and is not in the books`);
    }
    if (findings.length === 0 || waitedMs >= deliveredWithinMs) return { events, findings };
    await sleep(500);
  }
}

async function minedPayments(chains: readonly PlayChain[]): Promise<Mined[]> {
  const mined: Mined[] = [];
  for (const chain of chains) {
    for (const payment of chain.sent) {
      const { chainId, tokenAddress, to, units } = payment;
      if (tokenAddress === null) continue;
      const minedAt = await chain.minedAt(payment);
      if (minedAt !== null) mined.push({ chainId, tokenAddress, to, units, minedAt });
    }
  }
  return mined;
}

export function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const quietWithinMs = 180_000;
const reviewedWithinMs = 150_000;

/** Newest blocks by chain. */
export type Heads = ReadonlyMap<number, bigint>;

async function headsOf(chains: readonly PlayChain[]): Promise<Heads> {
  return new Map(
    await Promise.all(
      chains.map(async (chain): Promise<[number, bigint]> => [chain.chainId, await chain.headNumber()]),
    ),
  );
}

/** For each chain the next block: it takes up what waits to be mined. */
export async function afterPool(chains: readonly PlayChain[]): Promise<Heads> {
  return new Map([...(await headsOf(chains))].map(([chainId, head]) => [chainId, head + 1n]));
}

/**
 * Waits until nothing is under way for some seconds.
 *
 * @returns since when nothing is, and what is left when it took too long
 */
export async function untilQuiet(
  chains: readonly PlayChain[],
  underWay: (heads: Heads) => Promise<string[]>,
  say: (line: string) => void,
): Promise<{ seconds: number; since: Date; left: string[] }> {
  const begun = Date.now();
  let since = new Date();
  for (let quietLooks = 0; ; ) {
    const left = await underWay(await headsOf(chains));
    const elapsedMs = Date.now() - begun;
    // Quiet for a moment is not quiet: what was just sent may come a block later.
    quietLooks = left.length === 0 ? quietLooks + 1 : 0;
    if (left.length > 0) since = new Date();
    if (quietLooks === 4 || elapsedMs > quietWithinMs)
      return { seconds: Math.round(elapsedMs / 1_000), since, left };
    if (left.length > 0 && Math.floor(elapsedMs / 1_000) % 20 === 19) say(`Waiting for: ${left.join(", ")}`);
    await sleep(1_000);
  }
}

/** Each minute the service looks again into what was unexplained; whatever is left after two is for the findings. */
export async function untilReviewed(books: Pick<Books, "openIncidents">): Promise<void> {
  for (let waited = 0; waited < reviewedWithinMs; waited += 1_000) {
    if ((await books.openIncidents()).length === 0) return;
    await sleep(1_000);
  }
}

/** What decides a checkout's status in the end (spec D7). */
export type FinalFacts = {
  expiresAt: Date;
  cancelled: boolean;
  quotes: readonly { chainId: number; tokenAddress: Hex; units: bigint }[];
  /** On the chain in the end. */
  transfers: readonly { chainId: number; tokenAddress: Hex; units: bigint; minedAt: Date }[];
};

/**
 * The status that a checkout must have once everything was seen and is final, told in the plainest way: a second
 * opinion on what the service computed step by step.
 *
 * @returns any of these is right: settling takes its time, and so does expiring
 */
export function expectedStatus(
  { expiresAt, cancelled, quotes, transfers }: FinalFacts,
  now: Date,
): CheckoutStatus[] {
  const completes = (isCounted: (minedAt: Date) => boolean) =>
    quotes.some(({ chainId, tokenAddress, units }) => {
      const sum = transfers
        .filter((transfer) => transfer.chainId === chainId && transfer.tokenAddress === tokenAddress)
        .filter(({ minedAt }) => isCounted(minedAt))
        .reduce((total, transfer) => total + transfer.units, 0n);
      return sum >= units;
    });
  const isComplete = completes(() => true);
  if (cancelled) return isComplete ? ["LATE_PAID"] : ["CANCELLED"];
  if (completes((minedAt) => minedAt <= expiresAt)) return ["PAID", "SETTLED"];
  if (isComplete) return ["LATE_PAID"];
  return expiresAt < now ? ["EXPIRED"] : ["PENDING"];
}

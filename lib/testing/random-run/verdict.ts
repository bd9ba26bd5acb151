import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Books, sumKey } from "./books";
import { expectedStatus } from "./expected-status";
import type { PlayChain } from "./payers";
import type { Receiver } from "./receiver";

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

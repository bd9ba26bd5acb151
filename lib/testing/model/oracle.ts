/**
 * What a checkout should have come to, told from the tables of states and of confirmation alone. It shares no rule
 * with lib/core: amounts, times and statuses are judged here a second time, in another way.
 */

export type Status =
  | "PENDING"
  | "DETECTED"
  | "PAID"
  | "SETTLED"
  | "EXPIRED"
  | "LATE_PAID"
  | "CANCELLED"
  | "REFUNDED";

export type Money = { chainId: number; tokenAddress: string; units: bigint; final: boolean };
export type Receipt = Money & { block: number; logIndex: number; at: number; txHash: string };
export type Terms = { chainId: number; tokenAddress: string; units: bigint };

/** What is known of a checkout at one moment. Times are milliseconds since 1970. */
export type Known = {
  expiresAt: number;
  toleranceBps: number;
  /** In the order of selection. */
  quotes: readonly Terms[];
  receipts: readonly Receipt[];
  sweeps: readonly Money[];
  /** Of refunds that are asked for and not sent. */
  refunding: bigint;
  /** Its time is over, and nothing that came in time can be unseen. */
  timeOver: boolean;
};

/** What should be stored, and what should have been told. */
export type Expected = {
  status: Status;
  cancelled: boolean;
  frozen: boolean;
  terms: Terms | null;
  totalPaid: bigint;
  paidAmount: bigint;
  paymentTxHash: string | null;
  events: readonly string[];
};

export const created = (terms: Terms | null): Expected => ({
  status: "PENDING",
  cancelled: false,
  frozen: false,
  terms,
  totalPaid: 0n,
  paidAmount: 0n,
  paymentTxHash: null,
  events: ["checkout.created"],
});

/** The receipts held against one quote. */
type Reading = {
  terms: Terms;
  total: bigint;
  finalTotal: bigint;
  required: bigint;
  paidBy: Receipt | null;
  inTime: boolean;
  /** Final money alone pays it, whenever that came. */
  finalPays: boolean;
  /** Final money that came in time alone pays it. */
  finalPaysInTime: boolean;
};

function read(terms: Terms, { receipts, expiresAt, toleranceBps }: Known): Reading {
  const own = receipts.filter((receipt) => isSame(receipt, terms));
  own.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  // A fraction of a unit is never forgiven.
  const required = terms.units - (terms.units * BigInt(toleranceBps)) / 10_000n;
  const paidBy = own.find((_, index) => sum(own.slice(0, index + 1)) >= required) ?? null;
  const timely = own.filter(({ at }) => at <= expiresAt);
  const finalTotal = sum(own.filter(({ final }) => final));
  return {
    terms,
    total: sum(own),
    finalTotal,
    required,
    paidBy,
    inTime: paidBy !== null && timely.includes(paidBy),
    finalPays: finalTotal >= required,
    finalPaysInTime: sum(timely.filter(({ final }) => final)) >= required,
  };
}

/**
 * Which quote the money goes by. One that has paid the checkout stays while its payment stands. Else money in time
 * comes before late money and final before not final; of two that are alike the customer's later choice counts.
 */
function reading(expected: Expected, known: Known): Reading | null {
  const readings = known.quotes.map((quote) => read(quote, known));
  const holding = readings.findLast(
    (candidate) =>
      expected.terms !== null &&
      isSame(candidate.terms, expected.terms) &&
      candidate.terms.units === expected.terms.units &&
      stands(expected.status, candidate),
  );
  if (holding !== undefined) return holding;
  const groups: ((candidate: Reading) => boolean)[] = [
    ({ inTime, finalPaysInTime }) => inTime && finalPaysInTime,
    ({ inTime }) => inTime,
    ({ paidBy, finalPays }) => paidBy !== null && finalPays,
    ({ paidBy }) => paidBy !== null,
    () => true,
  ];
  for (const group of groups) {
    const found = readings.findLast(group);
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether money is there that bears the status. */
function stands(status: Status, { finalPays, finalPaysInTime }: Reading): boolean {
  if (status === "PAID" || status === "SETTLED") return finalPaysInTime;
  return status === "LATE_PAID" && finalPays;
}

/** A look at what is known: where the checkout goes, and what is told on the way. */
export function look(before: Expected, known: Known, ask: "cancel" | null = null): Expected {
  const money = reading(before, known);
  const events = [...before.events];
  let { status, cancelled, frozen } = before;
  const total = money?.total ?? 0n;
  const paid = money !== null && money.paidBy !== null;
  const inTime = paid && money.inTime;
  if (status === "PENDING" && !paid && total > before.totalPaid) events.push("checkout.partially_paid");
  if (ask === "cancel") {
    status = "CANCELLED";
    cancelled = true;
    events.push("checkout.cancelled");
  }

  for (let moves = 0; ; moves++) {
    if (moves > 8) throw new Error("the tables lead in a circle");
    const next = ((): [Status, string] | null => {
      switch (status) {
        case "PENDING":
          if (inTime) return ["DETECTED", "checkout.detected"];
          return known.timeOver ? ["EXPIRED", "checkout.expired"] : null;
        case "DETECTED":
          if (!inTime) return [known.timeOver ? "EXPIRED" : "PENDING", "checkout.reverted"];
          return money.finalPaysInTime ? ["PAID", "checkout.paid"] : null;
        case "EXPIRED":
          if (inTime) return ["DETECTED", "checkout.detected"];
          return paid && money.finalPays ? ["LATE_PAID", "checkout.late_paid"] : null;
        case "CANCELLED":
          return paid && money.finalPays ? ["LATE_PAID", "checkout.late_paid"] : null;
        case "PAID":
        case "LATE_PAID":
        case "SETTLED": {
          const swept = sum(known.sweeps.filter((sweep) => sweep.final && isSame(sweep, money?.terms)));
          const isSwept = money !== null && swept > 0n && swept >= money.required;
          if (money === null || !stands(status, money) || (status === "SETTLED" && !isSwept)) {
            frozen = true;
            if (cancelled) return ["CANCELLED", "checkout.reverted"];
            if (inTime) return [money.finalPaysInTime ? "PAID" : "DETECTED", "checkout.reverted"];
            return [known.timeOver ? "EXPIRED" : "PENDING", "checkout.reverted"];
          }
          return status === "PAID" && isSwept ? ["SETTLED", "checkout.settled"] : null;
        }
        case "REFUNDED":
          return null;
        default:
          return status satisfies never;
      }
    })();
    if (next === null) break;
    status = next[0];
    events.push(next[1]);
  }
  return {
    status,
    cancelled,
    // More is to go back than there is any more.
    frozen: frozen || known.refunding > total,
    terms: money?.terms ?? before.terms,
    totalPaid: total,
    paidAmount: money?.finalTotal ?? 0n,
    paymentTxHash: money?.paidBy?.txHash ?? null,
    events,
  };
}

type Token = { chainId: number; tokenAddress: string };

function isSame(a: Token, b: Token | undefined): boolean {
  return a.chainId === b?.chainId && a.tokenAddress === b.tokenAddress;
}

function sum(amounts: readonly { units: bigint }[]): bigint {
  return amounts.reduce((total, { units }) => total + units, 0n);
}

/** How far a chain was read. Times are milliseconds since 1970. */
export type Position = {
  headNumber: number;
  headHash: string;
  headAt: number;
  movedAt: number;
  askedAt: number;
  unreadFrom: number | null;
  /** Blocks that were left out for now, both ends among them. */
  gaps: readonly { fromBlock: number; toBlock: number }[];
  /** Up to here every block was read twice. */
  readTwice: number | null;
  safeNumber: number | null;
  finalizedNumber: number | null;
  tagsMovedAt: number;
};

const tenMinutes = 600_000;

/** Whether no payment in time can be unseen. @param positions of the chains on which it may be paid; null: never read */
export function isOver(expiresAt: number, now: number, positions: readonly (Position | null)[]): boolean {
  if (now <= expiresAt) return false;
  return positions.every((position) => {
    if (position === null) return false;
    if (position.unreadFrom !== null && position.unreadFrom <= expiresAt) return false;
    if (position.headAt > expiresAt) return true;
    return position.askedAt >= Math.max(position.movedAt, expiresAt) + tenMinutes;
  });
}

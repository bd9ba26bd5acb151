/**
 * What a checkout should have come to, told from the tables of states and of confirmation alone. It shares no rule
 * with the rules: amounts, times and statuses are judged here a second time, in another way.
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

/** Money that is to go back, and how far it is: asked for only, seen in a block, there for good, or waited for no more. */
export type Back = Terms & { id: string; state: "asked" | "seen" | "final" | "gone" };

/** The known facts of a checkout at one moment. Times are milliseconds since 1970. */
export type Known = {
  expiresAt: number;
  toleranceBps: number;
  /** In the order of selection. */
  quotes: readonly Terms[];
  receipts: readonly Receipt[];
  sweeps: readonly Money[];
  refunds: readonly Back[];
  /** Its time is over, and nothing that came in time can be unseen. */
  timeOver: boolean;
};

/** The expected stored state and events. */
export type Expected = {
  status: Status;
  cancelled: boolean;
  /** What the merchant accepted as the price, while that payment is there. */
  accepted: bigint | null;
  /** It was accepted after expiry or cancellation. */
  lateAccepted: boolean;
  frozen: boolean;
  terms: Terms | null;
  totalPaid: bigint;
  paidAmount: bigint;
  refunded: bigint;
  refunding: bigint;
  /** Refunds that were told to be completed, by id, and still are. */
  completed: ReadonlySet<string>;
  paymentTxHash: string | null;
  events: readonly string[];
};

export const created = (terms: Terms | null): Expected => ({
  status: "PENDING",
  cancelled: false,
  accepted: null,
  lateAccepted: false,
  frozen: false,
  terms,
  totalPaid: 0n,
  paidAmount: 0n,
  refunded: 0n,
  refunding: 0n,
  completed: new Set(),
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

function read(
  terms: Terms,
  { receipts, expiresAt, toleranceBps }: Known,
  accepted: bigint | null = null,
): Reading {
  const own = receipts.filter((receipt) => isSame(receipt, terms));
  own.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  // A fraction of a unit is never forgiven.
  const full = terms.units - (terms.units * BigInt(toleranceBps)) / 10_000n;
  const required = accepted !== null && accepted < full ? accepted : full;
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
  const { accepted, terms } = expected;
  const quotes = known.quotes.filter(
    (quote) => accepted === null || (isSame(quote, terms ?? undefined) && quote.units === terms?.units),
  );
  const readings = quotes.map((quote) => read(quote, known, accepted));
  const holding = readings.findLast(
    (candidate) =>
      expected.terms !== null &&
      isSame(candidate.terms, expected.terms) &&
      candidate.terms.units === expected.terms.units &&
      stands(expected, candidate),
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
function stands(
  { status, refunded, lateAccepted }: Pick<Expected, "status" | "refunded" | "lateAccepted">,
  { total, finalPays, finalPaysInTime }: Reading,
): boolean {
  if (lateAccepted && status === "SETTLED") return finalPays;
  if (status === "PAID" || status === "SETTLED") return finalPaysInTime;
  if (status === "REFUNDED") return total >= refunded;
  return status === "LATE_PAID" && finalPays;
}

/**
 * Whether all that came, for good, is with the customer again. More than that counts as all only of a payment that is
 * whole: else a reorganisation took what is missing.
 */
function isAllBack(money: Reading | null, refunded: bigint): boolean {
  if (money === null || money.total === 0n || money.finalTotal !== money.total) return false;
  return refunded === money.total || (refunded > money.total && money.paidBy !== null);
}

/** A refund was requested and is allowed. */
export function asked(before: Expected, units: bigint): Expected {
  return { ...before, refunding: before.refunding + units };
}

/** The money that a merchant may accept as the price now; null for none. */
export function acceptable(before: Expected, known: Known): { terms: Terms; units: bigint } | null {
  const { status, accepted, refunded, refunding } = before;
  if (accepted !== null || !["PENDING", "EXPIRED", "LATE_PAID"].includes(status)) return null;
  const inForce = reading(before, known);
  const all = [...known.quotes.map((quote) => read(quote, known)), ...(inForce === null ? [] : [inForce])];
  const found = all.findLast(({ total }) => total > 0n);
  if (found === undefined) return null;
  const { terms, total, finalTotal } = found;
  if (isSame(terms, before.terms ?? undefined) && refunded + refunding >= total) return null;
  const timely = known.receipts.filter((receipt) => isSame(receipt, terms) && receipt.at <= known.expiresAt);
  if (status === "PENDING" && sum(timely) !== total) return null;
  return status === "EXPIRED" && finalTotal !== total ? null : { terms, units: total };
}

/** A merchant accepts what is there as the price. */
export function accept(before: Expected, known: Known): Expected {
  const found = acceptable(before, known);
  if (found === null) throw new Error("nothing can be accepted");
  const isLate = before.status !== "PENDING";
  const next: Expected = {
    ...before,
    status: isLate ? "LATE_PAID" : "DETECTED",
    accepted: found.units,
    lateAccepted: isLate,
    terms: found.terms,
    events: [...before.events, isLate ? "checkout.late_paid" : "checkout.detected"],
  };
  return look(next, known);
}

/** An evaluation of the facts: the next status, and the events on the way. */
export function look(before: Expected, known: Known, ask: "cancel" | null = null): Expected {
  let money = reading(before, known);
  const events = [...before.events];
  let { status, cancelled, accepted, lateAccepted, frozen } = before;
  let total = money?.total ?? 0n;
  let paid = money !== null && money.paidBy !== null;
  let inTime = paid && money?.inTime === true;
  const completed = new Set(known.refunds.flatMap(({ id, state }) => (state === "final" ? [id] : [])));
  // What went back in another token than pays is not of what came in this one.
  const sent = (...states: Back["state"][]) =>
    sum(known.refunds.filter((refund) => isSame(refund, money?.terms) && states.includes(refund.state)));
  let refunded = sent("final");
  for (const id of completed) if (!before.completed.has(id)) events.push("refund.completed");
  // What the customer had for good is not there any more.
  if ([...before.completed].some((id) => !completed.has(id))) frozen = true;
  if (["PENDING", "EXPIRED", "CANCELLED"].includes(status) && !paid && total > before.totalPaid)
    events.push("checkout.partially_paid");
  if (ask === "cancel") {
    status = "CANCELLED";
    cancelled = true;
    events.push("checkout.cancelled");
  }

  /** A reorganisation went past the policy: as if it were told for the first time. */
  const anew = (): [Status, string] => {
    frozen = true;
    const wasPart = lateAccepted && accepted !== null && accepted < (before.terms?.units ?? 0n);
    const next = ((): Status => {
      if (cancelled) return "CANCELLED";
      if (inTime && !wasPart) return money?.finalPaysInTime === true ? "PAID" : "DETECTED";
      return known.timeOver || wasPart ? "EXPIRED" : "PENDING";
    })();
    if (next !== "PAID" && next !== "DETECTED") open();
    lateAccepted = false;
    return [next, "checkout.reverted"];
  };

  /** The accepted payment is gone: the whole price is due again. */
  const open = (): void => {
    if (accepted === null) return;
    accepted = null;
    money = reading({ ...before, status, lateAccepted, accepted }, known);
    total = money?.total ?? 0n;
    paid = money !== null && money.paidBy !== null;
    inTime = paid && money?.inTime === true;
    refunded = sent("final");
  };

  for (let moves = 0; ; moves++) {
    if (moves > 8) throw new Error("the tables lead in a circle");
    const next = ((): [Status, string] | null => {
      switch (status) {
        case "PENDING":
          if (inTime) return ["DETECTED", "checkout.detected"];
          return known.timeOver ? ["EXPIRED", "checkout.expired"] : null;
        case "DETECTED":
          if (!inTime) {
            open();
            return [known.timeOver ? "EXPIRED" : "PENDING", "checkout.reverted"];
          }
          return money?.finalPaysInTime === true ? ["PAID", "checkout.paid"] : null;
        case "EXPIRED":
        case "CANCELLED":
          if (inTime && status === "EXPIRED") return ["DETECTED", "checkout.detected"];
          if (paid && money?.finalPays === true) return ["LATE_PAID", "checkout.late_paid"];
          return isAllBack(money, refunded) ? ["REFUNDED", "checkout.refunded"] : null;
        case "PAID":
        case "LATE_PAID":
        case "SETTLED": {
          const swept = sum(known.sweeps.filter((sweep) => sweep.final && isSame(sweep, money?.terms)));
          const isSwept = money !== null && swept > 0n && swept + refunded >= money.required;
          if (money === null || !stands({ status, refunded, lateAccepted }, money)) return anew();
          if (isAllBack(money, refunded)) return ["REFUNDED", "checkout.refunded"];
          if (status === "SETTLED") return isSwept ? null : anew();
          return (status === "PAID" || lateAccepted) && isSwept ? ["SETTLED", "checkout.settled"] : null;
        }
        case "REFUNDED": {
          if (isAllBack(money, refunded)) return null;
          // Money that came after all was back changes nothing; that something is not back any more does.
          const isLess = refunded < before.refunded || refunded === 0n || (refunded > total && !paid);
          return isLess ? anew() : null;
        }
        default:
          return status satisfies never;
      }
    })();
    if (next === null) break;
    status = next[0];
    events.push(next[1]);
  }
  const refunding = sent("asked", "seen");
  return {
    status,
    cancelled,
    accepted,
    lateAccepted,
    // More is to go back than there is any more.
    frozen: frozen || refunded + refunding > total,
    terms: money?.terms ?? before.terms,
    totalPaid: total,
    paidAmount: money?.finalTotal ?? 0n,
    refunded,
    refunding,
    completed,
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

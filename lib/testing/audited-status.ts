import type { Hex } from "@/lib/platform/values/hex.rules";

export type Owner = {
  id: string;
  deposit_address: Hex;
  status: string;
  token_address: Hex | null;
  amount_units: bigint | null;
  accepted_units: bigint | null;
  total_paid_units: bigint;
  paid_units: bigint;
  refunded_units: bigint;
  expires_at: Date;
  cancelled_at: Date | null;
  late_accepted_at: Date | null;
  was_refunded: boolean;
};

export type ChainTransfer = {
  to: Hex;
  token: Hex;
  units: bigint;
  block: bigint;
  late: boolean;
  line: string;
};

/** What the chain shows, and what is final and over of it. */
export type ChainFacts = Record<"transfers" | "sweeps" | "refunds", readonly ChainTransfer[]> & {
  head: { number: bigint; timestamp: bigint };
  /** So many blocks make a log final. */
  finalBlocks: bigint;
  /** By the service's clock. */
  now: Date;
};

/** Whether status and sums are those that the chain gives the checkout, in words; empty when they are. */
export function wrongStatus(owner: Owner, facts: ChainFacts): string[] {
  const { head, finalBlocks } = facts;
  const isFinal = ({ block }: ChainTransfer) => head.number - block + 1n >= finalBlocks;
  const ours = (logs: readonly ChainTransfer[]) =>
    logs.filter(({ to, token }) => to === owner.deposit_address && token === owner.token_address);
  const counted = ours(facts.transfers);
  const back = ours(facts.refunds).filter(isFinal);
  const sums = {
    price: dueOf(owner),
    total: total(counted),
    final: total(counted.filter(isFinal)),
    onTime: total(counted.filter(({ late }) => !late)),
    finalOnTime: total(counted.filter((transfer) => isFinal(transfer) && !transfer.late)),
    swept: total(ours(facts.sweeps).filter(isFinal)),
    back: total(back),
  };
  const isOver = facts.now > owner.expires_at && Number(head.timestamp) * 1_000 > owner.expires_at.getTime();
  const unrefunded = statusBy(owner, sums, isOver);
  const isRefunded = unrefunded !== "PENDING" && unrefunded !== "DETECTED" && isAllBack(owner, counted, back);
  const right = { ...sums, status: isRefunded && sums.final > 0n ? "REFUNDED" : unrefunded };
  const is = {
    status: owner.status,
    total: owner.total_paid_units,
    final: owner.paid_units,
    back: owner.refunded_units,
  };
  const say = (state: typeof is) =>
    `${state.status} with ${state.total}, of it final ${state.final}, refunded ${state.back}`;
  return say(is) === say(right) ? [] : [`${owner.id} is ${say(is)} and should be ${say(right)}`];

  /** All of it at once; or all of it at an earlier block, since money that comes afterwards changes nothing. */
  function isAllBack({ was_refunded }: Owner, received: typeof counted, sent: typeof back): boolean {
    const coversAt = (block: bigint) => {
      const [there, gone] = [received, sent].map((logs) => logs.filter((log) => log.block <= block));
      if (there === undefined || gone === undefined || !there.every(isFinal)) return false;
      const surplus = total(gone) - total(there);
      return gone.length > 0 && (surplus === 0n || (surplus > 0n && total(there) >= sums.price));
    };
    return coversAt(head.number) || (was_refunded && sent.some(({ block }) => coversAt(block)));
  }
}

type Sums = Record<"price" | "final" | "onTime" | "finalOnTime" | "swept" | "back", bigint>;

/** As long as nothing brings all of the money back. */
function statusBy(
  { cancelled_at, late_accepted_at }: Pick<Owner, "cancelled_at" | "late_accepted_at">,
  { price, final, onTime, finalOnTime, swept, back }: Sums,
  isOver: boolean,
): string {
  const isSettled = swept > 0n && swept + back >= price;
  if (late_accepted_at !== null && final >= price) return isSettled ? "SETTLED" : "LATE_PAID";
  if (cancelled_at !== null) return final >= price ? "LATE_PAID" : "CANCELLED";
  if (finalOnTime >= price) return isSettled ? "SETTLED" : "PAID";
  if (onTime >= price) return "DETECTED";
  if (!isOver) return "PENDING";
  return final >= price ? "LATE_PAID" : "EXPIRED";
}

/** The price, or the smaller amount that the merchant accepted. */
function dueOf({ amount_units, accepted_units }: Owner): bigint {
  const price = amount_units ?? 0n;
  return accepted_units !== null && accepted_units < price ? accepted_units : price;
}

function total(logs: readonly ChainTransfer[]): bigint {
  return logs.reduce((sum, { units }) => sum + units, 0n);
}

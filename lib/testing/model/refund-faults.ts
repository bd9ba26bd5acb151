import { chains } from "./networks";
import type { Position } from "./position";
import type { Snapshot, StoredCheckout, StoredLog, StoredRefund } from "./snapshot";

/** What pays a refund is of its amount, its token and its destination, one log for one refund; and the refund says so. */
export function refundFaults(
  { id: checkoutId, refunds }: StoredCheckout,
  everyLog: readonly StoredLog[],
): string[] {
  return refunds.flatMap((refund) => {
    const { id, status, chainId, tokenAddress, units, to, txHash, asked, createdAt } = refund;
    const logs = everyLog.filter(({ refundId }) => refundId === id);
    const canonical = logs.filter(({ orphaned }) => !orphaned);
    const [payment, another] = canonical;
    const faults: string[] = [];
    if (another !== undefined) faults.push(`${id} is paid by ${canonical.map((log) => log.id)}`);
    for (const log of logs) {
      const fits =
        log.checkoutId === checkoutId &&
        log.chainId === chainId &&
        log.tokenAddress === tokenAddress &&
        log.units === units &&
        log.to === to;
      if (!fits) faults.push(`${log.id} pays ${id}, which is not what it is`);
      if (log.source === "MERCHANT" && log.at < createdAt)
        faults.push(`${log.id} was sent before anybody asked for ${id}`);
    }
    const allowed =
      payment === undefined
        ? !asked
          ? ["CANCELLED"]
          : // The service sends nothing here: once a payment was seen it waits for who sent it.
            logs.length > 0
            ? ["AWAITING_SIGNATURE"]
            : ["AWAITING_APPROVAL", "AWAITING_SIGNATURE", "PENDING"]
        : [payment.final ? "COMPLETED" : "PROCESSING"];
    if (!allowed.includes(status)) faults.push(`${id} is ${status}, not ${allowed.join(" or ")}`);
    const shown = payment?.txHash ?? (asked ? null : txHash);
    if (txHash !== shown) faults.push(`${id} names ${txHash}, and ${shown} pays it`);
    return faults;
  });
}

/** Of what one transaction wrote: nothing counts as sent by hand that someone was waiting for. */
export function newlyRecordedFaults(before: Snapshot, after: Snapshot): string[] {
  const known = new Set(before.logs.map(({ id }) => id));
  const fresh = after.logs.filter(({ id, flow }) => flow === "back" && !known.has(id));
  return fresh.flatMap((log) => {
    const was = before.checkouts.get(log.checkoutId);
    const is = after.checkouts.get(log.checkoutId);
    if (was === undefined || is === undefined) return [`${log.id} is of no checkout`];
    const isOfTerms = was.terms?.chainId === log.chainId && was.terms.tokenAddress === log.tokenAddress;
    const paid = is.refunds.find(({ id }) => id === log.refundId);
    if (paid === undefined)
      return log.source === "DEPOSIT" && !isOfTerms ? [] : [`${log.id} of its token is no refund`];
    if (paid.asked || was.refunds.some(({ id }) => id === paid.id)) return [];
    const waiting = was.refunds.filter(
      (refund) =>
        refund.asked &&
        isOf(refund, log) &&
        !after.logs.some((other) => other.refundId === refund.id && !other.orphaned),
    );
    return waiting.map(({ id }) => `${log.id} counts as sent by hand, and ${id} waits for it`);
  });
}

type Sent = Pick<StoredLog, "chainId" | "tokenAddress" | "units" | "to">;

export function isOf(refund: StoredRefund, { chainId, tokenAddress, units, to }: Sent): boolean {
  return (
    refund.chainId === chainId &&
    refund.tokenAddress === tokenAddress &&
    refund.units === units &&
    refund.to === to
  );
}

/** When a transfer is final: the policies of `networks.ts`, stated a second time. */
type Wait = { blocks: number } | { tag: "safe" | "finalized"; blocksWhileItStands?: number };

const million = 1_000_000n;
const [quick] = chains;

function waitOf(chainId: number, speed: string, units: bigint): Wait {
  const below = (tokens: bigint) => units < tokens * million;
  if (chainId === quick.chainId) return { blocks: speed === "FAST" && below(100n) ? 1 : 2 };
  if (speed === "CAREFUL") return { tag: "finalized" };
  if (speed === "FAST" && below(100n)) return { blocks: 2 };
  if (below(1_000n)) return { blocks: 4 };
  if (below(5_000n)) return { tag: "safe" };
  if (below(10_000n)) return { tag: "finalized", blocksWhileItStands: 3 };
  return { tag: "finalized" };
}

const tenMinutes = 600_000;

function isOver(wait: Wait, block: number, position: Position, now: number): boolean {
  // A customer's hint may bring in a block that was left out for now.
  if (position.gaps.some(({ fromBlock, toBlock }) => fromBlock <= block && block <= toBlock)) return false;
  // A block that the chain calls final is final, with any other requirement.
  if (position.finalizedNumber !== null && position.finalizedNumber >= block) return true;
  const deep = (count: number) => position.headNumber >= block + count - 1;
  if ("blocks" in wait) return deep(wait.blocks);
  const tagged = wait.tag === "safe" ? position.safeNumber : position.finalizedNumber;
  if (tagged !== null && tagged >= block) return true;
  const standing = now - position.tagsMovedAt > tenMinutes;
  return wait.blocksWhileItStands !== undefined && standing && deep(wait.blocksWhileItStands);
}

/**
 * Whether a look now finds a transfer final.
 * @param quoted the highest price ever asked in its token; several transfers that pay it together are as safe as one
 */
export function isTransferFinal(
  transfer: { chainId: number; block: number; units: bigint },
  quoted: bigint,
  speed: string,
  position: Position,
  now: number,
): boolean {
  const judged = transfer.units > quoted ? transfer.units : quoted;
  return (
    transfer.block <= position.headNumber &&
    isOver(waitOf(transfer.chainId, speed, judged), transfer.block, position, now)
  );
}

/** The same of a sweep, and of money that went back. */
export function isOutgoingFinal(
  log: { chainId: number; block: number },
  position: Position,
  now: number,
): boolean {
  const wait: Wait = log.chainId === quick.chainId ? { blocks: 2 } : { tag: "safe" };
  return log.block <= position.headNumber && isOver(wait, log.block, position, now);
}

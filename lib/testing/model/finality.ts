import { chains } from "./networks";
import type { Position } from "./oracle";

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

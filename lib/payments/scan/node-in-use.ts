import type { BlockHeader, ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { askNodes, hasQuorum, judge, type NodeAnswer } from "@/lib/chain/witness";
import type { ScanParts } from "@/lib/payments/payments.parts";
import { samePosition } from "@/lib/payments/record-transfers";
import { ContradictoryBlocks } from "./read-blocks";
import { clearTimer, isDue, lastedMs } from "./scan-memory";

/** How often we note that the head did not move. */
const idleNoteMs = 5_000;

/** How long a head does not move before we ask another node, and how often. */
const secondOpinionMs = 15_000;

/** How long a node may show a head older than the scanned position before we switch to one that is ahead. */
const behindMs = 30_000;

/** The newest block and, when requested, the tags. */
export type Head = {
  latest: BlockHeader;
  tags: { safeNumber: bigint | null; finalizedNumber: bigint | null } | null;
};

/** The timer that runs while a chain's node shows a head older than the scanned position. */
export const behindSince = (chainId: number) => `behind ${chainId}`;

/**
 * The head did not move: notes the node's safe and finalized blocks, and that the head was checked. With several nodes,
 * a quorum must have it (spec D7); we switch to a node that has a newer head.
 */
export async function noteIdleHead(
  deps: ScanParts,
  nodes: ChainNodes,
  position: ChainPosition,
  head: Head,
): Promise<void> {
  const now = deps.clock.now();
  const tags = currentTags(head, position, now);
  const moved = tags.safeNumber !== position.safeNumber || tags.finalizedNumber !== position.finalizedNumber;
  const isChecked = await isConfirmed(deps, nodes, position, head.latest);
  if (!moved && !isChecked) return;
  await deps.payments.transaction(async (tx) => {
    const current = await tx.lockPosition(position.chainId);
    if (current === null || !samePosition(current, position)) return;
    await tx.savePosition({ ...current, ...(isChecked ? { checkedAt: now } : {}), ...tags });
  });
}

/** Whether it is time to note this head as the newest, and a quorum agrees. */
async function isConfirmed(
  deps: ScanParts,
  nodes: ChainNodes,
  { chainId, advancedAt, checkedAt }: ChainPosition,
  latest: BlockHeader,
): Promise<boolean> {
  const now = deps.clock.now().getTime();
  if (now - checkedAt.getTime() < idleNoteMs) return false;
  if (!hasQuorum(nodes)) return true;
  if (now - advancedAt.getTime() < secondOpinionMs || !isDue(deps, `opinion ${chainId}`, secondOpinionMs))
    return false;
  const heads = await otherHeads(nodes);
  if (switchToHighest(deps, nodes, heads, latest)) return false;
  const testimonies = heads.map(({ answer }) => answer.hash === latest.hash);
  return judge(nodes, "quorum", [true, ...testimonies]) === "confirmed";
}

/** Switches away from a node that shows a head older than the scanned position for too long, if another is ahead. */
export async function leaveNodeBehind(
  deps: ScanParts,
  nodes: ChainNodes,
  latest: BlockHeader,
): Promise<void> {
  if (lastedMs(deps, behindSince(nodes.chainId)) <= behindMs) return;
  if (isDue(deps, `ahead ${nodes.chainId}`, secondOpinionMs))
    switchToHighest(deps, nodes, await otherHeads(nodes), latest);
}

const otherHeads = (nodes: ChainNodes) => askNodes(nodes.others(), (node) => node.latest());

/** Switches to the node with the highest head above `latest`. */
function switchToHighest(
  { log }: ScanParts,
  nodes: ChainNodes,
  heads: readonly NodeAnswer<BlockHeader>[],
  latest: BlockHeader,
): boolean {
  const ahead = heads.reduce<NodeAnswer<BlockHeader> | null>(
    (best, other) => (other.answer.number > (best?.answer ?? latest).number ? other : best),
    null,
  );
  if (ahead === null) return false;
  log.warn(
    { chainId: nodes.chainId, host: ahead.host, head: ahead.answer.number, behind: latest.number },
    "switching to a node that is ahead",
  );
  nodes.use(ahead.host);
  return true;
}

/**
 * The current tags, with the time of their last move; unchanged without an answer. They stand still when the finalized
 * block does: finality may stop while blocks are still called safe.
 */
export function currentTags({ tags }: Head, previous: ChainPosition | null, now: Date) {
  const { safeNumber, finalizedNumber } = tags ?? previous ?? { safeNumber: null, finalizedNumber: null };
  const moved =
    previous === null ||
    (finalizedNumber === null
      ? previous.safeNumber !== safeNumber
      : previous.finalizedNumber !== finalizedNumber);
  return { safeNumber, finalizedNumber, tagsAdvancedAt: moved ? now : previous.tagsAdvancedAt };
}

/** How long a node may contradict itself before we switch: a reorg during one pass is over by the next. */
const contradictionMs = 5_000;

/**
 * Reads blocks with the node in use. Contradictory answers are not a connection failure, so failover would never happen
 * by itself: when they persist, we switch to another node.
 *
 * @param what the kind of read, `head` or `gap`
 */
export async function readWithFailover<T>(
  deps: ScanParts,
  nodes: ChainNodes,
  what: string,
  read: () => Promise<T>,
): Promise<T> {
  const contradicting = `contradicting ${nodes.chainId} ${what}`;
  try {
    const result = await read();
    clearTimer(deps, contradicting);
    return result;
  } catch (error) {
    if (error instanceof ContradictoryBlocks && lastedMs(deps, contradicting) >= contradictionMs) {
      const [other] = nodes.others();
      if (other !== undefined) {
        clearTimer(deps, contradicting);
        deps.log.warn(
          { chainId: nodes.chainId, host: other.host },
          "a node contradicts itself; switching to another",
        );
        nodes.use(other.host);
      }
    }
    throw error;
  }
}

import { hasQuorum } from "@/lib/chain/quorum";
import {
  type BlockHeader,
  type ChainNode,
  type ChainNodes,
  ChainUnavailable,
} from "@/lib/chain/reader/chain-reader.port";
import type { ChainPosition } from "@/lib/checkouts/state/payment-store.port";
import { type RecordDeps, samePosition } from "@/lib/payments/record-transfers";
import { isDue, isOver, lastedMs, type MemoryDeps } from "./look-memory";
import { ContradictoryBlocks } from "./read-blocks";

/** How often it is written down that a chain stands still. */
const standingNoteMs = 5_000;

/** How long a head stands before another node is asked about it, and how often. */
const secondOpinionMs = 15_000;

/** How long a node may show an older head than was scanned before it is left for one that is ahead. */
const behindMs = 30_000;

/** The newest block and, in the looks that asked for them, the tags. */
export type Head = {
  latest: BlockHeader;
  tags: { safeNumber: bigint | null; finalizedNumber: bigint | null } | null;
};

type StandingDeps = MemoryDeps & Pick<RecordDeps, "payments" | "log">;

/** What is remembered while a chain's node shows an older head than was scanned. */
export const behindSince = (chainId: number) => `behind ${chainId}`;

/**
 * The head did not move: notes what the node now calls safe and final, and that the chain stands still. Where there
 * are several nodes two have to say so, decisions §7; one that knows of more is taken into use.
 */
export async function noteStanding(
  deps: StandingDeps,
  nodes: ChainNodes,
  position: ChainPosition,
  head: Head,
): Promise<void> {
  const now = deps.clock.now();
  const tags = currentTags(head, position, now);
  const moved = tags.safeNumber !== position.safeNumber || tags.finalizedNumber !== position.finalizedNumber;
  const stands = await isConfirmed(deps, nodes, position, head.latest);
  if (!moved && !stands) return;
  await deps.payments.transaction(async (tx) => {
    const current = await tx.lockPosition(position.chainId);
    if (current === null || !samePosition(current, position)) return;
    await tx.savePosition({ ...current, ...(stands ? { checkedAt: now } : {}), ...tags });
  });
}

/** Whether it is time to note, and true, that this is the newest block. */
async function isConfirmed(
  deps: StandingDeps,
  nodes: ChainNodes,
  { chainId, advancedAt, checkedAt }: ChainPosition,
  latest: BlockHeader,
): Promise<boolean> {
  const now = deps.clock.now().getTime();
  if (now - checkedAt.getTime() < standingNoteMs) return false;
  if (!hasQuorum(nodes.nodes)) return true;
  if (now - advancedAt.getTime() < secondOpinionMs || !isDue(deps, `opinion ${chainId}`, secondOpinionMs))
    return false;
  const heads = await otherHeads(nodes);
  if (takeHigher(deps, nodes, heads, latest)) return false;
  return heads.some((other) => other.latest.hash === latest.hash);
}

/** A node that shows an older head than was scanned, for longer than it may, is left for one that is ahead of it. */
export async function leaveNodeBehind(
  deps: StandingDeps,
  nodes: ChainNodes,
  latest: BlockHeader,
): Promise<void> {
  if (lastedMs(deps, behindSince(nodes.chainId)) <= behindMs) return;
  if (!hasQuorum(nodes.nodes) || !isDue(deps, `ahead ${nodes.chainId}`, secondOpinionMs)) return;
  takeHigher(deps, nodes, await otherHeads(nodes), latest);
}

type OtherHead = { host: string; latest: BlockHeader };

/** What the other nodes show; of those that answer. */
async function otherHeads(nodes: ChainNodes): Promise<OtherHead[]> {
  const ask = async (node: ChainNode): Promise<OtherHead[]> => {
    try {
      return [{ host: node.host, latest: await node.latest() }];
    } catch (error) {
      if (error instanceof ChainUnavailable) return [];
      throw error;
    }
  };
  return (await Promise.all(nodes.others().map(ask))).flat();
}

/** Takes the node with the highest head into use, where that is above `latest`. */
function takeHigher(
  { log }: StandingDeps,
  nodes: ChainNodes,
  heads: readonly OtherHead[],
  latest: BlockHeader,
): boolean {
  const ahead = heads.reduce<OtherHead | null>(
    (best, other) => (other.latest.number > (best?.latest ?? latest).number ? other : best),
    null,
  );
  if (ahead === null) return false;
  log.warn(
    { chainId: nodes.chainId, host: ahead.host, head: ahead.latest.number, behind: latest.number },
    "another node is ahead: using it",
  );
  nodes.use(ahead.host);
  return true;
}

/**
 * Tags as they now are, with the time at which they last moved; without an answer as they were. They stand still when
 * the finalized one does: while blocks go on being called safe, finality may have stopped.
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

/** How long a node may contradict itself before it is left: a reorg in the midst of a look is over by the next. */
const contradictionMs = 5_000;

/**
 * Reads blocks with the node in use. Answers that do not fit each other are no failure that the node itself shows,
 * so it would be asked for ever: when they go on, another node is taken into use.
 *
 * @param what which reading it is, `head` or `gap`
 */
export async function leaveContradiction<T>(
  deps: MemoryDeps & Pick<RecordDeps, "log">,
  nodes: ChainNodes,
  what: string,
  read: () => Promise<T>,
): Promise<T> {
  const contradicting = `contradicting ${nodes.chainId} ${what}`;
  try {
    const result = await read();
    isOver(deps, contradicting);
    return result;
  } catch (error) {
    if (error instanceof ContradictoryBlocks && lastedMs(deps, contradicting) >= contradictionMs) {
      const [other] = nodes.others();
      if (other !== undefined) {
        isOver(deps, contradicting);
        deps.log.warn(
          { chainId: nodes.chainId, host: other.host },
          "a node contradicts itself: taking another",
        );
        nodes.use(other.host);
      }
    }
    throw error;
  }
}

import type { ChainNodes } from "@/lib/chain/chain-reader.port";
import type { RecordDeps } from "@/lib/payments/record-transfers";
import { isOver, lastedMs, type MemoryDeps } from "./look-memory";
import { ContradictoryBlocks } from "./read-blocks";

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

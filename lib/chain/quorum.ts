import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Log } from "@/lib/platform/log";

/** So many nodes must agree before money moves: one node alone could invent its answer. */
const quorum = 2;

/** What one node answered. */
export type NodeAnswer<Answer> = { host: string; answer: Answer };

/** How many of these nodes must agree. A chain with one node has no second one to compare it with. */
export function quorumOf(nodes: readonly unknown[]): number {
  return Math.min(quorum, Math.max(1, nodes.length));
}

/** Whether the chain has enough nodes to compare their answers. */
export function hasQuorum(nodes: readonly unknown[]): boolean {
  return nodes.length >= quorum;
}

/** Whether as many of the answers as needed satisfy `agrees`. */
export function isAgreed<Answer>(
  answers: readonly NodeAnswer<Answer>[],
  needed: number,
  agrees: (answer: Answer) => boolean,
): boolean {
  return answers.filter(({ answer }) => agrees(answer)).length >= needed;
}

/** The nodes that do not rest after a failure. */
export function awakeNodes({ nodes, health }: ChainNodes): readonly ChainNode[] {
  const resting = new Set(health().flatMap(({ host, healthy }) => (healthy ? [] : [host])));
  return nodes.filter(({ host }) => !resting.has(host));
}

/**
 * Asks nodes one after another until a quorum of them answered and `isEnough` holds, so that a node that lies or lags
 * is outvoted by further ones.
 *
 * @param ask null and `ChainUnavailable` are no answer
 * @param isEnough whether no further answer is needed
 */
export async function askNodes<Node extends { host: string }, Answer>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer | null>,
  isEnough: (answers: readonly NodeAnswer<Answer>[]) => boolean,
  log?: Log,
): Promise<NodeAnswer<Answer>[]> {
  const answers: NodeAnswer<Answer>[] = [];
  for (const node of nodes) {
    if (answers.length >= quorumOf(nodes) && isEnough(answers)) break;
    try {
      const answer = await ask(node);
      if (answer !== null) answers.push({ host: node.host, answer });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log?.warn({ host: node.host, error }, "a node has no vote: it did not answer");
    }
  }
  return answers;
}

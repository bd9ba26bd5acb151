import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Log } from "@/lib/platform/log";

/** How many nodes must agree before money moves: a single node could invent its answer. */
const quorum = 2;

/** One node's answer. */
export type NodeAnswer<Answer> = { host: string; answer: Answer };

/** All nodes of a chain, as configured. A node that rests or does not answer still counts. */
export type ConfiguredNodes = { nodes: readonly unknown[] };

/**
 * How many nodes of a chain must agree. We never count only those that are awake: when one of two is down, the other
 * would decide alone. A chain with one node has no second opinion.
 */
export function quorumOf({ nodes }: ConfiguredNodes): number {
  return Math.min(quorum, Math.max(1, nodes.length));
}

/** Whether the chain has enough nodes to compare their answers. */
export function hasQuorum({ nodes }: ConfiguredNodes): boolean {
  return nodes.length >= quorum;
}

/** Whether enough of the answers satisfy `agrees`. */
export function isAgreed<Answer>(
  answers: readonly NodeAnswer<Answer>[],
  needed: number,
  agrees: (answer: Answer) => boolean,
): boolean {
  return answers.filter(({ answer }) => agrees(answer)).length >= needed;
}

/** The nodes that are not resting after a failure: those worth asking now. */
export function awakeNodes({ nodes, health }: ChainNodes): readonly ChainNode[] {
  const resting = new Set(health().flatMap(({ host, healthy }) => (healthy ? [] : [host])));
  return nodes.filter(({ host }) => !resting.has(host));
}

/**
 * Asks nodes one after another until enough answered and `isEnough` holds, so that further nodes outvote one that lies
 * or lags.
 *
 * @param needed `quorumOf` the chain, although `nodes` may be only some of its nodes
 * @param ask null and `ChainUnavailable` count as no answer
 * @param isEnough whether no further answer is needed
 */
export async function askNodes<Node extends { host: string }, Answer>(
  nodes: readonly Node[],
  needed: number,
  ask: (node: Node) => Promise<Answer | null>,
  isEnough: (answers: readonly NodeAnswer<Answer>[]) => boolean,
  log?: Log,
): Promise<NodeAnswer<Answer>[]> {
  const answers: NodeAnswer<Answer>[] = [];
  for (const node of nodes) {
    if (answers.length >= needed && isEnough(answers)) break;
    try {
      const answer = await ask(node);
      if (answer !== null) answers.push({ host: node.host, answer });
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log?.warn({ host: node.host, error }, "a node did not answer and does not count towards the quorum");
    }
  }
  return answers;
}

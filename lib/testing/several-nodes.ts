import type { ChainNode, ChainNodes, ChainReader } from "@/lib/chain/reader/chain-reader.port";

/** How a test's node differs from an honest one. */
export type Lies = Partial<ChainReader>;

/** An honest reader as several nodes of one chain, each with its own lies; the first is the one in use. */
export function severalNodes(honest: ChainNodes, lies: readonly Lies[]): ChainNodes {
  const [base] = honest.nodes;
  const [first, ...rest] = lies;
  if (base === undefined || first === undefined) throw new Error("a chain needs a node");
  const nodes = lies.map((lie, index): ChainNode => ({ ...base, ...lie, host: `node-${index}` }));
  return { ...honest, ...first, nodes, others: () => nodes.slice(1, 1 + rest.length) };
}

import { expect, it } from "vitest";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { AwaitingFinality } from "@/lib/payments/recorded-logs.store";
import { buildChain, noon, uniqueHex } from "@/lib/testing/builders";
import { confirmWithQuorum } from "./outgoing-quorum";
import { createScanMemory } from "./scan/scan-memory";

const chain = buildChain();
const { chainId } = chain;
const sweep = {
  kind: "sweep",
  id: "swp_1",
  blockNumber: 7n,
  blockHash: uniqueHex(32),
  txHash: uniqueHex(32),
  logIndex: 0,
  depositAddress: uniqueHex(20),
  tokenAddress: uniqueHex(20),
  toAddress: null,
  amountUnits: 5n,
} as Partial<AwaitingFinality> as AwaitingFinality;

type Node = "has it" | "lacks it" | "fails" | "rests, has it" | "rests, lacks it";

/** A chain whose nodes answer like this about the sweep. */
function nodesOf(answers: readonly Node[]): ChainNodes {
  const nodes = answers.map((answer, index) => ({
    host: `node-${index}`,
    logs: async () => {
      if (answer === "fails") throw new ChainUnavailable("it is down");
      return { transfers: [], sweeps: answer.endsWith("has it") ? [sweep] : [], refunds: [] };
    },
  })) as readonly Partial<ChainNode>[] as readonly ChainNode[];
  const health = () =>
    answers.map((answer, index) => ({ host: `node-${index}`, rests: answer.startsWith("rests") }));
  return { chainId, nodes, health } as Partial<ChainNodes> as ChainNodes;
}

it.each<[string, Node[]]>([
  ["confirmed", ["has it"]],
  ["confirmed", ["has it", "has it"]],
  ["confirmed", ["has it", "lacks it", "has it"]],
  ["confirmed", ["fails", "has it", "has it"]],
  ["confirmed", ["rests, lacks it", "has it", "has it"]],
  ["waits", ["has it", "lacks it"]],
  ["waits", ["has it", "fails"]],
  ["waits", ["has it", "rests, has it"]],
  ["waits", ["rests, has it", "has it"]],
  ["waits", ["rests, has it", "rests, has it"]],
  ["waits", ["has it", "fails", "rests, lacks it"]],
  ["waits", ["lacks it", "fails"]],
  ["waits", ["lacks it", "rests, has it"]],
  ["waits", ["lacks it", "lacks it", "rests, lacks it"]],
  ["refuted", ["lacks it", "lacks it"]],
  ["refuted", ["lacks it", "lacks it", "lacks it"]],
])("a recorded sweep is %s when of a chain's nodes: %s", async (expected, answers) => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { now: () => noon };
  const deps = { log, clock, memory: createScanMemory(), reader: () => nodesOf(answers) } as Partial<
    Parameters<typeof confirmWithQuorum>[0]
  > as Parameters<typeof confirmWithQuorum>[0];
  const { confirmed, refuted } = await confirmWithQuorum(deps, chain, [sweep]);
  const found = confirmed.length > 0 ? "confirmed" : refuted.length > 0 ? "refuted" : "waits";
  expect(found).toBe(expected);
});

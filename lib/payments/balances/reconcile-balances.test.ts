import { describe, expect, it } from "vitest";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { buildHeader, uniqueHex } from "@/lib/testing/builders";
import { askForBalances } from "./reconcile-balances";

const queries = [
  { tokenAddress: uniqueHex(20), address: uniqueHex(20) },
  { tokenAddress: null, address: uniqueHex(20) },
];

/** @param answers of each node; null of one that does not answer */
function nodesOf(answers: ((bigint | null)[] | null)[], resting: number[] = []) {
  const asked: number[] = [];
  const nodes = answers.map((answer, index) => ({
    host: `node-${index}`,
    balances: async () => {
      asked.push(index);
      if (answer === null) throw new ChainUnavailable(`node-${index}`);
      return answer;
    },
  })) as unknown as ChainNode[];
  const chain = {
    nodes,
    balances: nodes[0]?.balances,
    health: () => nodes.map(({ host }, index) => ({ host, healthy: !resting.includes(index) })),
  } as unknown as ChainNodes;
  return { asked, ask: () => askForBalances(chain, buildHeader(1n), queries) };
}

describe("balances", () => {
  it("are what two nodes agree on, and no third is asked", async () => {
    const { ask, asked } = nodesOf([
      [5n, 1n],
      [5n, 1n],
      [7n, 1n],
    ]);
    expect(await ask()).toEqual([[5n], [1n]]);
    expect(asked).toEqual([0, 1]);
  });

  it.each([0, 1])("are what most nodes say where node %s differs", async (liar) => {
    const { ask } = nodesOf([0, 1, 2].map((index) => [index === liar ? 9n : 5n, 1n]));
    expect(await ask()).toEqual([[5n], [1n]]);
  });

  it("are all that is said where no two agree", async () => {
    const { ask } = nodesOf([
      [5n, 1n],
      [9n, 1n],
    ]);
    expect(await ask()).toEqual([[5n, 9n], [1n]]);
  });

  it("are one node's word where no other answers", async () => {
    expect(await nodesOf([null, [5n, 1n]]).ask()).toEqual([[5n], [1n]]);
    expect(await nodesOf([[5n, 1n]]).ask()).toEqual([[5n], [1n]]);
  });

  it("are none of a token that gives none", async () => {
    expect(await nodesOf([[null, 1n]]).ask()).toEqual([[], [1n]]);
  });

  it("are not asked of nodes that rest, unless all do", async () => {
    const some = nodesOf([[5n, 1n], null], [1]);
    await some.ask();
    expect(some.asked).toEqual([0]);
    const all = nodesOf([[5n, 1n], null], [0, 1]);
    expect(await all.ask()).toEqual([[5n], [1n]]);
  });

  it("fail where no node answers", async () => {
    await expect(nodesOf([null, null]).ask()).rejects.toThrow(ChainUnavailable);
  });
});

import { describe, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { askNodes, isAgreed, quorumOf } from "./quorum";

/** Nodes that give these answers; a missing one does not answer. */
function nodesOf(answers: (number | null | undefined)[]) {
  const asked: number[] = [];
  const nodes = answers.map((_, index) => ({ host: `node-${index}`, index }));
  const ask = async ({ index }: { index: number }) => {
    asked.push(index);
    const answer = answers[index];
    if (answer === undefined) throw new ChainUnavailable(`node-${index}`);
    return answer;
  };
  const allEqual = (told: readonly { answer: number }[]) =>
    new Set(told.map(({ answer }) => answer)).size === 1;
  return { asked, answers: () => askNodes(nodes, quorumOf({ nodes }), ask, allEqual) };
}

describe("the number of nodes that must agree", () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [5, 2],
  ])("of %i nodes is %i", (count, needed) => {
    expect(quorumOf({ nodes: Array.from({ length: count }) })).toBe(needed);
  });
});

describe("nodes", () => {
  it("are not asked further once a quorum agrees", async () => {
    const { asked, answers } = nodesOf([5, 5, 7]);
    expect(await answers()).toEqual([
      { host: "node-0", answer: 5 },
      { host: "node-1", answer: 5 },
    ]);
    expect(asked).toEqual([0, 1]);
  });

  it("are asked further while they differ, or one does not answer", async () => {
    expect((await nodesOf([5, 7, 5]).answers()).map(({ answer }) => answer)).toEqual([5, 7, 5]);
    expect((await nodesOf([undefined, null, 5, 5, 5]).answers()).map(({ host }) => host)).toEqual([
      "node-2",
      "node-3",
    ]);
  });

  it("are all asked when fewer are awake than must agree", async () => {
    const ask = async ({ host }: { host: string }) => host;
    const told = await askNodes(
      [{ host: "awake" }],
      quorumOf({ nodes: ["awake", "resting"] }),
      ask,
      () => true,
    );
    expect(isAgreed(told, 2, () => true)).toBe(false);
  });

  it("that do not answer have no vote", async () => {
    const told = await nodesOf([undefined, 5]).answers();
    expect(isAgreed(told, 2, (answer) => answer === 5)).toBe(false);
    expect(isAgreed(told, 1, (answer) => answer === 5)).toBe(true);
  });

  it("pass on errors that are not about a node", async () => {
    const fail = () => Promise.reject(new TypeError("a fault of ours"));
    await expect(askNodes([{ host: "node" }], 1, fail, () => true)).rejects.toThrow(TypeError);
  });
});

import { describe, expect, it } from "vitest";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { buildHeader, noon, uniqueHex } from "@/lib/testing/builders";
import {
  askNodes,
  hasQuorum,
  judge,
  majorityBalances,
  noteDispute,
  type Policy,
  quorumOf,
  type Testimony,
  type Verdict,
  witness,
} from "./witness";

describe("quorumOf", () => {
  it.each([
    [0, 1, false],
    [1, 1, false],
    [2, 2, true],
    [5, 2, true],
  ])("of %i configured nodes is %i", (count, needed, isComparable) => {
    const configured = { nodes: Array.from({ length: count }) };
    expect(quorumOf(configured)).toBe(needed);
    expect(hasQuorum(configured)).toBe(isComparable);
  });
});

describe("judge", () => {
  const [shows, denies, silent] = [true, false, null];

  it.each<[Policy, number, Testimony[], Verdict]>([
    ["any", 1, [shows], "confirmed"],
    ["any", 3, [denies, silent, shows], "confirmed"],
    ["any", 2, [denies, denies], "refuted"],
    ["any", 2, [denies, silent], "unknown"],
    ["any", 3, [denies, denies], "unknown"],
    ["any", 2, [], "unknown"],
    ["quorum", 1, [shows], "confirmed"],
    ["quorum", 1, [denies], "refuted"],
    ["quorum", 1, [], "unknown"],
    ["quorum", 2, [shows, shows], "confirmed"],
    ["quorum", 2, [shows], "unknown"],
    ["quorum", 2, [shows, silent], "unknown"],
    ["quorum", 2, [shows, denies], "unknown"],
    ["quorum", 3, [denies, shows, shows], "confirmed"],
    ["quorum", 3, [denies, denies, shows], "unknown"],
    ["quorum", 3, [denies, denies, silent], "unknown"],
    ["quorum", 3, [denies, denies, denies], "refuted"],
    ["unanimous", 3, [shows, silent, shows], "confirmed"],
    ["unanimous", 3, [shows, shows, denies], "unknown"],
    ["unanimous", 3, [silent, silent, silent], "unknown"],
    ["majority", 3, [shows], "confirmed"],
    ["majority", 3, [shows, silent, silent], "confirmed"],
    ["majority", 2, [shows, denies], "unknown"],
    ["majority", 3, [shows, denies, shows], "confirmed"],
    ["majority", 4, [shows, denies, shows, denies], "unknown"],
    ["majority", 3, [], "unknown"],
  ])("by %s of %i configured nodes: %j is %s", (policy, count, testimonies, verdict) => {
    expect(judge({ nodes: Array.from({ length: count }) }, policy, testimonies)).toBe(verdict);
  });
});

/** A node's answer; `down` for one that gives none, `denies` for one with another block. */
type Scripted<Answer> = Answer | "down" | "denies";

/** A chain whose nodes answer like this. */
function chainOf<Answer>(answers: readonly Scripted<Answer>[], resting: readonly number[] = []) {
  const requested: string[] = [];
  const read = async (host: string, answer: Scripted<Answer>): Promise<Answer> => {
    requested.push(host);
    if (answer === "down") throw new ChainUnavailable(host);
    if (answer === "denies") throw new ChainUnavailable(host, { deniesBlock: true });
    return answer as Answer;
  };
  const nodes = answers.map((answer, index) => {
    const host = `node-${index}`;
    return { host, balances: () => read(host, answer) };
  }) as unknown as ChainNode[];
  const health = () => nodes.map(({ host }, index) => ({ host, rests: resting.includes(index) }));
  const chain = { chainId: 1, nodes, health } as unknown as ChainNodes;
  const ask = (node: { host: string }) =>
    read(node.host, answers[Number(node.host.at(-1))] as Scripted<Answer>);
  return { chain, requested, ask };
}

describe("askNodes", () => {
  it("queries no further node once the answers suffice", async () => {
    const { chain, requested, ask } = chainOf([5, 5, 7]);
    const answers = await askNodes(chain.nodes, ask, { isEnough: (some) => some.length >= 2 });
    expect(answers).toEqual([
      { host: "node-0", answer: 5 },
      { host: "node-1", answer: 5 },
    ]);
    expect(requested).toEqual(["node-0", "node-1"]);
  });

  it("leaves out nodes without an answer, and reports failures", async () => {
    const { chain, ask } = chainOf<number | null>(["down", null, 5]);
    const failed: string[] = [];
    const answers = await askNodes(chain.nodes, ask, { onFailure: (host) => failed.push(host) });
    expect(answers).toEqual([{ host: "node-2", answer: 5 }]);
    expect(failed).toEqual(["node-0"]);
  });

  it("throws errors that are not about a node", async () => {
    const fail = () => Promise.reject(new TypeError("a fault of ours"));
    await expect(askNodes([{ host: "node" }], fail)).rejects.toThrow(TypeError);
  });
});

describe("witness", () => {
  const claims = [0, 1].map((index) => (answer: Testimony[]) => answer[index] ?? null);

  it("judges each claim by itself, and queries until all are confirmed", async () => {
    const { chain, requested, ask } = chainOf([
      [true, true],
      [true, false],
      [true, true],
      [true, true],
    ]);
    const { verdicts, answers } = await witness(claims, chain, "quorum", ask);
    expect(verdicts).toEqual(["confirmed", "confirmed"]);
    expect(answers).toHaveLength(3);
    expect(requested).toHaveLength(3);
  });

  it("counts resting nodes without querying them", async () => {
    const { chain, requested, ask } = chainOf([[true, false], [true, false], "down"], [1]);
    expect((await witness(claims, chain, "quorum", ask)).verdicts).toEqual(["unknown", "unknown"]);
    expect(requested).toEqual(["node-0", "node-2"]);
  });

  it("sends nothing without a claim", async () => {
    const { chain, requested, ask } = chainOf([[]]);
    expect(await witness([], chain, "any", ask)).toEqual({ verdicts: [], answers: [] });
    expect(requested).toEqual([]);
  });
});

describe("majorityBalances", () => {
  const queries = [
    { tokenAddress: uniqueHex(20), address: uniqueHex(20) },
    { tokenAddress: null, address: uniqueHex(20) },
  ];
  type Balances = Scripted<(bigint | null)[]>;
  const read = (chain: ChainNodes) => majorityBalances(chain, buildHeader(1n), queries);

  it.each<[string, Balances[], bigint[][], number]>([
    [
      "the first two agree",
      [
        [5n, 1n],
        [5n, 1n],
        [7n, 1n],
      ],
      [[5n], [1n]],
      2,
    ],
    [
      "the first differs from the others",
      [
        [9n, 1n],
        [5n, 1n],
        [5n, 1n],
      ],
      [[5n], [1n]],
      3,
    ],
    [
      "the second differs from the others",
      [
        [5n, 1n],
        [9n, 1n],
        [5n, 1n],
      ],
      [[5n], [1n]],
      3,
    ],
    [
      "the only two differ",
      [
        [5n, 1n],
        [9n, 1n],
      ],
      [[5n, 9n], [1n]],
      2,
    ],
    [
      "two differ from two",
      [
        [5n, 1n],
        [9n, 1n],
        [9n, 1n],
        [5n, 1n],
      ],
      [[9n], [1n]],
      3,
    ],
    ["only one answers", ["down", [5n, 1n]], [[5n], [1n]], 2],
    ["the chain has one node", [[5n, 1n]], [[5n], [1n]], 1],
    ["two of three have the block", [[5n, 1n], "denies", [5n, 1n]], [[5n], [1n]], 3],
    [
      "the token returns none",
      [
        [null, 1n],
        [null, 1n],
      ],
      [[], [1n]],
      2,
    ],
  ])("when %s", async (_, answers, balances, requests) => {
    const { chain, requested } = chainOf(answers);
    expect(await read(chain)).toEqual(balances);
    expect(requested).toHaveLength(requests);
  });

  it("skips resting nodes, unless all rest", async () => {
    const some = chainOf([[5n, 1n], "down"], [1]);
    await read(some.chain);
    expect(some.requested).toEqual(["node-0"]);
    expect(await read(chainOf([[5n, 1n], "down"], [0, 1]).chain)).toEqual([[5n], [1n]]);
  });

  it.each<[string, Balances[]]>([
    ["no node answers", ["down", "down"]],
    ["one of two has another block", [[5n, 1n], "denies"]],
    ["the first has another block", ["denies", [5n, 1n]]],
    ["one has another block while a third is down", [[5n, 1n], "denies", "down"]],
    ["two of three have another block", [[5n, 1n], "denies", "denies"]],
  ])("throws when %s", async (_, answers) => {
    await expect(read(chainOf(answers).chain)).rejects.toThrow(ChainUnavailable);
  });
});

describe("noteDispute", () => {
  it.each([
    [undefined, 0, true],
    ["block", 44_999, false],
    ["block", 45_000, true],
    ["lag", 599_999, false],
    ["lag", 600_000, true],
    ["receipt", 599_999, false],
    ["receipt", 600_000, true],
  ] as const)("about a %s after %i ms opens an incident: %s", async (about, lastedMs, isOpen) => {
    const raised: unknown[] = [];
    const incidents = {
      raise: async (incident: unknown) => raised.push(incident) === 1,
      resolve: async () => undefined,
    };
    const dispute = { chainId: 1, subject: "1/blocks", checkoutId: null, details: {} };
    await noteDispute({ clock: { now: () => noon }, incidents }, dispute, about, lastedMs);
    expect(raised).toEqual(isOpen ? [{ kind: "NODES_DISAGREE", ...dispute }] : []);
  });
});

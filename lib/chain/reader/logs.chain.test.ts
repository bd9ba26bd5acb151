import { beforeEach, describe, expect, it } from "vitest";
import { shareSizes } from "@/lib/chain/rpc/sizes";
import { createSystemClock } from "@/lib/platform/clock";
import type { RpcCall } from "@/lib/testing/node/faults";
import type { SentCall } from "@/lib/testing/node/node";
import {
  blockHash,
  deposit,
  failure,
  payer,
  rpcBlock,
  rpcLog,
  testNodes,
  token,
  transfer,
  transferTopic,
  word,
} from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { createChainReader } from "./chain-reader.chain";
import type { ChainNodes } from "./chain-reader.port";

const chainId = 31337;
const range = { fromBlock: 10n, toBlock: 20n };
const narrower = { tokens: [token] };
const two = { to: [deposit, payer], tokens: null };

let reader: ChainNodes;
const { node, secondNode } = testNodes();
beforeEach(() => {
  reader = createChainReader({ chainId, rpcUrls: [node.url, secondNode.url], timeoutMs: 20_000 });
});

type Filter = {
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
  address?: string[];
  topics: (string | string[] | null)[];
};

/** A node that refuses some filters, in words that no list has, and else returns the log of block 16. */
const refuse = (refuses: (filter: Filter) => boolean) => {
  node.script = {
    result: ({ method, params }: RpcCall) => {
      if (method !== "eth_getLogs") return rpcBlock(16);
      const filter = params[0] as Filter;
      if (refuses(filter)) throw new NodeRefusal(-32_099, "nope");
      const isIn = Number(filter.fromBlock ?? 16) <= 16 && 16 <= Number(filter.toBlock ?? 16);
      const isTransfer = filter.topics[0] === transferTopic;
      return isIn && isTransfer ? [rpcLog()] : [];
    },
  };
};
const listOf = ({ topics }: Filter) => [topics[2] ?? []].flat();
const isForTransfers = ({ topics }: Filter) => topics[0] === transferTopic;
const filters = () =>
  node.requests
    .flat()
    .flatMap(({ method, params }) => (method === "eth_getLogs" ? [params[0] as Filter] : []));
const isHealthy = () => expect(reader.health()[0]).toMatchObject({ failures: 0, lastError: null });

it.each([1, 2, 5])("reads a range in pieces from a node that returns %i blocks at once", async (most) => {
  refuse(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) >= most);
  expect((await reader.logs(range, two)).transfers).toEqual([transfer]);
  isHealthy();
  expect(secondNode.requests).toEqual([]);
  expect(reader.health()[0]?.sizes.blocks.accepted).toBeLessThanOrEqual(most);
});

it("reads a range of no fewer blocks without a list that is too long for the node, and filters", async () => {
  refuse((filter) => listOf(filter).length > 1);
  expect((await reader.logs(range, two, [], undefined, narrower)).transfers).toEqual([transfer]);
  isHealthy();
  expect(reader.health()[0]?.sizes).toMatchObject({ addresses: { refused: 2 }, blocks: { refused: null } });
});

describe("a single block that is refused", () => {
  const single = { blockHash };

  it("for its worthless logs is read in the payable tokens", async () => {
    refuse((filter) => isForTransfers(filter) && filter.address === undefined);
    expect((await reader.logs(single, two, [], undefined, narrower)).transfers).toEqual([transfer]);
    isHealthy();
  });

  it("for the length of the list is read without it, and filtered", async () => {
    refuse((filter) => listOf(filter).length > 1);
    expect((await reader.logs(single, two, [], undefined, narrower)).transfers).toEqual([transfer]);
    isHealthy();
    expect(reader.health()[0]?.sizes.addresses.refused).toBe(2);
  });

  it("with and without the list is read address by address", async () => {
    refuse(
      (filter) => isForTransfers(filter) && (listOf(filter).length !== 1 || filter.address === undefined),
    );
    const onlyDeposit = { to: [deposit], tokens: null };
    expect((await reader.logs(single, onlyDeposit, [], undefined, narrower)).transfers).toEqual([transfer]);
    isHealthy();
  });

  it("for its sweep events is read from the funded contracts", async () => {
    refuse((filter) => !isForTransfers(filter) && filter.address === undefined);
    const asked = { ...narrower, sweepsOf: async () => [deposit] };
    expect((await reader.logs(single, two, undefined, undefined, asked)).sweeps).toEqual([]);
    expect(filters().at(-1)).toMatchObject({ address: [deposit] });
    isHealthy();
  });

  it("for its hash is read by number, from then on", async () => {
    const numbered = { blockHash, number: 16n };
    refuse((filter) => filter.blockHash !== undefined);
    for (let round = 0; round < 2; round++)
      expect((await reader.logs(numbered, two, [], undefined, narrower)).transfers).toEqual([transfer]);
    // Once in a batch, once alone.
    expect(filters().filter((filter) => filter.blockHash !== undefined)).toHaveLength(2);
    isHealthy();
  });

  it("in every way fails the node after few requests, and the next node is queried", async () => {
    refuse(() => true);
    secondNode.script = { result: ({ method }) => (method === "eth_getLogs" ? [] : rpcBlock(16)) };
    expect((await reader.logs(range, two, undefined, undefined, narrower)).transfers).toEqual([]);
    expect(filters().length).toBeLessThanOrEqual(12);
    expect(reader.health()[0]).toMatchObject({ failures: 1, healthy: false });
  });
});

describe("a node that refuses everything", () => {
  it.each<[string, number]>([
    ["is limited in rate", 429],
    ["refuses the key", 401],
    ["forbids", 403],
    ["is broken", 500],
  ])("%s: fails after three requests, one of them for its chain", async (_, status) => {
    refuse(() => false);
    await reader.latest();
    node.requests.length = 0;
    node.script = { http: (response) => !!response.writeHead(status).end() };
    secondNode.script = { result: ({ method }) => (method === "eth_getLogs" ? [] : rpcBlock(20)) };
    const ending = { ...range, toBlockHash: rpcBlock(20).hash };
    await reader.logs(ending, two, undefined, undefined, narrower);
    expect(node.requests.length).toBeLessThanOrEqual(3);
    expect(reader.health()[0]).toMatchObject({ failures: 1 });
    expect(secondNode.requests).not.toEqual([]);
  });
});

describe("a batch", () => {
  const blocks = Array.from({ length: 65 }, (_, index) => BigInt(index));
  const headers = async () => (await reader.headers(blocks)).map((header) => header?.number);
  const serve = (change: (calls: readonly SentCall[]) => unknown) => {
    node.script = {
      http(response, calls) {
        if (calls[0]?.method === "eth_chainId") return false;
        response.setHeader("content-type", "application/json").end(JSON.stringify(change(calls)));
        return true;
      },
    };
  };
  const answerTo = ({ id, params }: SentCall) => ({
    jsonrpc: "2.0",
    id,
    result: rpcBlock(BigInt(String(params[0]))),
  });
  const errorTo = ({ id }: SentCall) => ({ jsonrpc: "2.0", id, error: { code: 1, message: "nope" } });
  const honest = (calls: readonly SentCall[]) =>
    calls.length === 1 ? calls.map(answerTo)[0] : calls.map(answerTo);

  it.each<[string, (calls: readonly SentCall[]) => unknown]>([
    ["one error", (calls) => ({ ...errorTo({ id: null, method: "", params: [] }), count: calls.length })],
    ["an error for each call", (calls) => calls.map(errorTo)],
    ["a list of one error", (calls) => calls.slice(0, 1).map(errorTo)],
    [
      "the answers to its first ten calls and errors",
      (calls) => calls.map((call, index) => (index < 10 ? answerTo(call) : errorTo(call))),
    ],
    ["the answers to its first ten calls", (calls) => calls.slice(0, 10).map(answerTo)],
    ["the answer to its first call", (calls) => calls.map(answerTo)[0]],
    ["null", () => null],
    ["nothing", () => []],
  ])("that is too long and gets %s is sent in smaller ones", async (_, refusal) => {
    serve((calls) => (calls.length > 10 ? refusal(calls) : honest(calls)));
    expect(await headers()).toEqual(blocks);
    isHealthy();
    expect(reader.health()[0]?.sizes.calls.accepted).toBeLessThanOrEqual(10);
    node.requests.length = 0;
    expect(await headers()).toEqual(blocks);
    expect(node.requests.filter(({ length }) => length > 10)).toEqual([]);
  });

  it("of an accepted size is sent by every client that shares what was learned", async () => {
    const sizesOf = shareSizes({}, createSystemClock());
    const open = () => createChainReader({ chainId, rpcUrls: [node.url], sizesOf });
    serve((calls) => (calls.length > 10 ? calls.map(errorTo) : honest(calls)));
    reader = open();
    expect(await headers()).toEqual(blocks);
    node.requests.length = 0;
    reader = open();
    expect(await headers()).toEqual(blocks);
    expect(node.requests.filter(({ length }) => length > 10)).toEqual([]);
  });

  it("is matched to text ids, in any order, with unknown fields", async () => {
    serve((calls) => calls.map((call) => ({ ...answerTo(call), id: String(call.id), took: 3 })).reverse());
    expect(await headers()).toEqual(blocks);
    expect(node.requests.at(-1)).toHaveLength(65);
  });

  it("with a refused call among answered ones fails for that call only", async () => {
    serve((calls) => {
      const answers = calls.map((call) => (call.params[0] === "0x7" ? errorTo(call) : answerTo(call)));
      return answers.length === 1 ? answers[0] : answers;
    });
    expect((await failure(reader.headers(blocks))).message).toContain("nope");
    // The whole batch, and the refused call again.
    expect(node.requests.slice(1).map(({ length }) => length)).toEqual([65, 1]);
  });

  it("is as short as the setting", async () => {
    serve(honest);
    reader = createChainReader({ chainId, rpcUrls: [node.url], maxBatch: 20 });
    expect(await headers()).toEqual(blocks);
    expect(node.requests.slice(1).map(({ length }) => length)).toEqual([20, 20, 20, 5]);
  });
});

it("reads balances one by one from a node that refuses Multicall3", async () => {
  node.script = {
    result: ({ method, params }) => {
      if (method === "eth_getBlockByNumber") return rpcBlock(16);
      if (method === "eth_getCode") return "0x60";
      const { to } = params[0] as { to: string };
      if (to !== token) throw new NodeRefusal(-32_099, "nope");
      return word("5");
    },
  };
  const queries = [payer, deposit].map((address) => ({ tokenAddress: token, address }));
  expect(await reader.balances({ number: 16n, hash: blockHash }, queries)).toEqual([5n, 5n]);
  isHealthy();
});

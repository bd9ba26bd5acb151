import { beforeEach, describe, expect, it } from "vitest";
import {
  blockHash,
  deposit,
  failure,
  payer,
  refundedTopic,
  results,
  rpcBlock,
  rpcLog,
  sweptTopic,
  testNodes,
  token,
  transfer,
  transferTopic,
  word,
} from "@/lib/testing/node/scripted-node";
import { createChainReader } from "./chain-reader.chain";
import type { ChainReader, LogRange, TransferFilter } from "./chain-reader.port";

const chainId = 31337;
const range = { fromBlock: 10n, toBlock: 20n };
const anyReceiver = { to: null, tokens: [token] };
const oneReceiver = { to: [deposit], tokens: [token] };
const anyToken = { to: [deposit], tokens: null };

let reader: ChainReader;

const { node } = testNodes();
beforeEach(() => {
  reader = createChainReader({ chainId, rpcUrls: [node.url], timeoutMs: 20_000 });
});

const transfersOf = async (asked: LogRange, filter: TransferFilter) =>
  (await reader.logs(asked, filter, [])).transfers;
const sweepsOf = async (asked: LogRange) => (await reader.logs(asked, null)).sweeps;
const methods = () => node.requests.at(-1)?.map(({ method }) => method);
const swept = (change: object = {}) =>
  rpcLog({ address: deposit, topics: [sweptTopic, word(token.slice(2)), word(payer.slice(2))], ...change });
const sweep = {
  blockNumber: 16n,
  blockHash,
  txHash: word("7a"),
  logIndex: 3,
  depositAddress: deposit,
  tokenAddress: token,
  amountUnits: 5_000_000n,
};

describe("transfers and sweeps", () => {
  it("are requested together", async () => {
    node.script = {
      result: ({ params: [filter] }) =>
        (filter as { topics: unknown[] }).topics[0] !== transferTopic ? [swept()] : [rpcLog()],
    };
    expect(await reader.logs(range, oneReceiver)).toEqual({
      transfers: [transfer],
      sweeps: [sweep],
      refunds: [],
    });
    expect(node.requests[1]?.map(({ params }) => params)).toEqual([
      [
        {
          fromBlock: "0xa",
          toBlock: "0x14",
          address: [token],
          topics: [transferTopic, null, [word(deposit.slice(2))]],
        },
      ],
      [{ fromBlock: "0xa", toBlock: "0x14", topics: [[sweptTopic, refundedTopic]] }],
    ]);
  });

  it("send nothing without a filter", async () => {
    const nothing = { transfers: [], sweeps: [], refunds: [] };
    expect(await reader.logs(range, null, [])).toEqual(nothing);
    expect(await reader.logs(range, { to: [], tokens: null }, [])).toEqual(nothing);
    expect(await reader.logs(range, { to: null, tokens: [] }, [])).toEqual(nothing);
    expect(node.requests).toEqual([]);
  });

  it("are never requested for a whole chain without a filter", async () => {
    await expect(reader.logs(range, { to: null, tokens: null })).rejects.toBeInstanceOf(TypeError);
  });
});

describe("transfers", () => {
  it("are read from a range, in lower case, without zero values", async () => {
    const shouting = rpcLog({
      address: `0x${token.slice(2).toUpperCase()}`,
      blockHash: `0x${blockHash.slice(2).toUpperCase()}`,
    });
    node.script = results({ eth_getLogs: [shouting, rpcLog({ data: word("0"), logIndex: "0x4" })] });
    expect(await transfersOf(range, anyReceiver)).toEqual([transfer]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { fromBlock: "0xa", toBlock: "0x14", address: [token], topics: [transferTopic, null] },
    ]);
  });

  it("of any token are requested without naming one", async () => {
    const other = `0x${"d3".repeat(20)}`;
    node.script = results({ eth_getLogs: [rpcLog({ address: other })] });
    expect(await transfersOf(range, anyToken)).toEqual([{ ...transfer, tokenAddress: other }]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { fromBlock: "0xa", toBlock: "0x14", topics: [transferTopic, null, [word(deposit.slice(2))]] },
    ]);
  });

  it("keep the largest amount there is", async () => {
    node.script = results({ eth_getLogs: [rpcLog({ data: `0x${"f".repeat(64)}` })] });
    const [only] = await transfersOf(range, anyReceiver);
    expect(only?.amountUnits).toBe(2n ** 256n - 1n);
  });

  const malformed: [string, object][] = [
    ["with two topics", { topics: [transferTopic, word(payer.slice(2))] }],
    ["with four topics", { topics: [...rpcLog().topics, word("1")], data: "0x" }],
    [
      "with an address of 32 bytes",
      { topics: [transferTopic, `0x${"f".repeat(64)}`, word(deposit.slice(2))] },
    ],
    ["with 31 bytes of data", { data: `0x${"0".repeat(62)}` }],
    ["with 64 bytes of data", { data: `0x${"0".repeat(128)}` }],
  ];
  const lies: [string, object][] = [
    ["below the range", { blockNumber: "0x9" }],
    ["above the range", { blockNumber: "0x15" }],
    ["to another address", { topics: [transferTopic, word(payer.slice(2)), word(payer.slice(2))] }],
    ["of another event", { topics: [sweptTopic, word("1"), word(deposit.slice(2))] }],
    ["that was removed", { removed: true }],
    ["with an index out of range", { logIndex: "0x80000000" }],
    ["of the pending block", { blockNumber: null, blockHash: null }],
    ["without a transaction", { transactionHash: undefined }],
  ];

  it.each([...malformed, ...lies, ["of another token", { address: payer }] as const])(
    "are refused with a log %s",
    async (_, change) => {
      node.script = results({ eth_getLogs: [rpcLog(), rpcLog(change)] });
      await failure(transfersOf(range, oneReceiver));
    },
  );

  it.each(lies)("of any token are refused with a log %s", async (_, change) => {
    node.script = results({ eth_getLogs: [rpcLog(), rpcLog(change)] });
    await failure(transfersOf(range, anyToken));
  });

  it.each(malformed)("of any token omit a stranger's log %s", async (_, change) => {
    node.script = results({ eth_getLogs: [rpcLog(change), rpcLog()] });
    expect(await transfersOf(range, anyToken)).toEqual([transfer]);
  });

  it.each([null, {}, "0x", [null], [[]]])("are refused as %j", async (answer) => {
    node.script = results({ eth_getLogs: answer });
    await failure(transfersOf(range, anyReceiver));
  });
});

describe("sweeps", () => {
  it("are requested for certain tokens, and a log of another is ignored", async () => {
    node.script = results({ eth_getLogs: [swept()] });
    expect((await reader.logs(range, null, [deposit], [token])).sweeps).toEqual([sweep]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      {
        fromBlock: "0xa",
        toBlock: "0x14",
        address: [deposit],
        topics: [[sweptTopic, refundedTopic], [word(token.slice(2))]],
      },
    ]);
    await failure(reader.logs(range, null, [deposit], [payer]));
    expect(await reader.logs(range, null, [deposit], [])).toEqual({ transfers: [], sweeps: [], refunds: [] });
  });

  it("name the emitting contract as the deposit address", async () => {
    node.script = results({ eth_getLogs: [swept()] });
    expect(await sweepsOf(range)).toEqual([sweep]);
  });

  it("are requested from the given contracts only", async () => {
    node.script = results({ eth_getLogs: [swept()] });
    expect((await reader.logs(range, null, [deposit])).sweeps).toEqual([sweep]);
    expect(node.requests[1]?.[0]?.params).toEqual([
      { fromBlock: "0xa", toBlock: "0x14", address: [deposit], topics: [[sweptTopic, refundedTopic]] },
    ]);
    node.script = results({ eth_getLogs: [swept({ address: payer })] });
    await failure(reader.logs(range, null, [deposit]));
  });

  it("come with the refunds out of the same contracts", async () => {
    const topics = [refundedTopic, word(token.slice(2)), word(payer.slice(2))];
    const worthless = rpcLog({ address: deposit, topics, data: word("0"), logIndex: "0x5" });
    node.script = results({ eth_getLogs: [swept(), rpcLog({ address: deposit, topics }), worthless] });
    expect(await reader.logs(range, null, [deposit], [token])).toEqual({
      transfers: [],
      sweeps: [sweep],
      refunds: [{ ...sweep, to: payer }],
    });
    await failure(reader.logs(range, null, [deposit], [payer]));
    await failure(reader.logs(range, null, [payer], [token]));
  });

  it("leave out a stranger's event of the same name instead of failing", async () => {
    node.script = results({ eth_getLogs: [swept({ data: "0x" }), swept({ topics: [sweptTopic] }), swept()] });
    expect(await sweepsOf(range)).toEqual([sweep]);
  });

  it("are refused with a log outside the range", async () => {
    node.script = results({ eth_getLogs: [swept({ blockNumber: "0x15" })] });
    await failure(sweepsOf(range));
  });
});

describe("logs of a range", () => {
  const ending = { ...range, toBlockHash: rpcBlock(20).hash };

  it("count when the node has the last block, requested before them in the same request", async () => {
    node.script = results({ eth_getLogs: [], eth_getBlockByNumber: rpcBlock(20) });
    expect(await reader.logs(ending, anyReceiver)).toEqual({ transfers: [], sweeps: [], refunds: [] });
    expect(methods()).toEqual(["eth_getBlockByNumber", "eth_getLogs", "eth_getLogs"]);
  });

  it.each([
    ["lags behind the range", null],
    ["is on another branch", rpcBlock(20, { hash: word("b") })],
  ])("do not count when the node %s", async (_, block) => {
    node.script = results({ eth_getLogs: [], eth_getBlockByNumber: block });
    await failure(reader.logs(ending, anyReceiver));
    await failure(reader.logs(ending, null));
  });
});

describe("logs of a single block", () => {
  const single = { blockHash };

  it("count when the node has the block, requested by its hash in the same request", async () => {
    node.script = results({ eth_getLogs: [rpcLog()], eth_getBlockByHash: rpcBlock(16) });
    expect(await transfersOf(single, oneReceiver)).toEqual([transfer]);
    expect(node.requests[1]?.map(({ method, params }) => [method, params[0]])).toEqual([
      ["eth_getBlockByHash", blockHash],
      [
        "eth_getLogs",
        { blockHash, address: [token], topics: [transferTopic, null, [word(deposit.slice(2))]] },
      ],
    ]);
  });

  it.each([
    ["does not know it", null],
    ["tells another in its place", rpcBlock(16, { hash: word("b") })],
  ])("don't count when the node %s, although its answer is empty", async (_, block) => {
    node.script = results({ eth_getLogs: [], eth_getBlockByHash: block });
    await failure(reader.logs(single, oneReceiver));
  });

  it("cost two calls when the node itself returned the block", async () => {
    node.script = results({ eth_getLogs: [], eth_getBlockByNumber: rpcBlock(16) });
    await reader.latest();
    await reader.logs(single, oneReceiver);
    expect(methods()).toEqual(["eth_getLogs", "eth_getLogs"]);
  });

  it("request a block again that was returned long ago", async () => {
    for (let number = 16; number < 16 + 65; number++) {
      node.script = results({ eth_getBlockByNumber: rpcBlock(number) });
      await reader.latest();
    }
    node.script = results({ eth_getLogs: [], eth_getBlockByHash: rpcBlock(16) });
    await reader.logs(single, null);
    expect(methods()).toEqual(["eth_getBlockByHash", "eth_getLogs"]);
  });

  it("are refused with a log of another block", async () => {
    node.script = results({
      eth_getLogs: [rpcLog({ blockHash: word("99") })],
      eth_getBlockByHash: rpcBlock(16),
    });
    await failure(transfersOf(single, anyReceiver));
  });
});

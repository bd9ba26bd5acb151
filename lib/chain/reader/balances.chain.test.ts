import { decodeFunctionData, encodeFunctionResult, erc20Abi, multicall3Abi } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RpcCall } from "@/lib/testing/node/faults";
import { blockHash, failure, rpcBlock, testNodes, token, word } from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { multicall3Address } from "./balances.chain";
import { createChainReader } from "./chain-reader.chain";
import type { BalanceQuery, ChainNodes } from "./chain-reader.port";
import { ChainUnavailable } from "./chain-reader.port";

const chainId = 31337;
const at = { number: 16n, hash: blockHash };
const holder = (index: number): Hex => `0x1${index.toString(16).padStart(39, "0")}`;
const ofToken = (index: number): BalanceQuery => ({ tokenAddress: token, address: holder(index) });
const ofCoin = (index: number): BalanceQuery => ({ tokenAddress: null, address: holder(index) });
const indexOf = (address: string) => BigInt(address) - BigInt(holder(0));

let reader: ChainNodes;

/** What a chain says on which wallet n holds n of the token and 1000 + n of the coin. */
type Told = {
  hasMulticall?: boolean;
  header?: unknown;
  /** Instead of the word in which a token's balance is told; null when balanceOf fails. */
  inner?: (index: bigint) => Hex | null;
  /** Instead of the answer to aggregate3. */
  aggregate?: () => unknown;
  /** Instead of the answer to a balanceOf by itself. */
  single?: (index: bigint) => unknown;
};

const chainSays =
  ({
    hasMulticall = true,
    header = rpcBlock(16),
    inner = (index) => word(index.toString(16)),
    aggregate,
    single = inner,
  }: Told = {}) =>
  ({ method, params }: RpcCall): unknown => {
    if (method === "eth_getBlockByNumber") return header;
    if (method === "eth_getCode") return hasMulticall ? "0x6080" : "0x";
    if (method === "eth_getBalance") return `0x${(1_000n + indexOf(String(params[0]))).toString(16)}`;
    const { to, data } = params[0] as { to: Hex; data: Hex };
    if (to === multicall3Address) {
      if (aggregate) return aggregate();
      return hasMulticall ? aggregated(data, inner) : "0x";
    }
    const { args } = decodeFunctionData({ abi: erc20Abi, data });
    return single(indexOf(String(args?.[0])));
  };

function aggregated(data: Hex, inner: (index: bigint) => Hex | null): Hex {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data });
  const calls = args?.[0] as readonly { target: Hex; callData: Hex }[];
  const result = calls.map(({ target, callData }) => {
    const index = indexOf(`0x${callData.slice(34)}`);
    const returnData =
      target.toLowerCase() === multicall3Address ? word((1_000n + index).toString(16)) : inner(index);
    return { success: returnData !== null, returnData: returnData ?? "0x" };
  });
  return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result });
}

const says = (told?: Told) => {
  node.script = { result: chainSays(told) };
};
const methods = () => node.requests.slice(1).map((calls) => calls.map(({ method }) => method));
const revert = () => {
  throw new NodeRefusal(3, "execution reverted");
};

const { node, secondNode } = testNodes();
beforeEach(() => {
  reader = createChainReader({ chainId, rpcUrls: [node.url], timeoutMs: 20_000 });
});

describe("with Multicall3", () => {
  it("tokens and coin are read in one call after that block, together with its header", async () => {
    says();
    expect(await reader.balances(at, [ofToken(7), ofCoin(8), ofToken(9)])).toEqual([7n, 1_008n, 9n]);
    expect(methods()).toEqual([["eth_getCode"], ["eth_getBlockByNumber", "eth_call"]]);
    const [header, call] = node.requests[2] ?? [];
    expect(header?.params[0]).toBe("0x10");
    expect(call?.params[1]).toBe("0x10");
  });

  it("checks once whether the chain has it", async () => {
    says();
    await reader.balances(at, [ofToken(1)]);
    await reader.balances(at, [ofToken(1)]);
    expect(
      methods()
        .flat()
        .filter((method) => method === "eth_getCode"),
    ).toHaveLength(1);
  });

  it("very many are split, 200 a call and 20 calls a request, each with the header", async () => {
    says();
    const queries = Array.from({ length: 4_201 }, (_, index) => ofToken(index + 1));
    const expected = queries.map((_, index) => BigInt(index + 1));
    expect(await reader.balances(at, queries)).toEqual(expected);
    expect(methods().map((calls) => calls.length)).toEqual([1, 1 + 20, 1 + 2]);
    expect(methods().every((calls) => calls[0] !== "eth_call")).toBe(true);
  });

  it("sends nothing without queries", async () => {
    expect(await reader.balances(at, [])).toEqual([]);
    expect(node.requests).toEqual([]);
  });

  it.each<[string, Hex | null]>([
    ["fails", null],
    ["answers nothing", "0x"],
    ["answers more than a word", `${word("1")}00`],
  ])("returns null for a token that %s, after one query by itself", async (_, odd) => {
    says({
      inner: (index) => (index === 2n ? odd : word(index.toString(16))),
      single: () => odd ?? revert(),
    });
    expect(await reader.balances(at, [ofToken(1), ofToken(2), ofToken(3)])).toEqual([1n, null, 3n]);
    expect(methods().at(-1)).toEqual(["eth_getBlockByNumber", "eth_call"]);
  });

  it("returns a balance that failed only among others", async () => {
    says({ inner: (index) => (index > 1n ? null : word("1")), single: (index) => word(index.toString(16)) });
    expect(await reader.balances(at, [ofToken(1), ofToken(2), ofToken(3)])).toEqual([1n, 2n, 3n]);
  });

  it("queries each by itself when the whole call fails, or at a block before Multicall3", async () => {
    for (const aggregate of [revert, () => "0x"]) {
      says({ aggregate });
      expect(await reader.balances(at, [ofToken(1), ofCoin(2)])).toEqual([1n, 1_002n]);
    }
  });

  it.each<[string, unknown]>([
    ["nonsense", "0x1234"],
    ["no bytes", null],
    [
      "fewer than asked for",
      encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result: [] }),
    ],
  ])("%s is no answer", async (_, answer) => {
    says({ aggregate: () => answer });
    await failure(reader.balances(at, [ofToken(1)]));
  });
});

it("without Multicall3 queries each by itself, in requests of accepted size", async () => {
  says({ hasMulticall: false });
  const queries = Array.from({ length: 100 }, (_, index) => (index % 2 ? ofToken(index) : ofCoin(index)));
  const expected = queries.map((_, index) => (index % 2 ? BigInt(index) : 1_000n + BigInt(index)));
  expect(await reader.balances(at, queries)).toEqual(expected);
  expect(methods().map((calls) => calls.length)).toEqual([1, 1 + 99, 1]);
});

describe("a node is no answer", () => {
  it.each([true, false])("without that block (Multicall3: %s)", async (hasMulticall) => {
    says({ hasMulticall, header: null });
    expect(await failure(reader.balances(at, [ofToken(1)]))).toMatchObject({ deniesBlock: false });
  });

  it.each([true, false])(
    "with another block under that number, which it denies without resting (Multicall3: %s)",
    async (hasMulticall) => {
      says({ hasMulticall, header: rpcBlock(16, { hash: word("b") }) });
      const error: unknown = await reader.balances(at, [ofToken(1)]).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(ChainUnavailable);
      expect(error).toMatchObject({ deniesBlock: true });
      expect(reader.health()).toMatchObject([{ rests: false, consecutiveFailures: 0 }]);
    },
  );

  it("that refuses for now, so that no balance is read as zero", async () => {
    const busy = () => {
      throw new NodeRefusal(-32005, "request limit reached, execution reverted");
    };
    says({ aggregate: busy, single: busy });
    await failure(reader.balances(at, [ofToken(1)]));
    says({ hasMulticall: false, single: busy });
    await failure(reader.balances(at, [ofToken(1)]));
  });

  it.each([
    "missing trie node 5f1c (path ) state 0x5f1c is not available",
    "required historical state unavailable (reexec=128)",
    "state at block #16 is pruned",
    "distance to target block exceeds maximum proof window",
    "World state unavailable",
  ])("without the state any more, although it works otherwise: %s", async (message) => {
    const pruned = () => {
      throw new NodeRefusal(-32000, message);
    };
    says({ aggregate: pruned });
    secondNode.script = { result: chainSays() };
    await failure(reader.balances(at, [ofToken(1)]));
    expect(reader.health()).toMatchObject([{ healthy: true, consecutiveFailures: 0 }]);

    const both = createChainReader({ chainId, rpcUrls: [node.url, secondNode.url], timeoutMs: 20_000 });
    expect(await both.balances(at, [ofToken(5)])).toEqual([5n]);
    expect(both.others().map(({ host }) => host)).toEqual([new URL(secondNode.url).host]);
  });
});

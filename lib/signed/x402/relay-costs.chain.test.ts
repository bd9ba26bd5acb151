import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import { buildChain } from "@/lib/testing/builders";
import { type ScriptedNode, startScriptedNode, word } from "@/lib/testing/node/scripted-node";
import { createRelayCosts } from "./relay-costs.chain";

const gwei = 10n ** 9n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

let node: ScriptedNode;
let nowMs: number;
beforeAll(async () => {
  node = await startScriptedNode(8453);
});
afterAll(() => node?.stop());
beforeEach(() => {
  nowMs = 0;
  node.requests.length = 0;
  prices(gwei);
});

/** A chain of the OP Stack: half a unit of base fee and half of tip, and 10^13 wei for data. */
function prices(gas: bigint): void {
  node.script = {
    result: ({ method }) => {
      if (method === "eth_getBlockByNumber") return { baseFeePerGas: hex(gas / 2n) };
      if (method === "eth_maxPriorityFeePerGas") return hex(gas / 2n);
      return method === "eth_gasPrice" ? hex(gas) : word((10n ** 13n).toString(16));
    },
  };
}

function open(changes: { nativeCoinUsd?: number | null; l1Fee?: "none" | "op-stack" } = {}) {
  const { nativeCoinUsd = 3_000, l1Fee = "none" } = changes;
  const chain = buildChain({ chainId: 8453, nativeCoinUsd });
  const sending = { ...chain.sending, minPriorityFeePerGasWei: 0n, l1Fee };
  const costs = createRelayCosts(
    [{ ...chain, sending, rpcUrls: [node.url] }],
    async () => nativeCoinUsd,
    { now: () => new Date(nowMs) },
    { timeoutMs: 20_000 },
  );
  return (chainId: number, kind: SigningKind = "EIP3009") => costs(chainId, kind);
}

describe("the cost of submitting a payment", () => {
  it("is its gas at the market's price, in dollars", async () => {
    // 85,000 gas at 1 gwei are 0.000085 coins.
    expect(await open()(8453)).toBeCloseTo(0.255, 6);
  });

  it("includes a rollup's fee for data", async () => {
    // Doubled, like everywhere: 0.00002 coins.
    expect(await open({ l1Fee: "op-stack" })(8453)).toBeCloseTo(0.255 + 0.06, 6);
  });

  it("is higher for kinds that take more gas", async () => {
    expect(await open()(8453, "EIP2612")).toBeCloseTo(0.39, 6);
  });

  it("is kept for a minute, and read once for requests at once", async () => {
    const costs = open();
    await Promise.all([costs(8453), costs(8453)]);
    prices(10n * gwei);
    nowMs += 59_000;
    expect(await costs(8453)).toBeCloseTo(0.255, 6);
    const asked = node.requests.flat().filter(({ method }) => method === "eth_gasPrice");
    expect(asked).toHaveLength(1);
    nowMs += 1_000;
    expect(await costs(8453)).toBeCloseTo(2.55, 6);
  });

  it("is unknown without a price of the coin, on another chain, and while no node answers", async () => {
    expect(await open({ nativeCoinUsd: null })(8453)).toBeNull();
    expect(await open()(1)).toBeNull();
    node.script = {
      http: (response) => {
        response.writeHead(500).end();
        return true;
      },
    };
    expect(await open()(8453)).toBeNull();
  });

  it("stays the known one while no node answers", async () => {
    const costs = open();
    await costs(8453);
    node.script = {
      http: (response) => {
        response.writeHead(500).end();
        return true;
      },
    };
    nowMs += 60_000;
    expect(await costs(8453)).toBeCloseTo(0.255, 6);
  });
});

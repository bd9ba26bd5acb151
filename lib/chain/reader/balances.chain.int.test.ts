import { beforeEach, describe, expect, it } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { freshWallet, testNetwork } from "@/lib/testing/world";
import { multicall3Address } from "./balances.chain";
import { createChainReader } from "./chain-reader.chain";
import { ChainUnavailable } from "./chain-reader.port";

/** Has no code. */
const stranger: Hex = `0x${"5e".repeat(20)}`;

const network = await testNetwork();
const { chain } = network;
const { client } = chain;
let deposit: Hex;

beforeEach(() => {
  deposit = freshWallet();
});

describe("balances", () => {
  /** A token whose code burns all the gas that it is given: `INVALID`. */
  const gasBurner: Hex = `0x${"fe".repeat(20)}`;
  const fresh = () => createChainReader({ chainId: chain.chainId, rpcUrls: [chain.rpcUrl] });
  const headOf = async () => {
    const { number, hash } = await network.reader.latest();
    return { number, hash };
  };
  it.each([
    ["without Multicall3", false],
    ["by Multicall3", true],
  ])("are those after the block, %s, beside any other query", async (_, withMulticall) => {
    const code = await network.reader.code(multicall3Address);
    expect(code).not.toBe("0x");
    if (!withMulticall) await client.setCode({ address: multicall3Address, bytecode: "0x" });
    await client.setCode({ address: gasBurner, bytecode: "0xfe" });
    const paid = (await network.pay(deposit, 5_000_000n)).receipt;
    await client.setBalance({ address: deposit, value: 7n });
    await client.mine({ blocks: 1 });
    const before = { number: paid.blockNumber, hash: paid.blockHash };
    await network.pay(deposit, 1n);
    const after = await headOf();
    const ofToken = { tokenAddress: network.usdc, address: deposit };
    const queries = [
      ofToken,
      { tokenAddress: gasBurner, address: deposit },
      { tokenAddress: null, address: deposit },
      { tokenAddress: stranger, address: deposit },
      { tokenAddress: depositAddresses.factory, address: deposit },
      ofToken,
    ];
    expect(await fresh().balances(after, queries)).toEqual([5_000_001n, null, 7n, null, null, 5_000_001n]);
    expect(await fresh().balances(before, [ofToken])).toEqual([5_000_000n]);
    await client.setCode({ address: multicall3Address, bytecode: code });
  });

  it("of a thousand addresses are returned in order", async () => {
    const addresses = Array.from(
      { length: 1_000 },
      (_, index): Hex => `0x5${index.toString(16).padStart(39, "0")}`,
    );
    await network.pay(addresses[0] ?? deposit, 11n);
    await network.pay(addresses[999] ?? deposit, 12n);
    const balances = await network.reader.balances(
      await headOf(),
      addresses.map((address) => ({ tokenAddress: network.usdc, address })),
    );
    expect(balances).toEqual(addresses.map((_, index) => (index === 0 ? 11n : index === 999 ? 12n : 0n)));
  });

  it("are unavailable at a block whose state was pruned, without a fault of the node", async () => {
    const { blockNumber: number, blockHash } = (await network.pay(deposit, 5n)).receipt;
    await client.mine({ blocks: 1_100 });
    const one = fresh();
    const gone = one.balances({ number, hash: blockHash }, [
      { tokenAddress: network.usdc, address: deposit },
    ]);
    await expect(gone).rejects.toThrow(ChainUnavailable);
    expect(one.health()).toMatchObject([
      {
        host: new URL(chain.rpcUrl).host,
        healthy: true,
        consecutiveFailures: 0,
        lastError: null,
        failingSince: null,
      },
    ]);
  });

  it("are unavailable at a block that a reorg replaced", async () => {
    const paid = (await network.pay(deposit, 5n)).receipt;
    await client.mine({ blocks: 1 });
    await chain.reorg(2);
    await expect(
      network.reader.balances({ number: paid.blockNumber, hash: paid.blockHash }, [
        { tokenAddress: network.usdc, address: deposit },
      ]),
    ).rejects.toThrow(ChainUnavailable);
  });
});

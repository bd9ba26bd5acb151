import { encodeFunctionData, erc20Abi, multicall3Abi } from "viem";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";

/** As on a busy chain a transaction now and then carries several; the node's own work is not what is measured. */
const transfersPerTransaction = 10;

/** 500 USDC: no checkout that is loaded costs more. */
const dearestUnits = 500_000_000n;

export type BenchChain = {
  network: TestNetwork;
  /**
   * Mines one block with so many transfers of USDC to strangers, and one of a token to each address given.
   * Answers the moment after which it is mined.
   */
  mine(foreign: number, to: readonly Hex[], amountUnits?: bigint): Promise<number>;
  stop(): Promise<void>;
};

/** An anvil that mines when it is told to, with plenty of USDC at Multicall3, which anyone may have transfer it. */
export async function startBenchChain(chainId: number): Promise<BenchChain> {
  const network = await startTestNetwork({ chainId });
  const { chain, usdc } = network;
  const { client } = chain;
  const { account } = testWallet(chain, 0);
  const minted = encodeFunctionData({
    abi: localUsdcAbi,
    functionName: "mint",
    args: [multicall3Address, 10n ** 18n],
  });
  await testWallet(chain, 0).sendTransaction({ to: usdc, data: minted });
  await client.mine({ blocks: 1 });
  await client.setAutomine(false);
  // The default of 30 million would end a block at some 600 transfers.
  await client.setBlockGasLimit({ gasLimit: 1_000_000_000n });
  await client.mine({ blocks: 1 });

  let strangers = 0n;
  const stranger = (): Hex => {
    strangers += 1n;
    return `0x51${strangers.toString(16).padStart(38, "0")}`;
  };
  return {
    network,
    mine: async (foreign, to, amountUnits = dearestUnits) => {
      const all = [...Array.from({ length: foreign }, stranger), ...to];
      for (let start = 0; start < all.length; start += transfersPerTransaction) {
        const calls = all.slice(start, start + transfersPerTransaction).map((receiver) => ({
          target: usdc,
          allowFailure: false,
          callData: encodeFunctionData({
            abi: erc20Abi,
            functionName: "transfer",
            args: [receiver, amountUnits],
          }),
        }));
        const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
        // The node signs by itself: its accounts are its own.
        await client.request<{ Method: "eth_sendTransaction"; Parameters: [object]; ReturnType: Hex }>({
          method: "eth_sendTransaction",
          params: [{ from: account.address, to: multicall3Address, data, gas: "0x7a1200" }],
        });
      }
      await client.mine({ blocks: 1 });
      return performance.now();
    },
    stop: () => network.stop(),
  };
}

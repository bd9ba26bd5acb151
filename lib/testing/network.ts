import { encodeFunctionData, erc20Abi, type TransactionReceipt } from "viem";
import type { Chain } from "@/lib/chain/chains.rules";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import { deployLocalContracts, localTokens } from "@/lib/demo/deploy-contracts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain } from "./builders";
import { startTestChain, type TestChain, testWallet } from "./chain";

/** anvil's account 0: deploys, mints, and is the operator that sweeps. */
export const operatorKey: Hex = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** anvil's account 9: the refund authority of projects in convenient mode. */
export const refundKey: Hex = "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6";
export const refundWallet: Hex = "0xa0ee7a142d267c1f36714e4a8f75612f20a79720";

export type Payment = { txHash: Hex; rawTransaction: Hex; receipt: TransactionReceipt };

/** A local chain with factory and tokens, and accounts 1 to 3 with plenty of both. */
export type TestNetwork = {
  chain: TestChain;
  definition: Chain;
  reader: ChainNodes;
  usdc: Hex;
  usdt: Hex;
  /** Calls a contract as one of the accounts; mined when it answers, unless the chain waits to be told to mine. */
  call(to: Hex, data: Hex, options?: { account?: number; nonce?: number }): Promise<Payment>;
  /** Sends a token so. */
  pay(
    to: Hex,
    amountUnits: bigint,
    options?: { token?: Hex; account?: number; nonce?: number },
  ): Promise<Payment>;
  balance(address: Hex, token?: Hex): Promise<bigint>;
  /** Runs `send` and mines all that it sent in one block. */
  inOneBlock(send: () => Promise<unknown>): Promise<void>;
  /** How far the chain's time was moved on. */
  readonly aheadMs: number;
  /** Moves the chain's time on and mines a block. */
  pass(seconds: number): Promise<void>;
  stop(): Promise<void>;
};

const plenty = 10n ** 15n;

export async function startTestNetwork({ chainId = 31337 }: { chainId?: number } = {}): Promise<TestNetwork> {
  const chain = await startTestChain({ chainId });
  const { client } = chain;
  const usdc = addressOf("USDC");
  const usdt = addressOf("USDT");
  let mining = true;
  let aheadMs = 0;

  const call: TestNetwork["call"] = async (to, data, { account = 1, nonce } = {}) => {
    const wallet = testWallet(chain, account);
    const rawTransaction = await wallet.account.signTransaction({
      type: "eip1559",
      chainId,
      to,
      data,
      gas: 400_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
      nonce:
        nonce ?? (await client.getTransactionCount({ address: wallet.account.address, blockTag: "pending" })),
    });
    const txHash = await client.sendRawTransaction({ serializedTransaction: rawTransaction });
    // Only a mined one has a receipt; anyone who holds mining back does not look at it.
    const receipt = mining ? await awaitReceipt(client, txHash) : unmined;
    return { txHash, rawTransaction, receipt };
  };

  await prepare(chain, [usdc, usdt]);

  return {
    chain,
    definition: buildChain({
      chainId,
      tokens: [
        { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 },
        { symbol: "USDT", name: "Tether USD", address: usdt, decimals: 6 },
      ],
    }),
    // No node here is slow by itself: what takes long is the machine.
    reader: createChainReader({ chainId, rpcUrls: [chain.rpcUrl], timeoutMs: 60_000 }),
    usdc,
    usdt,
    call,
    pay: (to, amountUnits, { token = usdc, ...options } = {}) =>
      call(
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amountUnits] }),
        options,
      ),
    balance: (address, token = usdc) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }),
    async inOneBlock(send) {
      mining = false;
      await client.setAutomine(false);
      try {
        await send();
        await client.mine({ blocks: 1 });
      } finally {
        mining = true;
        await client.setAutomine(true);
      }
    },
    get aheadMs() {
      return aheadMs;
    },
    async pass(seconds) {
      aheadMs += seconds * 1_000;
      await chain.advance(seconds);
    },
    stop: () => chain.stop(),
  };
}

/** By chain: what a worker's first network was made of, for those after it. */
const preparedStates = new Map<number, Hex>();

/** Puts factory and tokens in place and gives each account plenty of both. */
async function prepare(chain: TestChain, tokens: readonly Hex[]): Promise<void> {
  const { chainId, client, rpcUrl } = chain;
  const known = preparedStates.get(chainId);
  if (known !== undefined) {
    await client.loadState({ state: known });
    // Its newest block is of this moment, as on a chain that goes on.
    await client.mine({ blocks: 1 });
    return;
  }
  await deployLocalContracts({ rpcUrl, chainId, deployerPrivateKey: operatorKey });
  const operator = testWallet(chain, 0);
  for (const token of tokens) {
    for (const account of [1, 2, 3]) {
      const hash = await operator.writeContract({
        address: token,
        abi: localUsdcAbi,
        functionName: "mint",
        args: [testWallet(chain, account).account.address, plenty],
      });
      await awaitReceipt(client, hash);
    }
  }
  preparedStates.set(chainId, await client.dumpState());
}

const unmined = new Proxy({} as TransactionReceipt, {
  get: (_, name) => {
    if (name === "then") return undefined;
    throw new Error(`the transaction was not mined yet: it has no ${String(name)}`);
  },
});

function addressOf(symbol: "USDC" | "USDT"): Hex {
  const token = localTokens.find((candidate) => candidate.symbol === symbol);
  if (token === undefined) throw new Error(`there is no local ${symbol}`);
  return token.address.toLowerCase() as Hex;
}

import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestClient,
  createWalletClient,
  type PublicActions,
  publicActions,
  type TestClient,
} from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import { askOnce } from "@/lib/chain/sender/await-receipt.chain";
import type { LocalChain } from "@/lib/demo/chain-state";
import { type LocalChainOptions, startLocalChain } from "@/lib/demo/local-chain";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** anvil's ten funded accounts; known to everyone. */
export const testMnemonic = "test test test test test test test test test test test junk";

export interface TestChain extends LocalChain {
  /** Reads and anvil's own methods. */
  client: TestClient<"anvil"> & PublicActions;
  /**
   * Resolves when nothing waits any more that a block can hold: anvil answers to what it is sent before it has mined it.
   * At once while it is not to mine by itself; what no block takes is not waited for beyond some seconds.
   */
  mined(): Promise<void>;
  /** Mines `count` blocks, a second apart. */
  mine(count: number): Promise<void>;
  /** Mines a block with this timestamp, seconds since 1970. */
  setTime(timestamp: number): Promise<void>;
  /** Moves the chain's clock on and mines a block. */
  advance(seconds: number): Promise<void>;
  /** Replaces the newest `depth` blocks by as many others, empty but for the transactions given with their block's index. */
  reorg(depth: number, transactions?: [Hex, number][]): Promise<void>;
  /** Remembers the chain as it is; the answer goes back to it, once. */
  snapshot(): Promise<() => Promise<void>>;
}

/** A chain of the test's own, mining a block for every transaction unless given a block time. */
export async function startTestChain({
  chainId = 31337,
  ...options
}: Partial<Pick<LocalChainOptions, "chainId" | "blockTimeSeconds" | "hardfork">> = {}): Promise<TestChain> {
  const chain = await startLocalChain({
    chainId,
    mnemonic: testMnemonic,
    ...options,
  });
  const client = createTestClient({
    mode: "anvil",
    transport: askOnce(chain.rpcUrl),
    pollingInterval: 25,
  }).extend(publicActions);
  return {
    ...chain,
    client,
    async mined() {
      if (!(await client.getAutomine())) return;
      for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(5))
        if ((await client.getTxpoolStatus()).pending === 0) return;
    },
    mine: (count) => client.mine({ blocks: count, interval: 1 }),
    async setTime(timestamp) {
      await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp) });
      await client.mine({ blocks: 1 });
    },
    async advance(seconds) {
      await client.increaseTime({ seconds });
      await client.mine({ blocks: 1 });
    },
    async reorg(depth, transactions = []) {
      await client.request<{
        Method: "anvil_reorg";
        Parameters: [number, [Hex, number][]];
        ReturnType: null;
      }>({
        method: "anvil_reorg",
        params: [depth, transactions],
      });
    },
    async snapshot() {
      const id = await client.snapshot();
      return () => client.revert({ id });
    },
  };
}

const accounts = new Map<number, HDAccount>();

/** One of the test mnemonic's accounts. Deriving it takes 30 ms, so each is kept. */
function testAccount(addressIndex: number): HDAccount {
  const known = accounts.get(addressIndex);
  if (known !== undefined) return known;
  const account = mnemonicToAccount(testMnemonic, { addressIndex });
  accounts.set(addressIndex, account);
  return account;
}

/** A wallet of one of the test accounts on a chain. */
export function testWallet({ chainId, rpcUrl }: { chainId: number; rpcUrl: string }, accountIndex: number) {
  return createWalletClient({
    account: testAccount(accountIndex),
    chain: {
      id: chainId,
      name: `Local ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    },
    transport: askOnce(rpcUrl),
  });
}

import { expect } from "@playwright/test";
import { createPublicClient, createTestClient, createWalletClient, erc20Abi } from "viem";
import { permit2Address } from "@/lib/chain/contracts/signing.rules";
import { withNonce } from "@/lib/chain/local-chains.chain";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { DemoManifest } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";

type Hex = `0x${string}`;
export type DemoChain = DemoManifest["chains"][number];

export function chainOf(demo: DemoManifest, chainId = 31337): DemoChain {
  const chain = demo.chains.find((candidate) => candidate.chainId === chainId);
  if (chain === undefined) throw new Error(`the demo has no chain ${chainId}`);
  return chain;
}

export function tokenOf(chain: DemoChain, symbol = "USDC"): Hex {
  const token = chain.tokens.find((candidate) => candidate.symbol === symbol);
  if (token === undefined) throw new Error(`chain ${chain.chainId} has no ${symbol}`);
  return token.address as Hex;
}

/** A reader of a chain, and its accounts whose keys the local node has. */
export function clients(chain: DemoChain) {
  const definition = {
    id: chain.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  };
  const transport = askOnce(chain.rpcUrl);
  return {
    reader: createPublicClient({ chain: definition, transport, pollingInterval: 100 }),
    wallet: (account: Hex) => createWalletClient({ chain: definition, transport, account }),
  };
}

const testClient = (chain: DemoChain) =>
  createTestClient({ mode: "anvil", transport: askOnce(chain.rpcUrl) });

/**
 * A plain transfer from the demo's payer, as from any wallet or script. The local node signs and counts the
 * nonce, for several suites pay at the same time. Without an estimate: a sweep in between makes a transfer dearer.
 *
 * @returns the transaction's hash
 */
export async function pay(
  demo: DemoManifest,
  to: string,
  units: bigint,
  options: { chainId?: number; symbol?: string } = {},
): Promise<Hex> {
  const chain = chainOf(demo, options.chainId);
  const wallet = clients(chain).wallet(demo.payer.address as Hex);
  const send = () =>
    wallet.writeContract({
      address: tokenOf(chain, options.symbol),
      abi: erc20Abi,
      functionName: "transfer",
      args: [to as Hex, units],
      gas: 150_000n,
    });
  return withNonce(send);
}

/** Native coin for the fees of a wallet with a key of its own. */
export async function fundForFees(chain: DemoChain, address: Hex): Promise<void> {
  await testClient(chain).setBalance({ address, value: 10n ** 18n });
}

/** Lets Permit2 spend a token of any wallet, as its owner does once for all shops. */
export async function approvePermit2(chain: DemoChain, account: Hex, token: Hex): Promise<void> {
  const test = testClient(chain);
  await fundForFees(chain, account);
  await test.impersonateAccount({ address: account });
  const { wallet, reader } = clients(chain);
  const approval = { address: token, abi: erc20Abi, functionName: "approve" } as const;
  const hash = await wallet(account).writeContract({ ...approval, args: [permit2Address, 2n ** 128n] });
  await awaitReceipt(reader, hash);
}

/** Any call from a wallet whose key the local node has: the demo's payer and merchants. */
export async function sendFrom(
  demo: DemoManifest,
  from: string,
  { to, data }: { to: string; data: string },
  chainId?: number,
): Promise<Hex> {
  const wallet = clients(chainOf(demo, chainId)).wallet(from as Hex);
  return withNonce(() => wallet.sendTransaction({ to: to as Hex, data: data as Hex }));
}

/** A log of an event; topics and data as they stand on the chain. */
export type ForgedLog = { topics: readonly Hex[]; data: Hex };

/**
 * Deploys a contract that only writes these logs, like an attacker who imitates a token.
 *
 * @param logs at most 4 topics and 32 bytes of data each
 */
export async function writeLogs(demo: DemoManifest, logs: readonly ForgedLog[]): Promise<Hex> {
  const wallet = clients(chainOf(demo)).wallet(demo.payer.address as Hex);
  const code = logs.map(({ topics, data }) => {
    const size = (data.length - 2) / 2;
    const store = size === 0 ? "" : `7f${data.slice(2).padEnd(64, "0")}600052`;
    const push = [...topics].reverse().map((topic) => `7f${topic.slice(2)}`);
    return `${store}${push.join("")}60${size.toString(16).padStart(2, "0")}6000a${topics.length}`;
  });
  return withNonce(() => wallet.sendTransaction({ data: `0x${code.join("")}00`, gas: 1_000_000n }));
}

/** Puts code at an address, as only a local chain lets one do. */
export async function placeCode(chain: DemoChain, address: Hex, bytecode: Hex): Promise<void> {
  await testClient(chain).setCode({ address, bytecode });
}

/**
 * Runs `work` while no other test uses the second chain: one test holds its blocks back, another needs them.
 *
 * @throws Error when the chain isn't free within the time of a test
 */
export async function reserveSecondChain<T>(demo: DemoManifest, work: () => Promise<T>): Promise<T> {
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  const connection = await database.pool.connect();
  try {
    // The lock ends with its connection, also when the worker is killed.
    const tryLock = async () =>
      (await connection.query<{ free: boolean }>("SELECT pg_try_advisory_lock(31338) AS free")).rows[0]?.free;
    await expect.poll(tryLock, { timeout: 100_000, intervals: [100] }).toBe(true);
    return await work();
  } finally {
    connection.release(true);
    await database.close();
  }
}

/** A payment on the second chain that is in a block. @returns its hash */
export function payOnSecondChain(demo: DemoManifest, to: string, units: bigint): Promise<Hex> {
  return reserveSecondChain(demo, async () => {
    const hash = await pay(demo, to, units, { chainId: 31338 });
    await untilMined(demo, hash, 31338);
    return hash;
  });
}

/** Holds the second chain's blocks back while something is done; `mine` lets one come. */
export async function holdBlocks(
  demo: DemoManifest,
  work: (mine: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const node = testClient(chainOf(demo, 31338));
  await reserveSecondChain(demo, async () => {
    await node.setIntervalMining({ interval: 0 });
    try {
      await work(() => node.mine({ blocks: 1 }));
    } finally {
      await node.setIntervalMining({ interval: 1 });
    }
  });
}

/** Waits until the transaction is in a block. @returns whether it succeeded */
export async function untilMined(demo: DemoManifest, hash: Hex, chainId?: number): Promise<boolean> {
  const { status } = await awaitReceipt(clients(chainOf(demo, chainId)).reader, hash);
  return status === "success";
}

/** How much of a token has gone from one to another, as the chain's logs tell. */
export async function sentBetween(
  demo: DemoManifest,
  from: string,
  to: string,
  options: { chainId?: number; symbol?: string } = {},
): Promise<bigint> {
  const chain = chainOf(demo, options.chainId);
  const logs = await clients(chain).reader.getContractEvents({
    address: tokenOf(chain, options.symbol),
    abi: erc20Abi,
    eventName: "Transfer",
    args: { from: from as Hex, to: to as Hex },
    fromBlock: 0n,
    strict: true,
  });
  return logs.reduce((sum, { args }) => sum + args.value, 0n);
}

export async function balanceOf(
  demo: DemoManifest,
  holder: string,
  options: { chainId?: number; symbol?: string } = {},
): Promise<bigint> {
  const chain = chainOf(demo, options.chainId);
  return clients(chain).reader.readContract({
    address: tokenOf(chain, options.symbol),
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [holder as Hex],
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import {
  concatHex,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  http,
  keccak256,
  numberToHex,
  parseEther,
  publicActions,
  stringToHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deterministicDeployerAddress } from "@/lib/chain/contracts/deposit-address.chain";
import { withNonce } from "@/lib/chain/local-chains.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local-usdc";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Draw } from "./draw";

/** In blocks. */
export const deepestReorg = 6;
const payerCount = 12;
const plentyUnits = 10n ** 15n;
const fakeSalt = numberToHex(0xfa4e, { size: 32 });

/** A payment that was sent; whether it lies on the chain in the end, the chain says. */
export type SentPayment = {
  hash: Hex;
  chainId: number;
  /** Lower-case; null for the chain's own coin. */
  tokenAddress: Hex | null;
  to: Hex;
  units: bigint;
};

/** A local chain with customers who have plenty, and with a miner who changes his mind. */
export type PlayChain = {
  chainId: number;
  tokens: readonly Hex[];
  /** Looks like USDC and is none. */
  fakeToken: Hex;
  sent: readonly SentPayment[];
  pay(draw: Draw, to: Hex, tokenAddress: Hex | null, units: bigint): Promise<SentPayment>;
  /** Replaces the newest blocks; some payments in them come back in another place, some never. */
  reorg(draw: Draw, depth: number): Promise<{ dropped: number; kept: number }>;
  headNumber(): Promise<bigint>;
  /** Of a payment on the chain as it is now: when its block was made. Null when it is not there, or failed. */
  minedAt(payment: SentPayment): Promise<Date | null>;
};

export async function openPlayChain({
  chainId,
  rpcUrl,
  tokens,
}: {
  chainId: number;
  rpcUrl: string;
  tokens: readonly Hex[];
}): Promise<PlayChain> {
  const chain = {
    id: chainId,
    name: `Local ${chainId}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  };
  const transport = http(rpcUrl, { retryCount: 5, timeout: 60_000 });
  const client = createTestClient({ mode: "anvil", chain, transport, pollingInterval: 100 }).extend(
    publicActions,
  );
  const payers = Array.from({ length: payerCount }, (_, index) =>
    createWalletClient({
      chain,
      transport,
      account: privateKeyToAccount(keccak256(stringToHex(`random run payer ${index}`))),
    }),
  );
  const fakeToken = getContractAddress({
    opcode: "CREATE2",
    from: deterministicDeployerAddress,
    salt: fakeSalt,
    bytecode: localUsdcBytecode,
  }).toLowerCase() as Hex;
  const sent: SentPayment[] = [];
  const hashes = new Set<Hex>();
  const blockTimes = new Map<Hex, Date>();

  const [first] = payers;
  if (first === undefined) throw new Error("there are payers");
  for (const { account } of payers)
    await client.setBalance({ address: account.address, value: parseEther("1000") });
  const setUp = [
    { to: deterministicDeployerAddress, data: concatHex([fakeSalt, localUsdcBytecode]) },
    ...[...tokens, fakeToken].flatMap((to) =>
      payers.map(({ account }) => ({
        to,
        data: encodeFunctionData({
          abi: localUsdcAbi,
          functionName: "mint",
          args: [account.address, plentyUnits],
        }),
      })),
    ),
  ];
  let nonce = await client.getTransactionCount({ address: first.account.address });
  let last: Hex | undefined;
  for (const transaction of setUp) {
    last = await first.sendTransaction({ ...transaction, nonce, gas: 2_000_000n });
    nonce += 1;
  }
  // Deep enough that no reorganisation takes the customers' money with it: that was given outside of any transaction.
  if (last !== undefined) {
    const { blockNumber } = await awaitReceipt(client, last);
    while ((await client.getBlockNumber({ cacheTime: 0 })) <= blockNumber + BigInt(deepestReorg))
      await sleep(100);
  }

  async function rawTransaction(hash: Hex): Promise<Hex | null> {
    return client.request<{
      Method: "eth_getRawTransactionByHash";
      Parameters: [Hex];
      ReturnType: Hex | null;
    }>({ method: "eth_getRawTransactionByHash", params: [hash] });
  }

  /** A block that was made meanwhile may have come there already. */
  async function moveClockTo(timestamp: bigint): Promise<void> {
    try {
      await client.setNextBlockTimestamp({ timestamp });
    } catch (error) {
      if ((await client.getBlock()).timestamp < timestamp) throw error;
    }
  }

  type Payer = (typeof payers)[number];
  const lastOf = new Map<Payer, Promise<unknown>>();

  return {
    chainId,
    tokens,
    fakeToken,
    sent,

    async pay(draw, to, tokenAddress, units) {
      const payer = draw.pick(payers);
      const transaction =
        tokenAddress === null
          ? { to, value: units, gas: 100_000n }
          : {
              to: tokenAddress,
              data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] }),
              gas: 150_000n,
            };
      // One at a time from each wallet, so that no two take one nonce; a reorganisation meanwhile still makes the nonce
      // that was asked for a wrong one.
      const sending = (lastOf.get(payer) ?? Promise.resolve()).then(() =>
        withNonce(() => payer.sendTransaction(transaction)),
      );
      lastOf.set(
        payer,
        sending.catch(() => undefined),
      );
      const hash = await sending;
      const payment = { hash, chainId, tokenAddress, to, units };
      sent.push(payment);
      hashes.add(hash);
      return payment;
    },

    async reorg(draw, depth) {
      const head = await client.getBlock();
      const kept: [Hex, number][] = [];
      let dropped = 0;
      for (let index = 0; index < depth; index++) {
        const block = await client.getBlock({ blockNumber: head.number - BigInt(depth - 1 - index) });
        for (const hash of draw.chance(0.3) ? draw.shuffle(block.transactions) : block.transactions) {
          // Only customers take back what they paid; the service's own transactions return to the pool.
          if (hashes.has(hash) && draw.chance(0.25)) {
            dropped += 1;
            continue;
          }
          const raw = await rawTransaction(hash);
          const place = draw.chance(0.3) ? draw.whole(index, depth - 1) : index;
          if (raw !== null) kept.push([raw, place]);
        }
      }
      // Once: asked anew it would replace what came back.
      await client.request<{
        Method: "anvil_reorg";
        Parameters: [number, [Hex, number][]];
        ReturnType: null;
      }>({ method: "anvil_reorg", params: [depth, kept.sort(([, a], [, b]) => a - b)] }, { retryCount: 0 });
      // The replaced blocks' times are not made up for: without this the chain's clock falls behind a little more
      // each time, and checkouts wait for a block after their expiry.
      const { timestamp } = await client.getBlock();
      const now = BigInt(Math.floor(Date.now() / 1_000));
      if (now > timestamp) await moveClockTo(now);
      return { dropped, kept: kept.length };
    },

    headNumber: () => client.getBlockNumber({ cacheTime: 0 }),

    async minedAt({ hash }) {
      const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null;
        throw error;
      });
      if (receipt === null || receipt.status !== "success") return null;
      let at = blockTimes.get(receipt.blockHash);
      if (at === undefined) {
        const { timestamp } = await client.getBlock({ blockHash: receipt.blockHash });
        at = new Date(Number(timestamp) * 1_000);
        blockTimes.set(receipt.blockHash, at);
      }
      return at;
    },
  };
}

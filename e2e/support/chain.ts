import { createPublicClient, createWalletClient, erc20Abi, http } from "viem";
import type { DemoManifest } from "@/lib/demo/manifest";

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

function clients(chain: DemoChain) {
  const definition = {
    id: chain.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  };
  const transport = http(chain.rpcUrl);
  return {
    reader: createPublicClient({ chain: definition, transport, pollingInterval: 100 }),
    wallet: (account: Hex) => createWalletClient({ chain: definition, transport, account }),
  };
}

/**
 * A plain transfer from the demo's payer, as from any wallet or script. The local node signs and counts the
 * nonce, for several suites pay at the same time.
 *
 * @param options.gas sends without an estimate, even what will fail
 * @returns the transaction's hash
 */
export async function pay(
  demo: DemoManifest,
  to: string,
  units: bigint,
  options: { chainId?: number; symbol?: string; gas?: bigint } = {},
): Promise<Hex> {
  const chain = chainOf(demo, options.chainId);
  const wallet = clients(chain).wallet(demo.payer.address as Hex);
  return wallet.writeContract({
    address: tokenOf(chain, options.symbol),
    abi: erc20Abi,
    functionName: "transfer",
    args: [to as Hex, units],
    ...(options.gas === undefined ? {} : { gas: options.gas }),
  });
}

/** Waits until the transaction is in a block. @returns whether it succeeded */
export async function untilMined(demo: DemoManifest, hash: Hex, chainId?: number): Promise<boolean> {
  const { status } = await clients(chainOf(demo, chainId)).reader.waitForTransactionReceipt({ hash });
  return status === "success";
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

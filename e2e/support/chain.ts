import { createPublicClient, createWalletClient, erc20Abi, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
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
    wallet: (key: Hex) =>
      createWalletClient({ chain: definition, transport, account: privateKeyToAccount(key) }),
  };
}

/** A plain transfer from the demo's payer, as from any wallet or script. @returns the transaction's hash */
export async function pay(
  demo: DemoManifest,
  to: string,
  units: bigint,
  options: { chainId?: number; symbol?: string } = {},
): Promise<Hex> {
  const chain = chainOf(demo, options.chainId);
  const wallet = clients(chain).wallet(demo.payer.privateKey as Hex);
  return wallet.writeContract({
    address: tokenOf(chain, options.symbol),
    abi: erc20Abi,
    functionName: "transfer",
    args: [to as Hex, units],
  });
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

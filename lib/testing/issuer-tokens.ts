import type { Abi } from "viem";
import { localUsdcAbi, localUsdcBytecode, localUsdtAbi, localUsdtBytecode } from "@/lib/contracts/abi/local";
import { issuerUsdcAbi, issuerUsdcBytecode } from "@/lib/contracts/abi/testing/issuer-usdc";
import { issuerUsdtAbi, issuerUsdtBytecode } from "@/lib/contracts/abi/testing/issuer-usdt";
import { permitTokenAbi, permitTokenBytecode } from "@/lib/contracts/abi/testing/permit-token";
import { versionlessTokenAbi, versionlessTokenBytecode } from "@/lib/contracts/abi/testing/versionless-token";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { TestNetwork } from "./network";
import { deploy, send } from "./world/odd-payments";

type Issuer = (functionName: string, args: readonly unknown[]) => Promise<Hex>;

/** Puts code with its issuer's powers behind the network's USDC; answers how the issuer acts. */
export function issuedUsdc(network: TestNetwork): Promise<Issuer> {
  return replace(network, network.usdc, issuerUsdcAbi, issuerUsdcBytecode);
}

/** The code that the network began with: its USDC recovers the key of every split signature. */
export async function restoredUsdc(network: TestNetwork): Promise<void> {
  await replace(network, network.usdc, localUsdcAbi, localUsdcBytecode);
}

/** The same behind its USDT. */
export function issuedUsdt(network: TestNetwork): Promise<Issuer> {
  return replace(network, network.usdt, issuerUsdtAbi, issuerUsdtBytecode);
}

/** Puts code behind the network's USDT that takes EIP-2612 permits; nobody holds any of it yet. */
export function permitUsdt(network: TestNetwork): Promise<Issuer> {
  return replace(network, network.usdt, permitTokenAbi, permitTokenBytecode);
}

/** The code that the network began with. */
export async function restoredUsdt(network: TestNetwork): Promise<void> {
  await replace(network, network.usdt, localUsdtAbi, localUsdtBytecode);
}

/** Puts code behind the network's USDC that has EIP-3009, and no `version()`; nobody holds any of it yet. */
export function versionlessUsdc(network: TestNetwork): Promise<Issuer> {
  return replace(network, network.usdc, versionlessTokenAbi, versionlessTokenBytecode);
}

/** Balances stay where the token that was there kept them. */
async function replace(network: TestNetwork, token: Hex, abi: Abi, bytecode: Hex): Promise<Issuer> {
  const { client } = network.chain;
  const code = await client.getCode({ address: await deploy(network, abi, bytecode) });
  if (code === undefined) throw new Error("the token was not deployed");
  await client.setCode({ address: token, bytecode: code });
  return (functionName, args) => send(network, token, abi, functionName, args);
}

import { withNonce } from "@/lib/chain/local-chains.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { permitTokenAbi, permitTokenBytecode } from "@/lib/contracts/abi/testing/permit-token";
import type { DemoManifest } from "@/lib/demo/identity";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { chainOf, clients, type DemoChain } from "./chain";

/**
 * A token that takes EIP-2612 permits and has no EIP-3009, as it stands in the settings of a service.
 *
 * @param account gets 10 of it, and no coin for fees
 */
export async function deployPermitToken(
  demo: DemoManifest,
  account: Hex,
): Promise<DemoChain["tokens"][number]> {
  const { wallet, reader } = clients(chainOf(demo));
  const payer = wallet(demo.payer.address as Hex);
  const { contractAddress: address } = await awaitReceipt(
    reader,
    await withNonce(() => payer.deployContract({ abi: permitTokenAbi, bytecode: permitTokenBytecode })),
  );
  if (!address) throw new Error("the token was not deployed");
  const mint = { address, abi: permitTokenAbi, functionName: "mint", args: [account, 10_000_000n] } as const;
  await awaitReceipt(reader, await withNonce(() => payer.writeContract(mint)));
  return { symbol: "USDT", address, decimals: 6 };
}

import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "./chain";
import type { TestNetwork } from "./network";
import { deploy, send } from "./world/odd-payments";

/** The local USDC with 18 decimals instead of 6, as USDC has on BNB Chain; the customer holds `units`. */
export async function deployWideToken(network: TestNetwork, units: bigint): Promise<Hex> {
  const token = await deploy(network, localUsdcAbi, localUsdcBytecode);
  const { client } = network.chain;
  const code = await client.getCode({ address: token });
  const bytecode = code?.replace("6040516006815260200161", "6040516012815260200161") as Hex;
  await client.setCode({ address: token, bytecode });
  const customer = testWallet(network.chain, 1).account.address;
  await send(network, token, localUsdcAbi, "mint", [customer, units]);
  return token;
}

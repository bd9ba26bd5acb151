import { decodeFunctionResult, encodeFunctionData } from "viem";
import { checkoutKey } from "@/lib/chain/deposit-address.chain";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import type { Hex } from "@/lib/platform/hex.rules";
import { CallRefused, type SweepItem } from "./chain-sender.port";

export function encodeSweep(items: readonly SweepItem[]): Hex {
  return encodeFunctionData({
    abi: depositFactoryAbi,
    functionName: "sweepMany",
    args: [
      items.map((item) => ({
        terms: {
          checkoutKey: checkoutKey(item.checkoutId),
          merchant: item.merchantAddress,
          refundAuthority: item.refundAuthority,
          openSweep: item.openSweep,
        },
        token: item.tokenAddress,
      })),
    ],
  });
}

/** Which items of the sweep went through, in their order. @throws CallRefused where nothing answers */
export function decodeSucceeded(result: Hex): readonly boolean[] {
  try {
    return decodeFunctionResult({ abi: depositFactoryAbi, functionName: "sweepMany", data: result });
  } catch {
    throw new CallRefused("REVERTED", "the factory does not answer: it may not be deployed on this chain");
  }
}

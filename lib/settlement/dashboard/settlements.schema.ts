import type { z } from "zod";
import { lowerCaseAddress } from "@/lib/platform/answer-fields.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type DemoParts, walletCall } from "@/lib/refunds/refund.schema";

/** A sweep for a browser's wallet to send. */
export const sweepCall = walletCall.extend({ merchantAddress: lowerCaseAddress });
export type SweepCallView = z.output<typeof sweepCall>;

export function showSweepCall<
  Call extends { chainId: number; from: readonly Hex[] | null; merchantAddress: Hex },
>({ from, ...call }: Call, { demoWalletOf }: DemoParts) {
  return {
    ...call,
    from: from === null ? null : [...from],
    demoWallet: demoWalletOf(call.chainId, call.merchantAddress),
  };
}

import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { evmChainId, lowerCaseAddress } from "@/lib/platform/answer-fields.schema";
import { address, chainId, inputId } from "@/lib/platform/primitives.schema";
import { walletCall } from "@/lib/refunds/refund.schema";

const checkoutId = inputId("chk", "checkout");
const deposits = z.number().int().min(1);
const sweepCall = walletCall.extend({ merchantAddress: lowerCaseAddress });

/** Actions on money at deposit addresses. */
export const settlementActions = {
  sweepNow: {
    permission: "settlements.request",
    fresh: false,
    input: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("checkout"), checkoutId }),
      z.object({ kind: z.literal("chain"), chainId }),
    ]),
    output: z.object({
      opened: z.array(z.object({ chainId: evmChainId, deposits })),
      left: z.array(z.object({ reason: z.string(), deposits })),
    }),
  },
  prepareSweep: {
    permission: "settlements.request",
    fresh: false,
    input: z.object({ checkoutId, chainId, tokenAddress: address.nullable() }),
    output: sweepCall,
  },
  prepareSweepBatch: {
    permission: "settlements.request",
    fresh: false,
    input: z.object({ chainId, wallet: address }),
    output: sweepCall.extend({ deposits }),
  },
} as const satisfies Record<string, ProjectAction>;

export type SweepCallView = z.output<typeof sweepCall>;

import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import { chainHead } from "@/lib/checkouts/chain-head";
import type { PaymentStore } from "@/lib/checkouts/payment-store.port";
import type { Clock } from "@/lib/platform/clock.port";
import type { SettlementStore } from "./settlement-store.port";

export type SettlementDueDeps = {
  clock: Clock;
  chains: readonly Chain[];
  payments: Pick<PaymentStore, "position">;
  settlements: Pick<SettlementStore, "takeWake">;
};

/**
 * Whether settlement of a chain has to look now: its settle policy is met by a block that a deposit waits for, a batch's
 * delay is over, or a refused sweep is to be tried again. Each of these is told once. What else brings work, as a
 * payment does that fills a batch, comes with an event of its own.
 */
export async function isSettlementDue(deps: SettlementDueDeps, chainId: number): Promise<boolean> {
  const position = await deps.payments.position(chainId);
  if (position === null) return false;
  const now = deps.clock.now();
  const { settle } = enabledChain(deps.chains, chainId).confirmations;
  return deps.settlements.takeWake(chainId, now, highestFinalBlock(settle, chainHead(position, now)));
}

import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type SweepItem,
} from "@/lib/chain/sender/chain-sender.port";
import { noteRefusal } from "@/lib/chain/sender/gas-money";
import { sendCall } from "@/lib/chain/sender/send-call";
import type { SweepRefusal } from "@/lib/chain/sender/sweep-refusals.store";
import type { Hex } from "@/lib/platform/hex.rules";
import { explainRefusals } from "./explain-refusals";
import type { SettleDeps } from "./settle-deps";
import type { OpenSettlement } from "./settlement-store.port";

/**
 * Signs and sends the sweep of a settlement, by the refund key where only that may sweep. Items that the chain would
 * refuse now are taken out before, so they cost no gas; they are retried after a minute, then less often, up to once an
 * hour.
 *
 * @throws ChainUnavailable
 */
export async function sendSettlement(
  deps: SettleDeps,
  settlement: OpenSettlement,
): Promise<"sent" | "sent by refund key" | "waits" | "taken"> {
  const { settlementId, projectId, chainId } = settlement;
  const operator = deps.sender(chainId);
  const byRefundKey = settlement.items.some((item) => isClosedTo(operator.operatorAddress, item));
  const sender = byRefundKey ? deps.refundSender(chainId) : operator;
  if (sender === null) {
    const items = settlement.items.map((item) => ({ ...item, refusal: null }));
    await deps.settlements.dropItems(settlementId, items, "NO_REFUND_KEY", deps.clock.now());
    return "waits";
  }
  const call = await prepare(deps, settlement, sender);
  if (call === null) return "waits";
  const owner = { purpose: "SETTLEMENT", settlementId } as const;
  const sent = await sendCall(deps, { sender, owner, projectId, call });
  if (sent === "sent") return byRefundKey ? "sent by refund key" : "sent";
  return sent === "taken" ? "taken" : "waits";
}

function isClosedTo(wallet: Hex, { openSweep, merchantAddress, refundAuthority }: SweepItem): boolean {
  return !openSweep && wallet !== merchantAddress && wallet !== refundAuthority;
}

/** Null when there is nothing to sign now: gas cannot be paid and it waits, or no item is left. */
async function prepare(
  deps: SettleDeps,
  settlement: OpenSettlement,
  sender: ChainSender,
): Promise<PreparedCall | null> {
  const { chainId, settlementId } = settlement;
  const drop = (items: readonly SweepItem[], reason: string, refusals: readonly SweepRefusal[] = []) => {
    if (items.length === 0) return;
    const noted = items.map((item, index) => ({ ...item, refusal: refusals[index] ?? null }));
    deps.log.warn(
      {
        chainId,
        settlementId,
        reason,
        items: noted.map(({ checkoutId, refusal }) => ({ checkoutId, refusal })),
      },
      dropped,
    );
    return deps.settlements.dropItems(settlementId, noted, reason, deps.clock.now());
  };
  const explain = (items: readonly SweepItem[]) => explainRefusals(sender, items);

  await drop(
    settlement.items.filter(({ frozen }) => frozen),
    "FROZEN",
  );
  let items: readonly SweepItem[] = settlement.items.filter(({ frozen }) => !frozen);
  while (items.length > 0) {
    try {
      const { succeeds, call } = await sender.prepareSweep(items);
      const refused = items.filter((_, index) => succeeds[index] !== true);
      if (refused.length === 0) return call;
      await drop(refused, "SWEEP_REFUSED", await explain(refused));
      items = items.filter((item) => !refused.includes(item));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      deps.log.warn({ chainId, settlementId, reason: error.reason, error }, "a settlement is not signed");
      await noteRefusal(deps, sender, error);
      if (error.reason !== "REVERTED" && error.reason !== "NOTHING_SWEPT") return null;
      // A call that reverts as a whole does not tell which of its items is at fault.
      const isTheirOwn = error.reason === "NOTHING_SWEPT" || items.length === 1;
      await drop(items, error.reason, isTheirOwn ? await explain(items) : []);
      return null;
    }
  }
  return null;
}

const dropped = "deposits are taken out of a settlement: their sweep would fail";

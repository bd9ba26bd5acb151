import { CallRefused, type PreparedCall, type SweepItem } from "../ports/chain-sender";
import type { OpenSettlement } from "../ports/settlement-store";
import { noteRefusal } from "../sender/gas-money";
import { sendCall } from "../sender/send-call";
import type { SettleDeps } from "./settle-deps";

/**
 * Signs and sends the sweep of a settlement. Items that the chain would refuse now, as that of a merchant whom a token
 * denies, are taken out before: they wait a day by themselves, and cost nobody gas.
 *
 * @throws ChainUnavailable
 */
export async function sendSettlement(
  deps: SettleDeps,
  settlement: OpenSettlement,
): Promise<"sent" | "waits" | "taken"> {
  const call = await prepare(deps, settlement);
  if (call === null) return "waits";
  const { settlementId, projectId, chainId } = settlement;
  const owner = { purpose: "SETTLEMENT", settlementId } as const;
  const sent = await sendCall(deps, { sender: deps.sender(chainId), owner, projectId, call });
  return sent === "sent" || sent === "taken" ? sent : "waits";
}

/** Null when there is nothing to sign now: gas cannot be paid and it waits, or no item is left. */
async function prepare(deps: SettleDeps, settlement: OpenSettlement): Promise<PreparedCall | null> {
  const { chainId, settlementId } = settlement;
  const drop = (items: readonly SweepItem[], reason: string) => {
    if (items.length === 0) return;
    deps.log.warn(
      { chainId, settlementId, reason, checkoutIds: items.map(({ checkoutId }) => checkoutId) },
      dropped,
    );
    return deps.settlements.dropItems(settlementId, items, reason, deps.clock.now());
  };

  await drop(
    settlement.items.filter(({ frozen }) => frozen),
    "FROZEN",
  );
  let items: readonly SweepItem[] = settlement.items.filter(({ frozen }) => !frozen);
  while (items.length > 0) {
    try {
      const { succeeds, call } = await deps.sender(chainId).prepareSweep(items);
      const refused = items.filter((_, index) => succeeds[index] !== true);
      if (refused.length === 0) return call;
      await drop(refused, "SWEEP_REFUSED");
      items = items.filter((item) => !refused.includes(item));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      deps.log.warn({ chainId, settlementId, reason: error.reason, error }, "a settlement is not signed");
      await noteRefusal(deps, deps.sender(chainId), error);
      if (error.reason !== "REVERTED" && error.reason !== "NOTHING_SWEPT") return null;
      await drop(items, error.reason);
      return null;
    }
  }
  return null;
}

const dropped = "deposits are taken out of a settlement: their sweep would fail";

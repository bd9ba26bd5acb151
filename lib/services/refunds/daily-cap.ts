import { startOfDay } from "@/lib/core/day";
import type { Refund } from "@/lib/core/refund";
import { dailyUnits } from "@/lib/core/refund-rules";
import type { ChainSender } from "../ports/chain-sender";
import { aboutWallet } from "../sender/sender-deps";
import { dailySum, decimalsOf } from "./open-refund";
import type { SendRefundsDeps } from "./send-refunds";

type CapDeps = Pick<SendRefundsDeps, "clock" | "chains" | "incidents" | "refunds" | "refundDailyCap">;

/** Beside that of the wallet's own cap, which is of gas. */
const subjectOf = (sender: ChainSender) => `${aboutWallet(sender).subject}/refunds`;

/**
 * Whether the refund wallet may send this much more today (UTC), on its chain: what bounds the loss when its key is
 * misused through this service. An operator is told of what has to wait.
 */
export async function keepsCap(deps: CapDeps, sender: ChainSender, refund: Refund): Promise<boolean> {
  const { chainId, operatorAddress } = sender;
  const now = deps.clock.now();
  const sums = await deps.refunds.sentSince(chainId, operatorAddress, startOfDay(now));
  const sentUnits = dailySum(deps.chains, sums);
  const askedUnits = dailyUnits(refund.amountUnits, decimalsOf(deps.chains, refund));
  if (sentUnits + askedUnits <= deps.refundDailyCap) return true;
  const details = {
    wallet: operatorAddress,
    refundId: refund.id,
    capMillionths: deps.refundDailyCap.toString(),
    sentMillionths: sentUnits.toString(),
    askedMillionths: askedUnits.toString(),
  };
  const about = { ...aboutWallet(sender), subject: subjectOf(sender) };
  await deps.incidents.raise({ kind: "DAILY_CAP_REACHED", ...about, details }, now);
  return false;
}

/** Nothing waits for the cap any more. */
export async function resolveCap(deps: CapDeps, sender: ChainSender): Promise<void> {
  await deps.incidents.resolve("DAILY_CAP_REACHED", subjectOf(sender), deps.clock.now());
}

import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { RefundCap } from "@/lib/chain/sender/outgoing-store.port";
import { aboutWallet } from "@/lib/chain/sender/sender-deps";
import type { Refund } from "@/lib/checkouts/refund.rules";
import { startOfDay } from "@/lib/platform/day.rules";
import { dailySum } from "./open-refund";
import type { SendRefundsDeps } from "./send-refunds";

type CapDeps = Pick<SendRefundsDeps, "clock" | "chains" | "incidents" | "refunds" | "refundDailyCap">;

/** Beside that of the wallet's own cap, which is of gas. */
const subjectOf = (sender: ChainSender) => `${aboutWallet(sender).subject}/refunds`;

/**
 * What the refund wallet may send today (UTC) beside what it has: what bounds the loss when its key is misused through
 * this service. Two that look at the same time may both find room, so it is judged again where the refund is signed for.
 */
export function capFor(
  { clock, chains, refundDailyCap }: Pick<CapDeps, "clock" | "chains" | "refundDailyCap">,
  refund: Refund,
): RefundCap {
  const askedUnits = dailySum(chains, [refund]);
  return {
    since: startOfDay(clock.now()),
    admits: (sent) => dailySum(chains, sent) + askedUnits <= refundDailyCap,
  };
}

/** Whether the cap has room for the refund now. An operator is told of what has to wait. */
export async function keepsCap(
  deps: CapDeps,
  sender: ChainSender,
  refund: Refund,
  cap: RefundCap,
): Promise<boolean> {
  const { chainId, operatorAddress } = sender;
  const sent = await deps.refunds.sentSince(chainId, operatorAddress, cap.since);
  if (cap.admits(sent)) return true;
  const details = {
    wallet: operatorAddress,
    refundId: refund.id,
    capMillionths: deps.refundDailyCap.toString(),
    sentMillionths: dailySum(deps.chains, sent).toString(),
    askedMillionths: dailySum(deps.chains, [refund]).toString(),
  };
  const about = { ...aboutWallet(sender), subject: subjectOf(sender) };
  await deps.incidents.raise({ kind: "DAILY_CAP_REACHED", ...about, details }, deps.clock.now());
  return false;
}

/** Nothing waits for the cap any more. */
export async function resolveCap(deps: CapDeps, sender: ChainSender): Promise<void> {
  await deps.incidents.resolve("DAILY_CAP_REACHED", subjectOf(sender), deps.clock.now());
}

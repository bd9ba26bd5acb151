import type { PollPace } from "@/lib/browser/poll-schedule";
import type { CheckoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";

const paces: Record<CheckoutScreen, PollPace> = {
  choose: "waiting",
  pay: "waiting",
  partial: "waiting",
  time_up: "waiting",
  confirming: "waiting",
  late_confirming: "waiting",
  late: "slow",
  expired: "slow",
  cancelled: "slow",
  paid: "stopped",
  refunded: "stopped",
};

/** How often an open page asks for changes. A last screen still follows a refund until it arrived. */
export function paceOf(screen: CheckoutScreen, refunds: readonly { step: string }[]): PollPace {
  const isLast = paces[screen] === "stopped";
  return isLast && refunds.some(({ step }) => step !== "arrived") ? "slow" : paces[screen];
}

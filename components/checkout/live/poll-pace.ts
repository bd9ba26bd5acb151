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

/** How often an open page asks for changes. */
export function paceOf(screen: CheckoutScreen): PollPace {
  return paces[screen];
}

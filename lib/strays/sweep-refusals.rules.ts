import type { SettlementBlocker } from "@/lib/settlement/settlement-blocker.rules";

/** Why money at a deposit address has to stay, in words for its merchant; null where only the policy waits. */
export const sweepRefusals = {
  frozen: "A chain reorganisation reverted a payment of this checkout. The operator has to review it first.",
  not_paid: "This checkout can still be paid. You can sweep it once it's paid or has expired.",
  not_final: "The payment isn't final yet. Try again in a few minutes.",
  refund_open: "A refund is open and may be paid from here. Wait for it, or cancel it.",
  being_settled: "The service is sweeping this money right now.",
  closed: "Only your wallet can sweep this deposit. Sign the sweep with it.",
  not_deployed: "Your contract wallet isn't deployed on this network.",
  wallet_unknown: "We're checking whether your wallet is a contract. Try again in a few minutes.",
  not_agreed: "The nodes disagree about this address. Try again in a few minutes.",
  stray: null,
  held: null,
  parked: null,
} as const satisfies Readonly<Record<SettlementBlocker | "not_agreed", string | null>>;

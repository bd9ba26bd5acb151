import type { Refund } from "./refund-facts.rules";

/** The four words for money going back, in their order. Every screen, e-mail and document uses these. */
export const refundSteps = ["requested", "agreed", "sent", "arrived"] as const;

export type RefundStep = (typeof refundSteps)[number];

/** Who or what a refund waits for; null once it has ended. */
export type RefundWait = "approval" | "address" | "signature" | "orphaned" | "service" | "network";

export type RefundProgress = {
  /** `failed` and `cancelled`: no money went back, and it can be refunded again. */
  step: RefundStep | "failed" | "cancelled";
  waitsFor: RefundWait | null;
};

/**
 * How far a refund is.
 *
 * @example refundProgress({ status: "AWAITING_ADDRESS", txHash: null }) // { step: "agreed", waitsFor: "address" }
 */
export function refundProgress({
  status,
  txHash,
}: Pick<Refund, "status"> & { txHash: string | null }): RefundProgress {
  switch (status) {
    case "AWAITING_APPROVAL":
      return { step: "requested", waitsFor: "approval" };
    case "AWAITING_ADDRESS":
      return { step: "agreed", waitsFor: "address" };
    case "AWAITING_SIGNATURE":
      if (txHash === null) return { step: "agreed", waitsFor: "signature" };
      // The wallet sent it, and a reorganisation took its block. It can return by itself.
      return { step: "sent", waitsFor: "orphaned" };
    case "PENDING":
      return { step: "agreed", waitsFor: "service" };
    case "PROCESSING":
      return { step: "sent", waitsFor: "network" };
    case "COMPLETED":
      return { step: "arrived", waitsFor: null };
    case "FAILED":
      return { step: "failed", waitsFor: null };
    case "CANCELLED":
      return { step: "cancelled", waitsFor: null };
    default:
      return status satisfies never;
  }
}

/** Whether money goes back, or has gone back, by a refund that is this far. */
export function isGoingBack(step: RefundProgress["step"]): step is RefundStep {
  return step !== "failed" && step !== "cancelled";
}

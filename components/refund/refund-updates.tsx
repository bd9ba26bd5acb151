"use client";

import type { ReactNode } from "react";
import { Follow } from "@/components/checkout/live/follow";
import type { PollPace } from "@/lib/browser/poll-schedule";
import { fetchRefundLink } from "@/lib/browser/refund-api";
import { useSentRefund } from "@/lib/browser/sent-refund";
import { type RefundScreen, refundFingerprint } from "@/lib/refunds/refund-screen.rules";

const paces: Record<RefundScreen, PollPace> = {
  ask: "slow",
  confirm: "slow",
  // Slow until something was signed, which takes a person.
  sign: "slow",
  not_ready: "slow",
  taken: "waiting",
  sending: "waiting",
  sent: "stopped",
  failed: "stopped",
  cancelled: "stopped",
};

/** Follows the refund behind the link. */
export function RefundUpdates(props: {
  token: string;
  refundId: string;
  screen: RefundScreen;
  fingerprint: string;
  offlineSign: ReactNode;
}) {
  const { token, refundId, screen, fingerprint, offlineSign } = props;
  const isSignatureRequested = useSentRefund(refundId) !== null;
  return (
    <Follow
      pace={screen === "sign" && isSignatureRequested ? "waiting" : paces[screen]}
      offlineSign={offlineSign}
      screen={screen}
      fingerprint={fingerprint}
      readFingerprint={async (signal) => {
        const answer = await fetchRefundLink(token, signal);
        if (answer.ok) return { ok: true, data: refundFingerprint(answer.data) };
        // Expired, or replaced by a newer link: the refreshed page says so.
        return answer.error.code === "REFUND_LINK_NOT_FOUND" ? { ok: true, data: "gone" } : answer;
      }}
    />
  );
}

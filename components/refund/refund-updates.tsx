"use client";

import { Follow } from "@/components/checkout/live/follow";
import type { PollPace } from "@/lib/client/poll-schedule";
import { fetchRefundLink } from "@/lib/client/refund-api";
import { type RefundScreen, refundFingerprint } from "@/lib/core/refund-screen";

const paces: Record<RefundScreen, PollPace> = {
  ask: "slow",
  confirm: "slow",
  sign: "waiting",
  not_ready: "slow",
  taken: "waiting",
  sending: "waiting",
  sent: "stopped",
  failed: "stopped",
  cancelled: "stopped",
};

/** Follows the refund behind the link. */
export function RefundUpdates(props: { token: string; screen: RefundScreen; fingerprint: string }) {
  const { token, screen, fingerprint } = props;
  return (
    <Follow
      pace={paces[screen]}
      screen={screen}
      fingerprint={fingerprint}
      look={async (signal) => {
        const answer = await fetchRefundLink(token, signal);
        return answer.ok ? { ok: true, data: refundFingerprint(answer.data) } : answer;
      }}
    />
  );
}

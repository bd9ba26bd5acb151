import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";

/** In the languages of the dashboard; the API's documentation is in English. */
type Text = Readonly<Record<DashboardLanguage, string>>;

/** The colour and icon of a timeline entry. */
export type TimelineMark = "made" | "money" | "good" | "warn" | "bad" | "over" | "refund" | "webhook";

type EventWords = {
  /** A new endpoint receives it unless its merchant chooses otherwise. */
  isDefault: boolean;
  /** When it occurs, for the API's documentation and the dashboard. */
  help: Text;
  /** Its entry in a checkout's timeline. May name `{by}` (who created the checkout), `{amount}` and the new `{status}`. */
  timeline: Text & { mark: TimelineMark };
};

/**
 * Every kind of webhook event. Endpoints' choices, the OpenAPI document, llms.txt, the search and the dashboard's help and
 * timeline follow from here; `lib/checkouts/views/webhook-event.schema.ts` describes each kind's data.
 */
export const events = {
  "checkout.created": {
    isDefault: false,
    help: {
      en: "A checkout was created.",
      ko: "결제가 생성되었습니다.",
    },
    timeline: {
      mark: "made",
      en: "Created ({by})",
      ko: "생성됨({by})",
    },
  },
  "checkout.detected": {
    isDefault: false,
    help: {
      en: "A payment was seen on the network. It isn't final yet, so don't ship.",
      ko: "네트워크에서 결제가 감지되었습니다. 아직 확정되지 않았으므로 상품을 보내지 마세요.",
    },
    timeline: {
      mark: "money",
      en: "Payment seen for the full amount",
      ko: "전액 결제 감지됨",
    },
  },
  "checkout.partially_paid": {
    isDefault: false,
    help: {
      en: "A payment arrived that doesn't cover the amount. The checkout stays PENDING.",
      ko: "금액에 못 미치는 결제가 도착했습니다. 결제는 PENDING 상태로 남습니다.",
    },
    timeline: {
      mark: "money",
      en: "Partly paid: {amount} so far",
      ko: "일부 결제됨: 현재 {amount}",
    },
  },
  "checkout.paid": {
    isDefault: true,
    help: {
      en: "The payment is final. Check createdVia, referenceId and the price against your order, then ship.",
      ko: "결제가 확정되었습니다. createdVia, referenceId, 가격을 주문과 대조한 뒤 상품을 보내 주세요.",
    },
    timeline: {
      mark: "good",
      en: "Paid: payment confirmed",
      ko: "결제 완료: 결제 확정됨",
    },
  },
  "checkout.expired": {
    isDefault: true,
    help: {
      en: "The checkout expired before the full amount arrived.",
      ko: "전액이 도착하기 전에 결제가 만료되었습니다.",
    },
    timeline: {
      mark: "over",
      en: "Expired",
      ko: "만료됨",
    },
  },
  "checkout.late_paid": {
    isDefault: true,
    help: {
      en: "The full amount arrived after expiry or cancellation. Ship only when `accepted` is true. We send it again when the merchant accepts.",
      ko: "만료되거나 취소된 뒤 전액이 도착했습니다. accepted가 true일 때만 상품을 보내 주세요. 상점이 수락하면 다시 보냅니다.",
    },
    timeline: {
      mark: "warn",
      en: "Paid late: needs your decision",
      ko: "늦게 결제됨: 결정이 필요합니다",
    },
  },
  "checkout.reverted": {
    isDefault: true,
    help: {
      en: "A chain reorganisation reverted the payment; `status` is the checkout's new status. This is rare, and the payment usually arrives again.",
      ko: "체인 재구성으로 결제가 되돌려졌습니다. status는 결제의 새 상태입니다. 드문 일이며 보통 결제가 다시 도착합니다.",
    },
    timeline: {
      mark: "bad",
      en: "Reverted by a chain reorganisation: now {status}",
      ko: "체인 재구성으로 되돌려짐: 현재 {status}",
    },
  },
  "checkout.cancelled": {
    isDefault: false,
    help: {
      en: "The merchant cancelled the checkout.",
      ko: "상점이 결제를 취소했습니다.",
    },
    timeline: {
      mark: "over",
      en: "Cancelled",
      ko: "취소됨",
    },
  },
  "checkout.settled": {
    isDefault: false,
    help: {
      en: "The money is in the merchant's wallet.",
      ko: "금액이 상점 지갑에 도착했습니다.",
    },
    timeline: {
      mark: "good",
      en: "Settled: the money is in the merchant's wallet",
      ko: "정산 완료: 상점 지갑에 도착함",
    },
  },
  "checkout.refunded": {
    isDefault: false,
    help: {
      en: "The payment was refunded in full.",
      ko: "결제가 전액 환불되었습니다.",
    },
    timeline: {
      mark: "refund",
      en: "Refunded in full",
      ko: "전액 환불됨",
    },
  },
  "refund.completed": {
    isDefault: false,
    help: {
      en: "A refund is final; `refund` says which one, `status` is the checkout's status.",
      ko: "환불이 확정되었습니다. refund는 어떤 환불인지, status는 결제의 상태를 알려 줍니다.",
    },
    timeline: {
      mark: "refund",
      en: "Refund of {amount} arrived",
      ko: "{amount} 환불 도착함",
    },
  },
  "refund.failed": {
    isDefault: false,
    help: {
      en: "A refund failed; `refund.failureCode` says why.",
      ko: "환불이 실패했습니다. refund.failureCode가 이유를 알려 줍니다.",
    },
    timeline: {
      mark: "bad",
      en: "Refund failed",
      ko: "환불 실패",
    },
  },
  "refund.cancelled": {
    isDefault: false,
    help: {
      en: "A refund was cancelled before it was sent. Its amount can be refunded again.",
      ko: "환불이 보내지기 전에 취소되었습니다. 그 금액은 다시 환불할 수 있습니다.",
    },
    timeline: {
      mark: "over",
      en: "Refund cancelled",
      ko: "환불 취소됨",
    },
  },
} as const satisfies Readonly<Record<string, EventWords>>;

export type EventKind = keyof typeof events;

export const eventKinds = Object.keys(events) as EventKind[];

/** The kinds that a new endpoint receives by default. */
export const defaultEventKinds: readonly EventKind[] = eventKinds.filter((kind) => events[kind].isDefault);

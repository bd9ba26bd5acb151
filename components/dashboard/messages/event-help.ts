import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";

type EventHelp = Readonly<Record<EventKind, string>>;

const korean: EventHelp = {
  "checkout.created": "결제가 생성되었습니다.",
  "checkout.detected": "네트워크에서 결제가 감지되었습니다. 아직 확정되지 않았으므로 상품을 보내지 마세요.",
  "checkout.partially_paid": "금액에 못 미치는 결제가 도착했습니다. 결제는 PENDING 상태로 남습니다.",
  "checkout.paid":
    "결제가 확정되었습니다. createdVia, referenceId, 가격을 주문과 대조한 뒤 상품을 보내 주세요.",
  "checkout.expired": "전액이 도착하기 전에 결제가 만료되었습니다.",
  "checkout.late_paid":
    "만료되거나 취소된 뒤 전액이 도착했습니다. accepted가 true일 때만 상품을 보내 주세요. 상점이 수락하면 다시 보냅니다.",
  "checkout.reverted":
    "체인 재구성으로 결제가 되돌려졌습니다. status는 결제의 새 상태입니다. 드문 일이며 보통 결제가 다시 도착합니다.",
  "checkout.cancelled": "상점이 결제를 취소했습니다.",
  "checkout.settled": "금액이 상점 지갑에 도착했습니다.",
  "checkout.refunded": "결제가 전액 환불되었습니다.",
  "refund.completed": "환불이 확정되었습니다. refund는 어떤 환불인지, status는 결제의 상태를 알려 줍니다.",
  "refund.failed": "환불이 실패했습니다. refund.failureCode가 이유를 알려 줍니다.",
};

/** When each kind of event occurs. @param english as the documentation of the API tells it */
export function eventHelpOf(english: EventHelp): EventHelp {
  return dashboardLanguage() === "ko" ? korean : english;
}

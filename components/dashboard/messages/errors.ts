import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { shellWords } from "./shell";

const korean: Readonly<Record<string, string>> = {
  UNAUTHORIZED: "로그인 정보가 올바르지 않거나 시간이 초과되었습니다. 다시 시도해 주세요.",
  REAUTHENTICATION_REQUIRED: "본인 확인이 필요합니다. 다시 시도해 주세요.",
  FORBIDDEN: "이 작업을 할 권한이 없습니다.",
  RATE_LIMIT_EXCEEDED: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
  EXCHANGE_RATE_UNAVAILABLE: "지금은 환율을 확인할 수 없습니다. 잠시 후 다시 시도해 주세요.",
  CHAIN_UNAVAILABLE: "지금은 네트워크에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.",
  CHECKOUT_NOT_FOUND: "결제를 찾을 수 없습니다.",
  CHECKOUT_NOT_CANCELLABLE: "이 결제는 취소할 수 없습니다.",
  CHECKOUT_NOT_REFUNDABLE: "이 결제는 환불할 수 없습니다.",
  CHECKOUT_NOT_ACCEPTABLE: "이 결제는 수락할 수 없습니다.",
  REFUND_AMOUNT_EXCEEDS_AVAILABLE: "환불할 수 있는 금액을 넘었습니다.",
  REFUND_NOT_APPROVABLE: "이 환불은 승인할 수 없습니다.",
  REFUND_NOT_CANCELLABLE: "이 환불은 취소할 수 없습니다.",
  INVALID_TX_HASH: "트랜잭션 해시를 확인해 주세요.",
  TRANSACTION_NOT_FOUND: "트랜잭션을 찾을 수 없습니다.",
  NO_MATCHING_TRANSFER: "이 트랜잭션에 맞는 송금이 없습니다.",
  PAYLOAD_TOO_LARGE: "보낸 내용이 너무 큽니다.",
  INTERNAL_ERROR: "문제가 발생했습니다. 잠시 후 다시 시도해 주세요.",
};

type Failed = { code: string; message: string };

/**
 * Why an action was refused. The service's own messages are English: in Korean the frequent ones are told by their
 * code, and what is said of a field stands behind the request to check it.
 */
export function errorText({ code, message }: Failed): string {
  if (code === "UNREACHABLE") return shellWords.unreachable;
  if (dashboardLanguage() === "en") return message;
  return code === "VALIDATION_ERROR" ? `입력한 값을 확인해 주세요: ${message}` : (korean[code] ?? message);
}

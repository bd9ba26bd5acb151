import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ko: Translation<typeof en, "ko"> = {
  timeLeft: "남은 시간",
  timeIsUpSpoken: "결제 시간이 끝났습니다.",
  connectionLost:
    "오프라인 상태입니다. 이미 보내신 결제는 안전하며, 연결되면 이 페이지가 자동으로 갱신됩니다.",
  serviceTrouble:
    "서비스에 연결할 수 없습니다. 이미 보내신 결제는 안전하며, 연결되면 이 페이지가 자동으로 갱신됩니다.",
  hashLabel: "트랜잭션 해시 또는 보낸 주소",
  hashPlaceholder: "0x…",
  hashShape: "트랜잭션 해시(0x와 64자) 또는 보내신 주소(0x와 40자)를 입력해 주세요.",
  findPayment: "결제 찾기",
  lookingUp: "찾는 중…",
  lookupLate:
    "결제를 찾았지만 전체 금액이 도착하기 전에 기한이 지났습니다. 상점에서 확인하고 환불할 수 있습니다.",
  verifyNoScript:
    "결제를 찾으려면 JavaScript를 지원하는 브라우저에서 이 페이지를 열거나, 트랜잭션 해시를 상점에 알려 주세요.",
  print: "영수증 인쇄",
  returnToShop: "{merchant}(으)로 돌아가기",
  returningIn: "{seconds}초 후 돌아갑니다",
  stayHere: "이 페이지에 머물기",
  chooseOn: "{network} 네트워크",
  chooseUnavailable: "현재 환율 없음",
  problemRate: "지금은 환율을 확인할 수 없습니다. 1분 후 다시 시도해 주세요.",
  problemNotSelectable: "더 이상 코인을 변경할 수 없습니다.",
  problemOther: "문제가 발생했습니다. 다시 선택해 주세요.",
  copyFailed: "브라우저에서 복사를 허용하지 않았습니다. 텍스트를 선택해 직접 복사해 주세요.",
  sentHint: "{network} 네트워크에 나타나기를 기다리고 있습니다. 몇 초 정도 걸립니다.",
  sentAgain: "결제 정보 다시 보기",
  sentAgainHint: "지갑에 결제 실패가 표시될 때만 사용해 주세요.",
  copyHash: "트랜잭션 해시 복사",
  copiedHash: "트랜잭션 해시를 복사했습니다.",
  opensExplorer: "블록 탐색기를 새 탭에서 엽니다",
  amountLabel: "금액",
  fromWallet: "지갑으로 결제",
  fromWalletHint: "모든 정보가 자동으로 입력됩니다.",
  payWithDemo: "데모 지갑으로 결제",
  connectWallet: "지갑 연결",
  payWith: "{wallet}(으)로 결제",
  browserWallet: "브라우저 지갑",
  moreWallets: "다른 지갑",
  walletLoading: "여는 중…",
  timeLeftMinutes: { other: "결제 시간이 {count}분 남았습니다." },
  lookupPart: "결제를 찾았습니다. 금액의 일부에 해당합니다.",
  lookupSeen: "결제를 찾았습니다. 지금 확인 중입니다.",
  lookupPaid: "결제를 찾았고 확인이 끝났습니다.",
  lookupNoted: "네트워크에 아직 이 트랜잭션이 없습니다. 계속 찾아보겠습니다.",
  lookupRecorded: "결제를 찾았습니다. 상점에서 확인할 수 있습니다.",
  problemBusy: "시도가 너무 많습니다. 1분 후 다시 시도해 주세요.",
  hashHint:
    "블록 탐색기 링크도 됩니다. 거래소에서 보내셨다면 해시를 입력해 주세요. 거래소는 주소를 함께 사용합니다.",
  lookupSender: "이 주소에서 찾았습니다: {list}. 상점에서 확인할 수 있습니다.",
  lookupSenderNone:
    "상점의 네트워크에서 이 주소로부터 이 결제로 온 것을 찾지 못했습니다. 트랜잭션 해시로 찾아보세요.",
  lookupOtherNetwork:
    "보내신 결제는 {network} 네트워크에 있지만 이 주문은 다른 네트워크로 결제해야 합니다. 상점에서 확인하고 환불할 수 있습니다.",
  lookupOtherToken:
    "보내신 결제가 {network} 네트워크에 도착했지만 선택하신 코인이 아닙니다. 상점에서 확인하고 환불할 수 있습니다.",
  lookupReverted: "이 트랜잭션은 {network} 네트워크에서 실패하여 결제되지 않았습니다.",
  lookupNotThis: "이 트랜잭션은 {network} 네트워크에 있지만 이 결제의 주소로 보낸 것이 아닙니다.",
  lookupUnknown:
    "상점의 어느 네트워크에서도 이 트랜잭션을 찾지 못했습니다. 해시를 확인하거나 1분 후 다시 시도해 주세요.",
  lookupUnanswered: "네트워크에 연결하지 못했습니다. 1분 후 다시 시도해 주세요.",
  sentCancelled:
    "지갑에서 이 결제를 다른 트랜잭션으로 바꾸어 결제가 도착하지 않습니다. 다시 결제하실 수 있습니다.",
  sentReverted: "이 결제는 {network} 네트워크에서 실패하여 결제되지 않았습니다. 다시 결제하실 수 있습니다.",
  sentDoubtful:
    "보내신 결제가 아직 도착할 수 있습니다. 지갑에 실패 또는 취소가 표시될 때만 다시 결제해 주세요.",
  sentUnanswered:
    "지갑에 결제를 요청했지만 아직 응답이 없습니다. 본인이나 공동 소유자가 승인하면 결제가 그대로 진행됩니다. 다른 방법으로 결제하기 전에 지갑을 확인해 주세요.",
  addressChecked: "기기에서 주소를 확인했습니다",
  addressProves:
    "기기에서 이 주소를 다시 계산했습니다. 이 주소로 보낸 금액은 상점 지갑 {wallet}(으)로만 이동하며, 환불도 그 지갑에서만 할 수 있습니다.",
  addressProvesRefund:
    "기기에서 이 주소를 다시 계산했습니다. 이 주소로 보낸 금액은 상점 지갑 {wallet}(으)로만 이동하며, 환불은 {authority}에서만 할 수 있습니다.",
  addressWrongTitle: "결제를 중단해 주세요",
  addressWrong:
    "이 페이지의 주소가 이 결제의 주소와 다릅니다. 변조되었을 수 있습니다. 아무것도 보내지 말고 상점에 알려 주세요.",
};

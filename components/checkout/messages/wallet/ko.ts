import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ko: Translation<typeof en, "ko"> = {
  walletTitle: "지갑으로 결제",
  walletClose: "닫기",
  walletChoose: "이 브라우저의 지갑",
  walletNone:
    "이 브라우저에서 지갑을 찾지 못했습니다. 지갑을 설치하거나, 지갑의 브라우저에서 이 페이지를 열거나, 직접 보내 주세요.",
  walletConnecting: "{wallet}에서 연결을 승인해 주세요",
  walletOther: "다른 지갑 사용",
  walletFrom: "보내는 주소",
  walletTo: "받는 주소",
  walletBalance: "잔액",
  walletBalanceChecking: "확인 중…",
  walletSwitchTitle: "{wallet}이(가) 다른 네트워크를 사용하고 있습니다",
  walletSwitch: "{network} 네트워크로 전환",
  walletSwitching: "{wallet}에서 네트워크 전환을 승인해 주세요",
  walletSwitchRefused:
    "{wallet}에서 네트워크를 전환하지 않았습니다. 지갑에서 {network} 네트워크로 바꾸거나 직접 보내 주세요.",
  walletTooLittle:
    "{token} 잔액이 부족합니다. 이 지갑에는 {network} 네트워크에 {balance}이(가) 있고 {amount}이(가) 필요합니다.",
  walletEmpty: "이 지갑에는 상점이 받는 코인이 모두 부족합니다.",
  walletHasOf: "{balance} 보유, {amount} 필요",
  walletManual: "직접 송금하기",
  walletReadFailed: "잔액을 확인하지 못했습니다. 그래도 결제를 시도하실 수 있습니다.",
  walletPay: "{network} 네트워크로 {amount} {token} 결제",
  walletCanPay: "이 지갑으로 결제할 수 있는 코인",
  walletPreparing: "결제를 준비하고 있습니다…",
  walletPriceRose: "금액이 {amount} {token}(으)로 바뀌었습니다. 결제하기 전에 확인해 주세요.",
  gaslessFree: "네트워크 수수료 없음: 서명만 하시면 저희가 보냅니다.",
  walletConfirm: "{wallet}에서 결제를 승인해 주세요",
  walletRejected: "지갑에서 거절하셨습니다. 보낸 금액은 없습니다.",
  walletBusy: "{wallet}에 다른 요청이 열려 있습니다. 먼저 그 요청에 응답해 주세요.",
  walletFailed:
    "{wallet}에서 결제를 완료하지 못했습니다. 보낸 금액은 확인되지 않습니다. 지갑을 확인한 뒤 다시 시도해 주세요.",
  gaslessOrdinary: "네트워크 수수료를 내고 결제",
  gaslessSign: "{wallet}에서 결제에 서명해 주세요",
  gaslessInFlight: "서명하신 결제가 이미 전송 중입니다. 잠시 기다려 주세요.",
  gaslessTooLittle: "이 지갑에는 {network} 네트워크의 {amount} {token}이(가) 더 이상 없습니다.",
  gaslessNotSigned:
    "{wallet}의 서명이 이 결제와 맞지 않습니다. 보낸 금액은 없습니다. 네트워크 수수료를 내는 방법으로 결제해 주세요.",
  gaslessNotPayable: "더 이상 결제할 수 없습니다. 이 창을 닫고 페이지를 다시 확인해 주세요.",
  gaslessWalletBlocked:
    "{token} 발행사가 이 지갑을 차단했습니다. 보낸 금액은 없습니다. 다른 지갑으로 결제해 주세요.",
  gaslessStopped:
    "{token} 발행사가 전송을 중단했습니다. 보낸 금액은 없습니다. 나중에 다시 시도하거나 상점에 문의해 주세요.",
  gaslessUnavailable:
    "지금은 네트워크 수수료 없이 결제할 수 없습니다. 보낸 금액은 없습니다. 네트워크 수수료를 내는 방법으로 결제해 주세요.",
  gaslessNoAnswer: "서비스에 연결할 수 없습니다. 이 창을 닫고 페이지를 확인한 뒤 다시 시도해 주세요.",
  walletLocked: "{wallet}이(가) 잠겨 있거나 이 페이지에 연결되지 않았습니다. 잠금을 풀고 다시 시도해 주세요.",
  walletUnsupported: "{wallet}에서 지원하지 않는 기능입니다. 다른 지갑을 사용하거나 직접 보내 주세요.",
  walletDisconnected: "{wallet} 연결이 끊어졌습니다. 다시 연결해 주세요.",
  walletMoved: "{wallet}의 계정이나 네트워크가 바뀌었습니다. 내용을 확인하고 다시 시도해 주세요.",
  walletNoFee: "{wallet}에 수수료로 낼 네트워크 자체 코인이 부족합니다. 보낸 금액은 없습니다.",
  walletRefused:
    "코인 컨트랙트가 이 지갑의 결제를 거부했습니다. 보낸 금액은 없습니다. 다른 지갑을 사용해 주세요.",
  walletUnknownNetwork:
    "{wallet}에 {network} 네트워크가 없습니다. 지갑 설정에서 추가하거나, 다른 네트워크를 선택하거나, 직접 보내 주세요.",
  walletReported:
    "방금 이 주문의 결제가 신고되었습니다. 다른 탭이나 기기에서 보낸 것일 수 있습니다. 실패한 경우에만 다시 결제해 주세요.",
  walletPayAgain: "그래도 다시 결제",
  walletLacksFee: "이 지갑에 네트워크 수수료(약 {fee} {coin})로 낼 {coin}이(가) 부족합니다.",
  walletChanged: "지갑이 다른 계정으로 바뀌었습니다. 결제하기 전에 확인해 주세요.",
  walletConnectHint: "휴대폰의 지갑 앱 사용",
  pairTitle: "지갑으로 이 코드를 스캔해 주세요",
  pairLoading: "코드를 준비하고 있습니다…",
  pairHint: "그다음 지갑에서 연결을 승인해 주세요. 코드는 5분 동안 유효합니다.",
  pairAlt: "지갑을 이 페이지에 연결하는 QR 코드",
  pairOpen: "이 기기의 지갑 열기",
  pairCopy: "대신 코드 복사하기",
  pairCode: "연결 코드",
  pairCopied: "코드를 복사했습니다.",
  walletPairingExpired:
    "코드가 만료되었고 보낸 금액은 없습니다. WalletConnect를 다시 선택하면 새 코드가 표시됩니다.",
  walletRelayUnreachable: "WalletConnect에 연결할 수 없습니다. 다른 지갑을 사용하거나 직접 보내 주세요.",
  walletSlow:
    "{wallet}에서 아직 응답이 없습니다. 지갑을 열어 요청이 있는지 확인해 주세요. 요청이 없으면 이 페이지를 새로고침하거나 다른 지갑을 사용해 주세요.",
  walletSlowPay: "이 창을 닫고 직접 보내셔도 됩니다.",
  walletOpen: "{wallet} 열기",
  walletRequestExpired:
    "{wallet}에서 제시간에 승인되지 않았습니다. 나중에 승인될 수도 있으니 {wallet}을(를) 확인한 뒤 다시 시도해 주세요.",
  walletNoneFirefox:
    "Firefox에서는 이 페이지에서 지갑 확장 프로그램이 보이지 않을 수 있습니다. 설치되어 있다면 다른 브라우저에서 이 페이지를 열어 주세요.",
  walletReadNowhere:
    "이 지갑의 잔액을 확인할 수 없습니다. {network} 네트워크에 {amount} {token}이(가) 있는지 확인해 주세요.",
};

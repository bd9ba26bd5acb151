import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ko: Translation<typeof en, "ko"> = {
  walletTitle: "지갑으로 결제",
  walletClose: "닫기",
  walletChoose: "이 브라우저에서 찾은 지갑",
  walletNone:
    "이 브라우저에서 지갑을 찾지 못했습니다. 지갑을 설치하거나, 지갑 앱의 브라우저에서 이 페이지를 열거나, 직접 보내 주세요.",
  walletConnecting: "{wallet}에서 연결을 승인해 주세요",
  walletOther: "다른 지갑 사용",
  walletFrom: "보내는 주소",
  walletTo: "받는 주소",
  walletBalance: "잔액",
  walletBalanceChecking: "확인 중…",
  walletSwitchTitle: "{wallet}의 네트워크가 다릅니다",
  walletSwitch: "{network} 네트워크로 전환",
  walletSwitching: "{wallet}에서 네트워크 전환을 승인해 주세요",
  walletSwitchRefused:
    "{wallet}에서 전환되지 않았습니다. 지갑에서 {network} 네트워크로 직접 바꾸거나, 직접 보내 주세요.",
  walletTooLittle:
    "이 지갑에는 {network} 네트워크의 {balance} {token}만 있습니다. {amount} {token} 필요합니다.",
  walletReadFailed: "잔액을 확인하지 못했습니다. 그래도 시도하실 수 있습니다.",
  walletPay: "{amount} {token} 결제",
  walletConfirm: "{wallet}에서 결제를 승인해 주세요",
  walletRejected: "지갑에서 거절하셨습니다. 보낸 금액은 없습니다.",
  walletBusy: "{wallet}에 아직 처리하지 않은 요청이 있습니다. 지갑을 확인해 주세요.",
  walletFailed:
    "{wallet}에서 처리하지 못했습니다. 확인된 바로는 보낸 금액이 없습니다. 다시 시도하기 전에 지갑을 확인해 주세요.",
  gaslessPay: "네트워크 수수료 없이 결제",
  gaslessHint: "서명만 하시면 됩니다. 서비스가 결제를 보내고 네트워크 수수료를 부담합니다.",
  gaslessOrdinary: "지갑에서 직접 보낼 수도 있습니다. 네트워크 수수료가 추가됩니다.",
  gaslessSign: "{wallet}에서 결제에 서명해 주세요",
  gaslessInFlight: "서명한 결제가 이미 전송 중입니다. 잠시 기다려 주세요.",
  gaslessTooLittle: "이 지갑에는 {network} 네트워크의 {amount} {token} 잔액이 더 이상 없습니다.",
  gaslessNotSigned:
    "{wallet}의 서명이 이 결제와 맞지 않습니다. 보낸 금액은 없습니다. 네트워크 수수료를 내는 방법으로 결제해 주세요.",
  gaslessNotPayable: "더 이상 결제할 수 없습니다. 이 창을 닫고 페이지를 다시 확인해 주세요.",
  gaslessWalletBlocked:
    "{token} 발행사가 이 지갑을 차단했습니다. 보낸 금액은 없습니다. 다른 지갑으로 결제해 주세요.",
  gaslessStopped:
    "{token} 발행사가 현재 전송을 중단했습니다. 보낸 금액은 없습니다. 나중에 다시 시도하거나 상점에 문의해 주세요.",
  gaslessUnavailable:
    "지금은 네트워크 수수료 없이 결제할 수 없습니다. 보낸 금액은 없습니다. 네트워크 수수료를 내는 방법으로 결제해 주세요.",
  gaslessNoAnswer: "서비스가 응답하지 않았습니다. 이 창을 닫고 페이지를 확인한 뒤 다시 시도해 주세요.",
  walletApps: "지갑 앱에서 이 페이지 열기",
  walletLocked:
    "{wallet} 지갑이 잠겨 있거나 이 페이지를 허용하지 않았습니다. 잠금을 풀고 다시 시도해 주세요.",
  walletUnsupported: "{wallet}에서는 사용할 수 없는 기능입니다. 다른 지갑을 사용하거나 직접 보내 주세요.",
  walletDisconnected: "{wallet} 연결이 끊어졌습니다. 다시 연결해 주세요.",
  walletMoved: "그사이 {wallet}의 계정이나 네트워크가 바뀌었습니다. 확인한 뒤 다시 시도해 주세요.",
  walletNoFee: "{wallet}에 수수료로 낼 네트워크 코인이 부족합니다. 보낸 금액은 없습니다.",
  walletRefused:
    "이 지갑에서 보내는 결제를 토큰이 거부했습니다. 보낸 금액은 없습니다. 다른 지갑을 사용해 주세요.",
  walletUnknownNetwork:
    "{wallet}에 {network} 네트워크가 등록되어 있지 않습니다. 지갑 설정에서 추가하거나, 다른 네트워크를 선택하거나, 직접 보내 주세요.",
  walletLacksFee: "네트워크 수수료(약 {fee} {coin})를 내기에는 이 지갑의 {coin} 잔액이 부족합니다.",
  walletChanged: "지갑이 다른 계정으로 바뀌었습니다. 결제하기 전에 확인해 주세요.",
  walletConnectHint: "휴대폰의 지갑 앱으로 결제",
  pairTitle: "지갑으로 이 코드를 스캔하세요",
  pairLoading: "코드를 준비하고 있습니다…",
  pairHint: "스캔한 뒤 지갑에서 연결을 승인하세요. 코드는 5분 동안 유효합니다.",
  pairAlt: "지갑을 이 페이지에 연결하는 QR 코드",
  pairOpen: "이 기기의 지갑 열기",
  pairCopy: "대신 코드 복사하기",
  pairCode: "연결 코드",
  pairCopied: "코드를 복사했습니다",
  walletPairingExpired:
    "코드가 만료되었으며 아무것도 전송되지 않았습니다. WalletConnect를 다시 선택하면 새 코드가 표시됩니다.",
  walletRelayUnreachable: "WalletConnect가 응답하지 않습니다. 다른 지갑을 사용하거나 직접 송금해 주세요.",
  walletReadNowhere: "{network}에 {amount} {token} 잔액이 있는지는 지갑에서 확인할 수 있습니다.",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  pageTitle: "{merchant} へのお支払い",
  checkoutFor: "お支払い",
  approximately: "{network} ネットワークで {amount} {token}",
  howComputed: "金額の計算方法",
  rateLine: "1 {token} = {rate} {currency}（{time} 時点）",
  rateSource: "情報元：{providers}",
  rateMedian: "{providers} の中央値",
  rateFixed: "お試し用の固定レート",
  computation:
    "{fiat} {currency} ÷ {rate} = {amount} {token}（小数点以下 {decimals} 桁まで、お客様に有利になるよう切り捨て）",
  rateHeld: "お支払い期限まで、このレートが維持されます。",
  payBefore: "{time} までにお支払いください",
  cancelAndReturn: "キャンセルしてショップに戻る",
  checkAgain: "支払いを確認する",
  chooseTitle: "お支払い方法を選択",
  chooseHint: "送金する通貨とネットワークをお選びください。",
  chooseNone: "現在、このショップで利用できる通貨がありません。ショップにお戻りください。",
  keepCurrent: "{network} の {token} のまま支払う",
  changeToken: "変更",
  payTitle: "{amount} {token} を送金",
  payOn: "{network} ネットワーク",
  partialTitle: "あと {remaining} {token} を送金",
  partialReceived: "{amount} {token} のうち {received} {token} を受け取りました。",
  sendYourself: "ご自分で送金する",
  sendYourselfHint:
    "お使いのウォレットまたは取引所から、{network} ネットワークのこのアドレスに送金してください。",
  addressLabel: "{network} ネットワークのアドレス",
  copyAmount: "金額をコピー",
  copyAddress: "アドレスをコピー",
  copiedAmount: "金額をコピーしました。",
  copiedAddress: "アドレスをコピーしました。",
  networkWarning: "{network} ネットワークで {token} のみを送金してください。",
  qrLegend: "QRコードの内容",
  qrAddress: "アドレス",
  qrLink: "リンク",
  qrAddressAlt: "アドレス {address} のQRコード",
  qrLinkAlt: "トークン、ネットワーク、金額、アドレスを含む支払いリンクのQRコード",
  qrAddressHint: "すべてのウォレットで読み取れます。金額はご自分で入力してください。",
  qrLinkHint: "対応するウォレットでは金額も自動で入力されます。",
  stepWaiting: "待機中",
  stepSent: "送金済み",
  stepSeen: "送金を検出",
  stepReceived: "受け取り済み",
  stepPaid: "支払い済み",
  stepsLabel: "進行状況",
  stepDone: "完了",
  sentTitle: "送金しました。ネットワークの確認を待っています",
  relayTitle: "お支払いを送信中",
  confirmingTitle: "送金を検出しました",
  confirmingCount: "{required} 回中 {seen} 回確認済み",
  confirmingFinality: "{network} での確定を待っています",
  confirmingHint:
    "これ以上の操作は必要ありません。このページは開いたままでも閉じてもかまいません。ショップには自動で通知されます。",
  transaction: "トランザクション",
  paidTitle: "お支払いが完了しました",
  paidHint: "{merchant} がお支払いを受け取りました。",
  receiptPaidTo: "お支払い先",
  receiptItem: "商品",
  receiptPrice: "価格",
  receiptAmount: "お支払い額",
  receiptNetwork: "ネットワーク",
  receiptDate: "お支払い日時",
  receiptCheckout: "お支払い番号",
  overpaidTitle: "{amount} {token} 多くお支払いいただきました",
  overpaidHint: "{merchant} が返金できます。今はアドレスの入力は不要です。",
  overpaidRequest: "{amount} {token} の返金を依頼",
  overpaidRequesting: "依頼を送信しています…",
  overpaidFailed: "依頼を送信できませんでした。しばらくしてからもう一度お試しください。",
  overpaidRequested:
    "{amount} {token} の返金を依頼しました。{merchant} に通知済みです。送金先について連絡があります。",
  overpaidSigned:
    "{amount} {token} の返金を依頼しました。{merchant} に通知済みで、お支払いに使ったウォレットに返金できます。",
  overpaidRefunding: "{merchant} が返金したか、返金を進めています。",
  overpaidSign: "ご自身のウォレットで支払いましたか？そのウォレットで返金を受け取る",
  overpaidSignHint:
    "署名すると、このウォレットで支払ったことを {merchant} に示せるため、このウォレットで返金を受け取れます。費用はかからず、資金も動きません。",
  overpaidSignButton: "依頼に署名",
  overpaidSignRefused:
    "このご注文は、このウォレットだけで支払われたものではありません。{merchant} から送金先をお尋ねします。",
  timeUpTitle: "お支払い期限が過ぎました",
  timeUpHint:
    "これ以降は送金しないでください。期限内に送金された場合は、引き続き確認し、お支払いとして処理されます。",
  timeUpLooking: "期限内の送金を確認しています",
  expiredTitle: "このお支払いは期限切れです",
  expiredPart:
    "{amount} {token} のうち {received} {token} を受け取りました。{merchant} から返金を受けられます。",
  notPaidTitle: "まだ支払っていません",
  notPaidHint:
    "以前のアドレスには送金しないでください。ショップからもう一度お手続きください。価格が変わっている場合があります。",
  backToShop: "ショップに戻る",
  backToShopYourself: "ショップに戻り、もう一度お手続きください。",
  alreadyPaidTitle: "すでに支払いました",
  alreadyPaidHint:
    "お金は失われていません。ウォレットまたは取引所に表示されるトランザクションハッシュを入力してください。",
  strayTitle: "{network}で{amount} {token}が届きました",
  strayUncounted: "このお支払いは{wantedNetwork}の{wanted}のみ有効なため、支払い額に含まれません。",
  strayReturn: "資金は失われていません。{merchant}が確認でき、返金できます。",
  strayNext: "お支払いには、下記の金額を{wantedNetwork}で送ってください。",
  lateTitle: "期限後に送金が届きました",
  lateHint:
    "お支払いの {received} {token} は期限後に届きました。{merchant} に通知済みで、受け入れるか返金するかはショップが決定します。",
  lateConfirming:
    "{received} {token} のお支払いは期限後に届きました。確認が完了すると {merchant} に通知され、受領または返金されます。",
  lateConfirmingCancelled:
    "ショップがキャンセルした注文に {received} {token} が届きました。確認が完了すると {merchant} に通知され、受領または返金されます。",
  cancelledTitle: "ショップがこのお支払いをキャンセルしました",
  cancelledHint: "このアドレスには送金しないでください。",
  cancelledPart: "キャンセル前に {received} {token} を受け取りました。{merchant} から返金を受けられます。",
  refundedTitle: "返金済み",
  refundedHint: "{merchant} がお支払いを返金しました。",
  unknownTitle: "お支払いが見つかりません",
  unknownHint:
    "アドレスが不完全な可能性があります。ショップからリンクを開き直してください。すでに行ったお支払いは、元のお手続きに残っています。",
  gaslessFailed:
    "署名済みのお支払いを {network} で送信できませんでした。引き落としはありません。別の方法でお支払いください。",
  gaslessFailedWallet:
    "署名済みのお支払いを送信できませんでした。このコインの発行者がお客様のウォレットをブロックしています。引き落としはありません。別のウォレットでお支払いください。",
  gaslessFailedToken:
    "署名済みのお支払いを送信できませんでした。このコインの発行者が送金を停止しています。引き落としはありません。後でもう一度お試しいただくか、ショップにお問い合わせください。",
  gaslessFailedBalance:
    "署名済みのお支払いを送信できませんでした。ウォレットの残高が不足していました。引き落としはありません。",
  gaslessFailedUsed:
    "署名済みのお支払いは別の場所で使用または取り消されました。支払い済みの場合は、まもなくこのページに表示されます。それ以外の場合は、もう一度お支払いください。",
  gaslessFailedTime:
    "署名済みのお支払いを期限内に送信できませんでした。引き落としはありません。もう一度お支払いください。",
  language: "言語",
  framedHint: "ウォレットがここに表示されませんか？",
  framedOpen: "新しいタブで開く",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  pageTitle: "{merchant} からの返金",
  refundLabel: "返金",
  onNetwork: "{network} ネットワーク",
  linkHolds: "このリンクは {date} まで有効です。",
  wholeUnits: "{token} の最小単位で {amount}",
  askTitle: "返金の受取先を教えてください",
  askHint: "{merchant} が {amount} を返金します。",
  pasteTitle: "ご自分のアドレスで受け取る",
  pasteHint:
    "ご自分のウォレット、または取引所口座のアドレスです。{network} ネットワークの {token} を受け取れる必要があります。別のネットワークでは資金が失われます。",
  walletTitle: "お支払いに使ったウォレットで受け取る",
  walletHint:
    "取引所ではなく、ご自分のウォレットから支払われた場合のみご利用ください。署名でご自分のウォレットであることを証明します。費用はかからず、資金も動きません。",
  badShape: "有効なアドレスではありません。アドレスは 0x で始まり、40文字（0～9、a～f）が続きます。",
  badHash: "これはトランザクションハッシュです。アドレスはもっと短く、0x に続く40文字（0～9、a～f）です。",
  badName: "alice.eth のような名前には対応していません。アドレスを貼り付けてください。",
  badChecksum: "このアドレスには誤りがあります。大文字と小文字が一致しません。もう一度コピーしてください。",
  confirmTitle: "このアドレスで間違いありませんか？",
  confirmHint: "ウォレットのアドレスと一文字ずつ照合してください。送金した返金は取り消せません。",
  confirmAmount: "金額",
  confirmNetwork: "ネットワーク",
  confirmAddress: "アドレス",
  notReadyTitle: "もう少しお待ちください",
  notReadyHint:
    "まだ署名するものはありません。この返金は承認、またはお客様のアドレスを待っています。このページは自動で更新されます。",
  takenTitle: "アドレスを受け取りました",
  takenHint:
    "{merchant} がこのアドレスに {amount} を送金します。このページは閉じてもかまいません。いつでも戻って確認できます。",
  takenSignTitle: "署名は不要です",
  takenSignHint: "この返金には現在、署名は必要ありません。このページは自動で更新されます。",
  sendingTitle: "送金中",
  sendingHint: "{amount} を送金し、{network} で確認しています。これ以上の操作は必要ありません。",
  lookAgain: "更新",
  sentTitle: "返金が完了しました",
  sentHint: "{network} ネットワークのこのアドレスに {amount} が届きました。",
  destination: "{network} ネットワークのアドレス",
  transaction: "トランザクション",
  failedTitle: "返金を送信できませんでした",
  failedHint:
    "このアドレスには {token} を送金できません。資金は失われていません。{merchant} に連絡し、別のアドレスをお知らせください。",
  cancelledTitle: "この返金はキャンセルされました",
  cancelledHint: "お心当たりがない場合は、{merchant} にお問い合わせください。",
  goneTitle: "このリンクは使えません",
  goneHint:
    "リンクが不完全か、期限切れか、新しいリンクに置き換えられています。返金は失われていません。ショップに新しいリンクをご依頼ください。",
  signTitle: "この返金に署名",
  signRefundHint:
    "ウォレットから入金コントラクトに、お客様への返金を指示します。ウォレットが支払うのはネットワーク手数料だけです。",
  signTransferHint:
    "このお支払いはすでにウォレットにあるため、返金とネットワーク手数料はそこから支払われます。",
  signSends: "送金額",
  signTo: "送金先",
  signFrom: "署名者",
  signContract: "呼び出すコントラクト",
  signFunction: "関数",
  signFunctionRefund: "refund：入金アドレスからお客様へ",
  signFunctionTransfer: "transfer：ご自分のウォレットからお客様へ",
  signNoScript:
    "JavaScript がないと、このページはウォレットに接続できません。用意されたトランザクションをウォレットから送信してください。",
  signRaw: "用意されたトランザクションを表示",
  signRawHint:
    "上記のウォレットから {network} ネットワークのこのコントラクトへ、値 0 でこのデータを送信してください。",
  copyContract: "コントラクトをコピー",
  copiedContract: "コントラクトをコピーしました。",
  dataLabel: "データ",
  copyData: "データをコピー",
  copiedData: "データをコピーしました。",
  hashTitle: "または別の場所で署名する（Safe など）",
  hashHint: "送信後にトランザクションハッシュを貼り付けると、すぐに見つかります。",
  copyHash: "トランザクションハッシュをコピー",
  copiedHash: "トランザクションハッシュをコピーしました。",
  opensExplorer: "ブロックエクスプローラーを新しいタブで開きます",
  language: "言語",
  networkUnnamed: "チェーン {chainId}",
};

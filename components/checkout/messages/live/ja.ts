import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  timeLeft: "残り時間",
  timeIsUpSpoken: "お支払い期限が過ぎました。",
  connectionLost:
    "接続がありません。送金済みのお支払いは安全です。接続が戻ると、このページは自動で続きます。",
  serviceTrouble: "サービスが応答しません。送金済みのお支払いは安全です。このページは自動で続きます。",
  hashLabel: "トランザクションハッシュ",
  hashPlaceholder: "0x…",
  hashShape: "トランザクションハッシュは、0x に続く64桁の数字と a～f の文字です。",
  lookUp: "支払いを探す",
  lookingUp: "確認中…",
  lookupLate: "見つかりました。全額が届く前に期限が過ぎました。ショップで確認でき、返金を受けられます。",
  verifyNoScript:
    "お支払いを探すには、JavaScript が有効なブラウザーでこのページを開くか、トランザクションハッシュをショップにお知らせください。",
  print: "領収書を印刷",
  returnToShop: "{merchant} に戻る",
  returningIn: "{seconds} 秒後に戻ります",
  stayHere: "このページに留まる",
  chooseOn: "{network} ネットワーク",
  chooseUnavailable: "現在レートなし",
  problemRate: "現在、為替レートを取得できません。しばらくしてからもう一度お試しください。",
  problemNotSelectable: "選択はもう変更できません。",
  problemOther: "処理できませんでした。もう一度お選びください。",
  copyFailed: "コピーできませんでした。テキストを選択してコピーしてください。",
  relayHint:
    "署名済みのお支払いを {network} で送信しています。これ以上の操作は必要ありません。数秒かかります。",
  relayAgainHint: "1分以上かかる場合のみご利用ください。今もう一度支払うと、二重払いになるおそれがあります。",
  sentHint: "{network} での反映を待っています。数秒かかります。",
  sentAgain: "お支払い情報をもう一度表示",
  sentAgainHint: "ウォレットに送金失敗と表示された場合のみご利用ください。",
  opensExplorer: "ブロックエクスプローラーを新しいタブで開きます",
  amountLabel: "金額",
  fromWallet: "ウォレットで支払う",
  fromWalletHint: "必要な情報はすべて自動で入力されます。",
  payWithDemo: "デモウォレットで支払う",
  connectWallet: "ウォレットを接続",
  walletLoading: "開いています…",
  timeLeftMinutes: { other: "お支払い期限まで残り {count} 分です。" },
  lookupPart: "金額の一部を受け取りました。",
  lookupSeen: "送金を検出し、確認しています。",
  lookupPaid: "お支払いが確定しました。",
  lookupNoted: "記録しました。このトランザクションはまだネットワークにありませんが、引き続き確認します。",
  lookupRecorded: "送金を記録しました。ショップで確認できます。",
  problemBusy: "試行回数が多すぎます。1分後にもう一度お試しください。",
  hashHint:
    "ハッシュ、またはブロックエクスプローラーのリンクを入力してください。ネットワークは分からなくても構いません。",
  lookupOtherNetwork:
    "お支払いは、このお支払いのネットワークではなく {network} で見つかりました。ショップで確認でき、返金を受けられます。",
  lookupOtherToken:
    "お支払いは {network} に届きましたが、選択したものとは別のトークンです。ショップで確認でき、返金を受けられます。",
  lookupReverted: "このトランザクションは {network} で失敗したため、支払われていません。",
  lookupNotThis: "このトランザクションは {network} にありますが、このお支払いのアドレス宛てではありません。",
  lookupUnknown:
    "ショップのどのネットワークにもこのトランザクションが見つかりません。ハッシュを確認するか、1分後にもう一度お試しください。",
  lookupUnanswered: "現在、ネットワークに問い合わせできません。1分後にもう一度お試しください。",
  sentCancelled:
    "ウォレットでこのお支払いが別のトランザクションに置き換えられたため、届きません。もう一度お支払いいただけます。",
  sentReverted: "このお支払いは {network} で失敗し、支払われていません。もう一度お支払いいただけます。",
  sentDoubtful:
    "送金済みのお支払いがまだ届く可能性があります。ウォレットに失敗または取り消しと表示された場合のみ、もう一度お支払いください。",
  addressChecked: "お使いの端末でアドレスを確認しました",
  addressProves:
    "このページが端末上でアドレスを計算し直しました。送られた資金は、ショップのウォレット {wallet} に移すか、そこから返金することしかできません。",
  addressProvesRefund:
    "このページが端末上でアドレスを計算し直しました。送られた資金は、ショップのウォレット {wallet} に移すか、{authority} が返金することしかできません。",
  addressWrongTitle: "支払わないでください",
  addressWrong:
    "このページが受け取ったアドレスは、このお支払いのものではありません。何らかの原因で変更されています。何も送金せず、ショップにお知らせください。",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  timeLeft: "残り時間",
  timeIsUpSpoken: "お支払い期限が過ぎました。",
  connectionLost:
    "オフラインです。送金済みのお支払いは安全です。接続が戻ると、このページは自動で更新されます。",
  serviceTrouble:
    "サービスに接続できません。送金済みのお支払いは安全です。接続が戻ると、このページは自動で更新されます。",
  hashLabel: "トランザクションハッシュまたは送金元アドレス",
  hashPlaceholder: "0x…",
  hashShape:
    "トランザクションハッシュ（0x と64文字）または送金元のアドレス（0x と40文字）を入力してください。",
  findPayment: "支払いを探す",
  lookingUp: "確認中…",
  lookupLate: "お支払いが見つかりましたが、全額が届く前に期限が過ぎました。ショップが確認し、返金できます。",
  verifyNoScript:
    "お支払いを探すには、JavaScript が有効なブラウザーでこのページを開くか、トランザクションハッシュをショップにお知らせください。",
  print: "領収書を印刷",
  returnToShop: "{merchant} に戻る",
  returningIn: "{seconds} 秒後に戻ります",
  stayHere: "このページに留まる",
  chooseOn: "{network} ネットワーク",
  chooseUnavailable: "現在レートなし",
  problemRate: "現在、為替レートを取得できません。1分後にもう一度お試しください。",
  problemNotSelectable: "コインはもう変更できません。",
  problemOther: "問題が発生しました。もう一度お選びください。",
  copyFailed: "ブラウザーがコピーを許可しませんでした。テキストを選択してコピーしてください。",
  sentHint: "{network} に表示されるのを待っています。数秒かかります。",
  sentAgain: "お支払い情報をもう一度表示",
  sentAgainHint: "ウォレットに送金失敗と表示された場合のみご利用ください。",
  copyHash: "トランザクションハッシュをコピー",
  copiedHash: "トランザクションハッシュをコピーしました。",
  opensExplorer: "ブロックエクスプローラーを新しいタブで開きます",
  amountLabel: "金額",
  fromWallet: "ウォレットで支払う",
  fromWalletHint: "必要な情報はすべて自動で入力します。",
  payWithDemo: "デモウォレットで支払う",
  connectWallet: "ウォレットを接続",
  payWith: "{wallet} で支払う",
  browserWallet: "ブラウザのウォレット",
  moreWallets: "他のウォレット",
  walletLoading: "開いています…",
  timeLeftMinutes: { other: "お支払い期限まで残り {count} 分です。" },
  lookupPart: "お支払いが見つかりました。金額の一部にあたります。",
  lookupSeen: "お支払いが見つかりました。現在確認中です。",
  lookupPaid: "お支払いが見つかり、確認も完了しています。",
  lookupNoted: "このトランザクションはまだネットワークにありません。引き続きお探しします。",
  lookupRecorded: "お支払いが見つかりました。ショップで確認できます。",
  problemBusy: "試行回数が多すぎます。1分後にもう一度お試しください。",
  hashHint:
    "ブロックエクスプローラーのリンクも使えます。取引所から送金された場合は、アドレスが共用のためハッシュを入力してください。",
  lookupSender: "このアドレスから見つかりました：{list}。ショップにも表示されています。",
  lookupSenderNone:
    "ショップのネットワークで、このアドレスからこのお支払いへの送金は見つかりませんでした。トランザクションハッシュをお試しください。",
  lookupOtherNetwork:
    "お支払いは {network} にありますが、このご注文は別のネットワークでお支払いいただく必要があります。ショップが確認し、返金できます。",
  lookupOtherToken:
    "お支払いは {network} に届きましたが、選択したコインとは異なります。ショップが確認し、返金できます。",
  lookupReverted: "このトランザクションは {network} で失敗したため、支払われていません。",
  lookupNotThis: "このトランザクションは {network} にありますが、このお支払いのアドレス宛てではありません。",
  lookupUnknown:
    "ショップのどのネットワークでもこのトランザクションが見つかりませんでした。ハッシュを確認するか、1分後にもう一度お試しください。",
  lookupUnanswered: "ネットワークに接続できませんでした。1分後にもう一度お試しください。",
  sentCancelled:
    "ウォレットがこのお支払いを別のトランザクションに置き換えたため、お支払いは届きません。もう一度お支払いいただけます。",
  sentReverted: "このお支払いは {network} で失敗したため、支払われていません。もう一度お支払いいただけます。",
  sentDoubtful:
    "送金済みのお支払いがまだ届く可能性があります。ウォレットに失敗または取り消しと表示された場合のみ、もう一度お支払いください。",
  sentUnanswered:
    "ウォレットにお支払いを依頼しましたが、まだ応答がありません。ご本人または共同所有者が承認すると、お支払いは届きます。別の方法で支払う前に、ウォレットをご確認ください。",
  addressChecked: "お使いの端末でアドレスを確認しました",
  addressProves:
    "お使いの端末でこのアドレスを計算し直しました。送られた資金は、ショップのウォレット {wallet} に移すか、そのウォレットから返金することしかできません。",
  addressProvesRefund:
    "お使いの端末でこのアドレスを計算し直しました。送られた資金は、ショップのウォレット {wallet} に移すか、{authority} が返金することしかできません。",
  addressWrongTitle: "支払わないでください",
  addressWrong:
    "このページのアドレスは、このお支払いのものではありません。改ざんされた可能性があります。何も送金せず、ショップにお知らせください。",
};

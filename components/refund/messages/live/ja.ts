import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  addressLabel: "{network} ネットワークのご自分のアドレス",
  addressPlaceholder: "0x…",
  exchangeHint:
    "取引所では「入金」を開き、{token} と {network} を選んで、表示されたアドレスをコピーしてください。お支払いの送金元アドレスは使わないでください。取引所の利用者が共有しているアドレスです。",
  check: "次へ",
  checking: "確認中…",
  walletButton: "ウォレットで署名",
  walletLoading: "開いています…",
  badWallet:
    "このアドレスはトークンまたは本サービスのもので、送ると資金が失われます。ご自分のウォレットのアドレスを入力してください。",
  confirmSend: "はい、ここに送金する",
  confirmSending: "お待ちください…",
  confirmChange: "アドレスを変更",
  problemGone: "このリンクはもう使えません。ショップに新しいリンクをご依頼ください。",
  problemSignature:
    "お支払いに使われたウォレットではありません。支払いに使ったウォレットを使うか、アドレスを入力してください。",
  problemBusy: "試行回数が多すぎます。1分後にもう一度お試しください。",
  problemUnreachable: "サービスが応答しません。変更はありません。もう一度お試しください。",
  problemOther: "処理できませんでした。もう一度お試しください。",
  signConnect: "ウォレットを接続",
  signSend: "{amount} を送金",
  signConfirm: "{wallet} でトランザクションを承認してください",
  signWrongWallet:
    "{wallet} で別のアカウントが選択されています：{address}。この返金に署名できるのは次のアカウントのみです：",
  signRightWallet: "正しいウォレットが接続されています。",
  hashLabel: "トランザクションハッシュ",
  hashPlaceholder: "0x…",
  hashSend: "送信",
  hashSending: "確認中…",
  hashTaken: "見つかりました。ネットワークで確認しています。",
  hashWaiting: "記録しました。{network} ではまだ確認できません。",
  hashShape: "トランザクションハッシュは、0x に続く64桁の数字と a～f の文字です。",
  hashUnknown: "{network} にこのトランザクションはまだありません。しばらくしてからもう一度お試しください。",
  hashReverted: "このトランザクションは失敗したため、支払われていません。",
  hashOther: "この返金のトランザクションではありません。",
  sentFromWallet: "トランザクションを送信しました",
  sentFromWalletHint: "{network} での反映を待っています。数秒かかります。",
  sentAgain: "署名する内容をもう一度表示",
  sentAgainHint: "ウォレットにトランザクション失敗と表示された場合のみご利用ください。",
  claimReview: "{network} ネットワークで {amount} をこのウォレットに送金します：",
  claimSign: "署名する",
  claimConfirm: "{wallet} でメッセージに署名してください",
  claimChecking: "署名を確認しています…",
};

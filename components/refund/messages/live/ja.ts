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
    "このアドレスはトークンまたは本サービスのもののため、送ると資金が失われます。ご自分のウォレットのアドレスを入力してください。",
  confirmSend: "はい、ここに送金する",
  confirmSending: "お待ちください…",
  confirmChange: "アドレスを変更",
  problemGone: "このリンクはもう使えません。ショップに新しいリンクをご依頼ください。",
  problemSignature:
    "このウォレットは支払っていません。お支払いに使ったウォレットを使うか、アドレスを入力してください。",
  problemBusy: "試行回数が多すぎます。1分後にもう一度お試しください。",
  problemUnreachable: "サービスに接続できません。変更はありません。もう一度お試しください。",
  problemOther: "問題が発生しました。もう一度お試しください。",
  signConnect: "ウォレットを接続",
  signSend: "{amount} を送金",
  signConfirm: "{wallet} でトランザクションを承認してください",
  signWrongWallet:
    "{wallet} は別のアカウントを使用しています：{address}。この返金に署名できるのは次のアカウントのみです：",
  signRightWallet: "正しいウォレットが接続されています。",
  hashLabel: "トランザクションハッシュ",
  hashPlaceholder: "0x…",
  hashSend: "送信",
  hashSending: "確認中…",
  hashTaken: "トランザクションが見つかりました。ネットワークで確認しています。",
  hashWaiting: "保存しました。{network} ではまだ確認できません。",
  hashShape: "トランザクションハッシュを入力してください。0x に続く64文字（0～9、a～f）です。",
  hashUnknown: "{network} にこのトランザクションはまだありません。しばらくしてからもう一度お試しください。",
  hashReverted: "このトランザクションは失敗したため、返金されていません。",
  hashOther: "この返金のトランザクションではないか、すでに別の返金の支払いに使われています。",
  sentFromWallet: "トランザクションを送信しました",
  sentFromWalletHint: "{network} に表示されるのを待っています。数秒かかります。",
  sentAgain: "署名する内容をもう一度表示",
  sentAgainHint: "ウォレットにトランザクション失敗と表示された場合のみご利用ください。",
  signatureRequested:
    "ウォレットにこの返金の送信を依頼しましたが、まだ応答がありません。所有者が承認すると送信されます。もう一度送信する前に、ウォレットをご確認ください。",
  claimReview: "{network} ネットワークで {amount} をこのウォレットに送金します：",
  claimSign: "署名する",
  claimConfirm: "{wallet} でメッセージに署名してください",
  claimChecking: "署名を確認しています…",
};

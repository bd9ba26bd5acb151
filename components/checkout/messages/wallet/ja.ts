import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  walletTitle: "ウォレットで支払う",
  walletClose: "閉じる",
  walletChoose: "このブラウザーのウォレット",
  walletNone:
    "このブラウザーにウォレットが見つかりませんでした。ウォレットをインストールするか、ウォレットのブラウザーでこのページを開くか、手動で送金してください。",
  walletConnecting: "{wallet} で接続を承認してください",
  walletOther: "別のウォレットを使う",
  walletFrom: "送金元",
  walletTo: "送金先",
  walletBalance: "残高",
  walletBalanceChecking: "確認中…",
  walletSwitchTitle: "{wallet} は別のネットワークを使用しています",
  walletSwitch: "{network} に切り替える",
  walletSwitching: "{wallet} で切り替えを承認してください",
  walletSwitchRefused:
    "{wallet} が切り替わりませんでした。ウォレットで {network} に切り替えるか、手動で送金してください。",
  walletTooLittle:
    "{token} が足りません。このウォレットの {network} 残高は {balance} で、{amount} が必要です。",
  walletEmpty: "このウォレットには、ショップが受け付けるどのコインも不足しています。",
  walletHasOf: "残高 {balance}、必要額 {amount}",
  walletManual: "手動で送金する",
  walletReadFailed: "残高を確認できませんでした。このままお支払いを試すこともできます。",
  walletPay: "{network} で {amount} {token} を支払う",
  walletCanPay: "このウォレットで支払えるコイン",
  walletPreparing: "お支払いを準備しています…",
  walletPriceRose: "金額が {amount} {token} に変わりました。お支払いの前にご確認ください。",
  gaslessFree: "ネットワーク手数料なし：署名するだけで、当サービスが送金します。",
  walletConfirm: "{wallet} でお支払いを承認してください",
  walletRejected: "ウォレットで拒否されました。送金は行われていません。",
  walletBusy: "{wallet} に別のリクエストがあります。先にそちらに応答してください。",
  walletFailed:
    "{wallet} はお支払いを完了できませんでした。送金は確認されていません。もう一度試す前に、ウォレットをご確認ください。",
  gaslessOrdinary: "ネットワーク手数料を支払って送金する",
  gaslessSign: "{wallet} でお支払いに署名してください",
  gaslessInFlight: "署名済みのお支払いはすでに送信中です。しばらくお待ちください。",
  gaslessTooLittle: "このウォレットの {network} 残高に {amount} {token} がなくなりました。",
  gaslessNotSigned:
    "{wallet} の署名がこのお支払いと一致しません。送金は行われていません。代わりにネットワーク手数料を支払う方法をお使いください。",
  gaslessNotPayable: "このお支払いはもうできません。この画面を閉じて、ページをもう一度ご確認ください。",
  gaslessWalletBlocked:
    "{token} の発行者がこのウォレットをブロックしています。送金は行われていません。別のウォレットでお支払いください。",
  gaslessStopped:
    "{token} の発行者が送金を停止しています。送金は行われていません。後でもう一度お試しいただくか、ショップにお問い合わせください。",
  gaslessUnavailable:
    "現在、ネットワーク手数料なしのお支払いはできません。送金は行われていません。代わりにネットワーク手数料を支払う方法をお使いください。",
  gaslessNoAnswer: "サービスに接続できません。この画面を閉じ、ページを確認してからもう一度お試しください。",
  walletLocked:
    "{wallet} がロックされているか、このページに接続されていません。ロックを解除してもう一度お試しください。",
  walletUnsupported:
    "{wallet} はこの操作に対応していません。別のウォレットを使うか、手動で送金してください。",
  walletDisconnected: "{wallet} との接続が切れました。もう一度接続してください。",
  walletMoved:
    "{wallet} のアカウントまたはネットワークが変わりました。内容を確認してからもう一度お試しください。",
  walletNoFee: "{wallet} には、手数料に使うネットワーク独自のコインが足りません。送金は行われていません。",
  walletRefused:
    "コインのコントラクトが、このウォレットからのお支払いを拒否しました。送金は行われていません。別のウォレットをお使いください。",
  walletUnknownNetwork:
    "{wallet} に {network} が登録されていません。ウォレットの設定で追加するか、別のネットワークを選ぶか、手動で送金してください。",
  walletReported:
    "このご注文のお支払いがたった今報告されました。別のタブや端末から送信された可能性があります。失敗した場合のみ、もう一度お支払いください。",
  walletPayAgain: "それでももう一度支払う",
  walletLacksFee: "このウォレットには、ネットワーク手数料（約 {fee} {coin}）に必要な {coin} が足りません。",
  walletChanged: "ウォレットのアカウントが変わりました。お支払いの前にご確認ください。",
  walletConnectHint: "スマートフォンのウォレットアプリを使う",
  pairTitle: "ウォレットでこのコードを読み取ってください",
  pairLoading: "コードを準備しています…",
  pairHint: "次に、ウォレットで接続を承認してください。コードの有効期間は5分です。",
  pairAlt: "ウォレットをこのページに接続するためのQRコード",
  pairOpen: "この端末のウォレットを開く",
  pairCopy: "コードをコピーする",
  pairCode: "接続コード",
  pairCopied: "コードをコピーしました。",
  walletPairingExpired:
    "コードの有効期限が切れました。送金は行われていません。もう一度 WalletConnect を選ぶと、新しいコードが表示されます。",
  walletRelayUnreachable: "WalletConnect に接続できません。別のウォレットを使うか、手動で送金してください。",
  walletSlow:
    "{wallet} からまだ応答がありません。ウォレットを開いてリクエストをご確認ください。見当たらない場合は、このページを再読み込みするか、別のウォレットをお使いください。",
  walletSlowPay: "この画面を閉じて、手動で送金することもできます。",
  walletOpen: "{wallet} を開く",
  walletRequestExpired:
    "{wallet} で時間内に承認されませんでした。後から承認される可能性があります。もう一度試す前に {wallet} をご確認ください。",
  walletNoneFirefox:
    "Firefox では、このページでウォレットの拡張機能が表示されないことがあります。お持ちの場合は、別のブラウザーでこのページを開いてください。",
  walletReadNowhere:
    "このウォレットの残高を確認できません。{network} に {amount} {token} があることをご確認ください。",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const ja: Translation<typeof en, "ja"> = {
  walletTitle: "ウォレットで支払う",
  walletClose: "閉じる",
  walletChoose: "このブラウザーで見つかったウォレット",
  walletNone:
    "このブラウザーにウォレットが見つかりません。ウォレットをインストールするか、ウォレット内のブラウザーでこのページを開くか、ご自分で送金してください。",
  walletConnecting: "{wallet} で接続を承認してください",
  walletOther: "別のウォレットを使う",
  walletFrom: "送金元",
  walletTo: "送金先",
  walletBalance: "残高",
  walletBalanceChecking: "確認中…",
  walletSwitchTitle: "{wallet} は別のネットワークに接続しています",
  walletSwitch: "{network} に切り替える",
  walletSwitching: "{wallet} で切り替えを承認してください",
  walletSwitchRefused:
    "{wallet} が切り替わりませんでした。ウォレットで {network} に切り替えるか、ご自分で送金してください。",
  walletTooLittle: "このウォレットの {network} 残高は {balance} {token} です。{amount} {token} が必要です。",
  walletReadFailed: "残高を確認できませんでした。このまま試すこともできます。",
  walletPay: "{amount} {token} を支払う",
  walletConfirm: "{wallet} でお支払いを承認してください",
  walletRejected: "ウォレットで拒否されました。送金は行われていません。",
  walletBusy: "{wallet} に未処理のリクエストがあります。ウォレットをご確認ください。",
  walletFailed:
    "{wallet} で処理できませんでした。確認できる限り送金は行われていません。もう一度試す前にウォレットをご確認ください。",
  gaslessPay: "ネットワーク手数料なしで支払う",
  gaslessHint: "署名するだけです。サービスが送金し、ネットワーク手数料を負担します。",
  gaslessOrdinary: "ウォレットから送金することもできます。ネットワーク手数料が別途かかります。",
  gaslessSign: "{wallet} でお支払いに署名してください",
  gaslessInFlight: "署名済みのお支払いをすでに送信しています。しばらくお待ちください。",
  gaslessTooLittle: "このウォレットの {network} 残高が {amount} {token} に足りなくなりました。",
  gaslessNotSigned:
    "{wallet} の署名がこのお支払いと一致しません。送金は行われていません。ネットワーク手数料ありでお支払いください。",
  gaslessNotPayable: "このお支払いはもうできません。この画面を閉じて、ページをもう一度ご確認ください。",
  gaslessWalletBlocked:
    "{token} の発行者がこのウォレットをブロックしています。送金は行われていません。別のウォレットでお支払いください。",
  gaslessStopped:
    "{token} の発行者が現在送金を停止しています。送金は行われていません。後でもう一度お試しいただくか、ショップにお問い合わせください。",
  gaslessUnavailable:
    "現在、ネットワーク手数料なしのお支払いはできません。送金は行われていません。ネットワーク手数料ありでお支払いください。",
  gaslessNoAnswer:
    "サービスから応答がありませんでした。この画面を閉じ、ページを確認してからもう一度お試しください。",
  walletApps: "このページをウォレットのアプリで開く",
  walletLocked:
    "{wallet} がロックされているか、このページを許可していません。ロックを解除してもう一度お試しください。",
  walletUnsupported: "{wallet} では対応していません。別のウォレットを使うか、ご自分で送金してください。",
  walletDisconnected: "{wallet} との接続が切れました。もう一度接続してください。",
  walletMoved: "{wallet} のアカウントまたはネットワークが変わりました。確認してからもう一度お試しください。",
  walletNoFee: "{wallet} には手数料用のネットワーク通貨が足りません。送金は行われていません。",
  walletRefused:
    "このウォレットからのお支払いはトークンに拒否されました。送金は行われていません。別のウォレットをお使いください。",
  walletUnknownNetwork:
    "{wallet} に {network} が登録されていません。ウォレットの設定で追加するか、別のネットワークを選ぶか、ご自分で送金してください。",
  walletLacksFee: "ネットワーク手数料（約 {fee} {coin}）に対して、このウォレットの {coin} が足りません。",
  walletChanged: "ウォレットのアカウントが変わりました。お支払いの前にご確認ください。",
  walletConnectHint: "スマートフォンのウォレットアプリで支払う",
  pairTitle: "ウォレットでこのコードを読み取ってください",
  pairLoading: "コードを準備しています…",
  pairHint: "読み取ったあと、ウォレットで接続を承認してください。コードの有効期間は5分です。",
  pairAlt: "ウォレットをこのページに接続するためのQRコード",
  pairOpen: "この端末のウォレットを開く",
  pairCopy: "コードをコピーする",
  pairCode: "接続コード",
  pairCopied: "コードをコピーしました",
  walletPairingExpired:
    "コードの有効期限が切れました。送金は行われていません。もう一度WalletConnectを選ぶと新しいコードが表示されます。",
  walletRelayUnreachable:
    "WalletConnectから応答がありません。別のウォレットを使うか、ご自身で送金してください。",
  walletReadNowhere: "{network}に{amount} {token}があるかどうかは、ウォレットでご確認いただけます。",
};

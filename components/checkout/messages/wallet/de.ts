import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  walletTitle: "Mit Wallet zahlen",
  walletClose: "Schließen",
  walletChoose: "In diesem Browser gefundene Wallets",
  walletNone:
    "In diesem Browser wurde keine Wallet gefunden. Installieren Sie eine, öffnen Sie diese Seite im Browser Ihrer Wallet oder senden Sie die Zahlung selbst.",
  walletConnecting: "Bestätigen Sie die Verbindung in {wallet}",
  walletOther: "Andere Wallet verwenden",
  walletFrom: "Von",
  walletTo: "An",
  walletBalance: "Guthaben",
  walletBalanceChecking: "Wird geprüft …",
  walletSwitchTitle: "{wallet} ist in einem anderen Netzwerk",
  walletSwitch: "Zu {network} wechseln",
  walletSwitching: "Bestätigen Sie den Wechsel in {wallet}",
  walletSwitchRefused:
    "{wallet} hat nicht gewechselt. Wechseln Sie in der Wallet selbst zu {network} oder senden Sie die Zahlung selbst.",
  walletTooLittle: "Diese Wallet hat {balance} {token} auf {network}; nötig sind {amount} {token}.",
  walletReadFailed: "Das Guthaben konnte nicht gelesen werden. Sie können es trotzdem versuchen.",
  walletPay: "{amount} {token} zahlen",
  walletConfirm: "Bestätigen Sie die Zahlung in {wallet}",
  walletRejected: "Sie haben in der Wallet abgelehnt. Es wurde nichts gesendet.",
  walletBusy: "In {wallet} ist noch eine Anfrage offen. Bitte sehen Sie dort nach.",
  walletFailed:
    "{wallet} konnte es nicht ausführen. Soweit wir sehen, wurde nichts gesendet; bitte prüfen Sie die Wallet, bevor Sie es erneut versuchen.",
  gaslessPay: "Ohne Netzwerkgebühr zahlen",
  gaslessHint: "Sie signieren nur. Der Dienst sendet die Zahlung und trägt die Netzwerkgebühr.",
  gaslessOrdinary: "Oder senden Sie aus der Wallet; dann kommt die Netzwerkgebühr hinzu.",
  gaslessSign: "Signieren Sie die Zahlung in {wallet}",
  gaslessInFlight: "Eine signierte Zahlung ist bereits unterwegs. Bitte warten Sie einen Moment.",
  gaslessTooLittle: "Diese Wallet hat keine {amount} {token} mehr auf {network}.",
  gaslessNotSigned:
    "Die Signatur von {wallet} passt nicht zu dieser Zahlung. Es wurde nichts gesendet. Bitte zahlen Sie mit Netzwerkgebühr.",
  gaslessNotPayable:
    "Diese Zahlung ist nicht mehr möglich. Bitte schließen Sie dies und sehen Sie die Seite noch einmal an.",
  gaslessWalletBlocked:
    "Der Herausgeber von {token} sperrt diese Wallet. Es wurde nichts gesendet. Bitte zahlen Sie mit einer anderen Wallet.",
  gaslessStopped:
    "Der Herausgeber von {token} hat Überweisungen vorerst angehalten. Es wurde nichts gesendet. Bitte versuchen Sie es später erneut oder fragen Sie den Shop.",
  gaslessUnavailable:
    "Zahlen ohne Netzwerkgebühr ist derzeit nicht möglich. Es wurde nichts gesendet. Bitte zahlen Sie mit Netzwerkgebühr.",
  gaslessNoAnswer:
    "Der Dienst hat nicht geantwortet. Bitte schließen Sie dies und sehen Sie auf der Seite nach, bevor Sie es erneut versuchen.",
  walletApps: "Diese Seite in der App Ihrer Wallet öffnen",
  walletLocked:
    "{wallet} ist gesperrt oder hat diese Seite nicht zugelassen. Entsperren Sie die Wallet und versuchen Sie es noch einmal.",
  walletUnsupported:
    "{wallet} kann das nicht. Verwenden Sie eine andere Wallet oder senden Sie die Zahlung selbst.",
  walletDisconnected: "{wallet} ist nicht mehr verbunden. Bitte verbinden Sie sie erneut.",
  walletMoved:
    "{wallet} hat inzwischen Konto oder Netzwerk gewechselt. Bitte prüfen Sie es und versuchen Sie es noch einmal.",
  walletNoFee:
    "{wallet} enthält zu wenig der eigenen Münze des Netzwerks für die Gebühr. Es wurde nichts gesendet.",
  walletRefused:
    "Der Token lehnt diese Zahlung aus dieser Wallet ab. Es wurde nichts gesendet; bitte verwenden Sie eine andere Wallet.",
  walletUnknownNetwork:
    "{wallet} kennt {network} nicht. Fügen Sie es in den Einstellungen der Wallet hinzu, wählen Sie ein anderes Netzwerk oder senden Sie die Zahlung selbst.",
  walletLacksFee: "Für die Netzwerkgebühr (etwa {fee} {coin}) enthält diese Wallet zu wenig {coin}.",
  walletChanged: "Die Wallet hat zu einem anderen Konto gewechselt. Bitte prüfen Sie es, bevor Sie zahlen.",
  walletConnectHint: "Mit einer Wallet-App auf Ihrem Smartphone",
  pairTitle: "Scannen Sie diesen Code mit Ihrer Wallet",
  pairLoading: "Der Code wird vorbereitet …",
  pairHint: "Bestätigen Sie dort dann die Verbindung. Der Code gilt fünf Minuten.",
  pairAlt: "QR-Code, mit dem sich eine Wallet mit dieser Seite verbindet",
  pairOpen: "Wallet auf diesem Gerät öffnen",
  pairCopy: "Stattdessen den Code kopieren",
  pairCode: "Verbindungscode",
  pairCopied: "Code kopiert",
  walletPairingExpired:
    "Der Code ist abgelaufen, gesendet wurde nichts. Wählen Sie WalletConnect noch einmal, um einen neuen zu erhalten.",
  walletRelayUnreachable:
    "WalletConnect antwortet nicht. Verwenden Sie eine andere Wallet oder senden Sie die Zahlung selbst.",
  walletReadNowhere: "Ihre Wallet zeigt Ihnen, ob sie {amount} {token} auf {network} enthält.",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  walletTitle: "Mit Wallet zahlen",
  walletClose: "Schließen",
  walletChoose: "Wallets in diesem Browser",
  walletNone:
    "Wir haben in diesem Browser keine Wallet gefunden. Installieren Sie eine, öffnen Sie diese Seite im Browser Ihrer Wallet oder senden Sie die Zahlung manuell.",
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
    "{wallet} hat nicht gewechselt. Wechseln Sie in der Wallet selbst zu {network} oder senden Sie die Zahlung manuell.",
  walletTooLittle: "Nicht genug {token}: Diese Wallet hat {balance} auf {network}, Sie brauchen {amount}.",
  walletEmpty: "Diese Wallet hat von keiner Währung genug, die der Shop annimmt.",
  walletHasOf: "{balance}, nötig: {amount}",
  walletManual: "Selbst senden",
  walletReadFailed: "Wir konnten das Guthaben nicht abrufen. Sie können die Zahlung trotzdem versuchen.",
  walletPay: "{amount} {token} auf {network} zahlen",
  walletCanPay: "Diese Wallet kann zahlen mit",
  walletPreparing: "Die Zahlung wird vorbereitet …",
  walletPriceRose: "Der Betrag ist jetzt {amount} {token}. Prüfen Sie ihn, bevor Sie zahlen.",
  gaslessFree: "Keine Netzwerkgebühr: Sie signieren nur, wir senden die Zahlung.",
  walletConfirm: "Bestätigen Sie die Zahlung in {wallet}",
  walletRejected: "Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts gesendet.",
  walletBusy: "In {wallet} ist noch eine andere Anfrage offen. Bitte beantworten Sie zuerst diese.",
  walletFailed:
    "{wallet} konnte die Zahlung nicht abschließen. Soweit wir sehen, wurde nichts gesendet. Prüfen Sie Ihre Wallet, bevor Sie es erneut versuchen.",
  gaslessOrdinary: "Stattdessen mit Netzwerkgebühr zahlen",
  gaslessSign: "Signieren Sie die Zahlung in {wallet}",
  gaslessInFlight: "Ihre signierte Zahlung ist bereits unterwegs. Bitte warten Sie einen Moment.",
  gaslessTooLittle: "Diese Wallet hat nicht mehr {amount} {token} auf {network}.",
  gaslessNotSigned:
    "Die Signatur von {wallet} passt nicht zu dieser Zahlung. Es wurde nichts gesendet. Bitte zahlen Sie stattdessen mit Netzwerkgebühr.",
  gaslessNotPayable:
    "Diese Zahlung ist nicht mehr möglich. Schließen Sie dieses Fenster und sehen Sie auf der Seite nach.",
  gaslessWalletBlocked:
    "Der Herausgeber von {token} sperrt diese Wallet. Es wurde nichts gesendet. Bitte zahlen Sie mit einer anderen Wallet.",
  gaslessStopped:
    "Der Herausgeber von {token} hat Überweisungen angehalten. Es wurde nichts gesendet. Versuchen Sie es später erneut oder fragen Sie den Shop.",
  gaslessUnavailable:
    "Zahlen ohne Netzwerkgebühr ist gerade nicht möglich. Es wurde nichts gesendet. Bitte zahlen Sie stattdessen mit Netzwerkgebühr.",
  gaslessNoAnswer:
    "Wir können den Dienst nicht erreichen. Schließen Sie dieses Fenster und sehen Sie auf der Seite nach, bevor Sie es erneut versuchen.",
  walletLocked:
    "{wallet} ist gesperrt oder nicht mit dieser Seite verbunden. Entsperren Sie die Wallet und versuchen Sie es erneut.",
  walletUnsupported:
    "{wallet} unterstützt das nicht. Verwenden Sie eine andere Wallet oder senden Sie die Zahlung manuell.",
  walletDisconnected: "{wallet} ist nicht mehr verbunden. Bitte verbinden Sie sie erneut.",
  walletMoved:
    "{wallet} hat Konto oder Netzwerk gewechselt. Prüfen Sie die Angaben und versuchen Sie es erneut.",
  walletNoFee:
    "{wallet} hat für die Gebühr nicht genug vom eigenen Coin des Netzwerks. Es wurde nichts gesendet.",
  walletRefused:
    "Der Smart Contract des Coins lehnt diese Zahlung aus dieser Wallet ab. Es wurde nichts gesendet. Bitte verwenden Sie eine andere Wallet.",
  walletUnknownNetwork:
    "{wallet} kennt {network} nicht. Fügen Sie es in den Einstellungen der Wallet hinzu, wählen Sie ein anderes Netzwerk oder senden Sie die Zahlung manuell.",
  walletReported:
    "Für diese Bestellung wurde gerade eine Zahlung gemeldet, vielleicht aus einem anderen Tab oder von einem anderen Gerät. Zahlen Sie nur noch einmal, wenn sie fehlgeschlagen ist.",
  walletPayAgain: "Trotzdem noch einmal zahlen",
  walletLacksFee: "Diese Wallet hat nicht genug {coin} für die Netzwerkgebühr (etwa {fee} {coin}).",
  walletChanged: "Die Wallet hat das Konto gewechselt. Prüfen Sie es, bevor Sie zahlen.",
  walletConnectHint: "Mit einer Wallet-App auf Ihrem Smartphone",
  pairTitle: "Scannen Sie diesen Code mit Ihrer Wallet",
  pairLoading: "Der Code wird vorbereitet …",
  pairHint: "Bestätigen Sie dann die Verbindung in Ihrer Wallet. Der Code gilt fünf Minuten.",
  pairAlt: "QR-Code, um eine Wallet mit dieser Seite zu verbinden",
  pairOpen: "Wallet auf diesem Gerät öffnen",
  pairCopy: "Stattdessen den Code kopieren",
  pairCode: "Verbindungscode",
  pairCopied: "Code kopiert.",
  walletPairingExpired:
    "Der Code ist abgelaufen, es wurde nichts gesendet. Wählen Sie WalletConnect noch einmal, um einen neuen zu erhalten.",
  walletRelayUnreachable:
    "Wir können WalletConnect nicht erreichen. Verwenden Sie eine andere Wallet oder senden Sie die Zahlung manuell.",
  walletSlow:
    "{wallet} hat noch nicht geantwortet. Öffnen Sie die Wallet und suchen Sie nach einer Anfrage. Finden Sie keine, laden Sie diese Seite neu oder verwenden Sie eine andere Wallet.",
  walletSlowPay: "Sie können dieses Fenster auch schließen und die Zahlung manuell senden.",
  walletOpen: "{wallet} öffnen",
  walletRequestExpired:
    "In {wallet} hat niemand rechtzeitig bestätigt. Die Anfrage kann dort noch bestätigt werden. Prüfen Sie {wallet}, bevor Sie es erneut versuchen.",
  walletNoneFirefox:
    "Firefox kann eine Wallet-Erweiterung auf dieser Seite verbergen. Wenn Sie eine haben, öffnen Sie diese Seite in einem anderen Browser.",
  walletReadNowhere:
    "Wir können das Guthaben dieser Wallet nicht abrufen. Stellen Sie sicher, dass sie {amount} {token} auf {network} hat.",
};

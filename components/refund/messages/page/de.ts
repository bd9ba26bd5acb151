import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  pageTitle: "Erstattung von {merchant}",
  refundLabel: "Erstattung",
  purchase: "Einkauf",
  onNetwork: "auf {network}",
  linkHolds: "Dieser Link gilt bis zum {date}.",
  wholeUnits: "{amount} kleinste Einheiten von {token}",
  askTitle: "Wohin soll Ihre Erstattung gehen?",
  askHint: "{merchant} erstattet Ihnen {amount}.",
  pasteTitle: "An meine Adresse",
  pasteHint:
    "Ihre eigene Wallet oder Ihr Konto bei einer Börse. Die Adresse muss {token} auf {network} annehmen: In jedem anderen Netzwerk wäre das Geld verloren.",
  walletTitle: "An die Wallet, mit der Sie gezahlt haben",
  walletHint:
    "Nur wenn Sie aus Ihrer eigenen Wallet gezahlt haben, nicht von einer Börse. Mit einer Signatur beweisen Sie, dass sie Ihnen gehört: Das ist kostenlos und bewegt kein Geld.",
  badShape: "Das ist keine gültige Adresse. Sie beginnt mit 0x, danach folgen 40 Zeichen (0–9, a–f).",
  badHash: "Das ist ein Transaktions-Hash. Eine Adresse ist kürzer: 0x und danach 40 Zeichen (0–9, a–f).",
  badName: "Namen wie alice.eth unterstützen wir nicht. Fügen Sie die Adresse selbst ein.",
  badChecksum:
    "Diese Adresse enthält einen Tippfehler: Groß- und Kleinbuchstaben passen nicht zusammen. Kopieren Sie sie noch einmal.",
  confirmTitle: "Ist das Ihre Adresse?",
  confirmHint:
    "Vergleichen Sie sie Zeichen für Zeichen mit Ihrer Wallet. Eine gesendete Erstattung lässt sich nicht rückgängig machen.",
  confirmAmount: "Betrag",
  confirmNetwork: "Netzwerk",
  confirmAddress: "Adresse",
  notReadyTitle: "Fast so weit",
  notReadyHint:
    "Es gibt noch nichts zu signieren: Diese Erstattung wartet auf Freigabe oder auf die Adresse des Kunden. Diese Seite aktualisiert sich von selbst.",
  takenTitle: "Wir haben Ihre Adresse",
  takenHint:
    "{merchant} sendet {amount} dorthin. Sie können diese Seite schließen und jederzeit zurückkommen.",
  takenSignTitle: "Nichts zu signieren",
  takenSignHint: "Diese Erstattung braucht jetzt keine Signatur. Diese Seite aktualisiert sich von selbst.",
  sendingTitle: "Unterwegs",
  sendingHint: "{amount} wurden gesendet und {network} bestätigt die Zahlung. Sie müssen nichts weiter tun.",
  refresh: "Aktualisieren",
  sentTitle: "Erstattet",
  sentHint: "{amount} sind an dieser Adresse auf {network} eingegangen.",
  destination: "Adresse auf {network}",
  transaction: "Transaktion",
  failedTitle: "Die Erstattung konnte nicht gesendet werden",
  failedHint:
    "{token} kann nicht an diese Adresse gesendet werden. Ihr Geld ist nicht verloren: Wenden Sie sich an {merchant} und nennen Sie eine andere Adresse.",
  cancelledTitle: "Diese Erstattung wurde storniert",
  cancelledHint: "Falls Sie das nicht erwartet haben, wenden Sie sich an {merchant}.",
  goneTitle: "Dieser Link funktioniert nicht",
  goneHint:
    "Er ist unvollständig, abgelaufen oder durch einen neueren ersetzt. Ihre Erstattung ist nicht verloren: Bitten Sie den Shop um einen neuen Link.",
  signTitle: "Diese Erstattung signieren",
  signRefundHint:
    "Ihre Wallet weist den Smart Contract der Einzahlungsadresse an, dem Kunden den Betrag zu erstatten. Ihre Wallet zahlt nur die Netzwerkgebühr.",
  signTransferHint:
    "Diese Zahlung ist bereits in Ihrer Wallet, daher werden Erstattung und Netzwerkgebühr von dort bezahlt.",
  signSends: "Sendet",
  signTo: "An",
  signFrom: "Signiert von",
  signContract: "Aufgerufener Smart Contract",
  signFunction: "Funktion",
  signFunctionRefund: "refund: von der Einzahlungsadresse der Zahlung an den Kunden",
  signFunctionTransfer: "transfer: von Ihrer Wallet an den Kunden",
  signNoScript:
    "Ohne JavaScript kann sich diese Seite nicht mit einer Wallet verbinden. Senden Sie die vorbereitete Transaktion aus Ihrer Wallet:",
  signRaw: "Vorbereitete Transaktion anzeigen",
  signRawHint:
    "Senden Sie diese Daten auf {network} an diesen Smart Contract, aus der oben genannten Wallet und mit dem Wert 0.",
  copyContract: "Contract-Adresse kopieren",
  copiedContract: "Contract-Adresse kopiert.",
  dataLabel: "Daten",
  copyData: "Daten kopieren",
  copiedData: "Daten kopiert.",
  hashTitle: "Oder anderswo signieren, zum Beispiel in einem Safe",
  hashHint: "Fügen Sie nach dem Senden den Transaktions-Hash ein, damit wir sie sofort finden.",
  copyHash: "Transaktions-Hash kopieren",
  copiedHash: "Transaktions-Hash kopiert.",
  opensExplorer: "öffnet den Block-Explorer in einem neuen Tab",
  language: "Sprache",
  networkUnnamed: "Netzwerk {chainId}",
};

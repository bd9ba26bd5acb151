import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  pageTitle: "Erstattung von {merchant}",
  refundLabel: "Erstattung",
  onNetwork: "auf {network}",
  linkHolds: "Dieser Link gilt bis {date}.",
  wholeUnits: "{amount} kleinste Einheiten von {token}",
  askTitle: "Wohin soll Ihre Erstattung gehen?",
  askHint: "{merchant} erstattet Ihnen {amount}.",
  pasteTitle: "An eine eigene Adresse",
  pasteHint:
    "Die Adresse Ihrer eigenen Wallet oder Ihres Kontos bei einer Börse. Sie muss {token} auf {network} annehmen: In jedem anderen Netzwerk wäre das Geld verloren.",
  walletTitle: "An die Wallet, mit der Sie gezahlt haben",
  walletHint:
    "Nur wenn Sie aus einer eigenen Wallet gezahlt haben und nicht von einer Börse. Eine Signatur beweist, dass sie Ihnen gehört: Sie kostet nichts und bewegt nichts.",
  badShape:
    "Das ist keine Adresse. Eine Adresse beginnt mit 0x, darauf folgen 40 Ziffern oder Buchstaben von a bis f.",
  badHash: "Das ist ein Transaktions-Hash. Eine Adresse ist kürzer: 0x und 40 Ziffern und Buchstaben.",
  badName: "Namen wie alice.eth werden nicht angenommen. Fügen Sie die Adresse selbst ein.",
  badChecksum:
    "Ein Zeichen dieser Adresse stimmt nicht: Die Großbuchstaben passen nicht. Kopieren Sie sie noch einmal.",
  confirmTitle: "Ist das Ihre Adresse?",
  confirmHint:
    "Vergleichen Sie sie Zeichen für Zeichen mit Ihrer Wallet. Was gesendet wurde, lässt sich nicht zurückholen.",
  confirmAmount: "Betrag",
  confirmNetwork: "Netzwerk",
  confirmAddress: "Adresse",
  notReadyTitle: "Fast so weit",
  notReadyHint:
    "Noch gibt es nichts zu signieren: Die Erstattung wartet auf ihre Freigabe oder auf die Adresse des Kunden. Diese Seite verfolgt es.",
  takenTitle: "Ihre Adresse ist notiert",
  takenHint:
    "{merchant} sendet {amount} dorthin. Sie können diese Seite schließen und jederzeit wieder nachsehen.",
  takenSignTitle: "Nichts zu signieren",
  takenSignHint: "Diese Erstattung braucht jetzt keine Signatur. Diese Seite verfolgt, was aus ihr wird.",
  sendingTitle: "Unterwegs",
  sendingHint: "{amount} wurden gesendet, und {network} bestätigt die Zahlung. Sie müssen nichts weiter tun.",
  lookAgain: "Noch einmal nachsehen",
  sentTitle: "Erstattet",
  sentHint: "{amount} sind an dieser Adresse auf {network} eingegangen.",
  destination: "Adresse auf {network}",
  transaction: "Transaktion",
  failedTitle: "Die Erstattung konnte nicht gesendet werden",
  failedHint:
    "{token} kann nicht an diese Adresse gesendet werden. Ihr Geld ist nicht verloren: Bitte schreiben Sie {merchant} und nennen Sie eine andere Adresse.",
  cancelledTitle: "Diese Erstattung wurde storniert",
  cancelledHint: "Falls Sie das überrascht, schreiben Sie bitte {merchant}.",
  goneTitle: "Dieser Link funktioniert nicht",
  goneHint:
    "Er ist unvollständig, abgelaufen oder durch einen neueren ersetzt. Ihre Erstattung ist nicht verloren: Bitten Sie den Shop um einen neuen Link.",
  signTitle: "Diese Erstattung signieren",
  signRefundHint:
    "Ihre Wallet weist den Einzahlungsvertrag an, die Zahlung des Kunden zu erstatten. Ihre Wallet verlässt nur die Netzwerkgebühr.",
  signTransferHint:
    "Die Zahlung wurde an Ihre Wallet ausgezahlt. Deshalb wird die Erstattung von dort gesendet und die Netzwerkgebühr daraus bezahlt.",
  signSends: "Sendet",
  signTo: "An",
  signFrom: "Signiert von",
  signContract: "Aufgerufener Vertrag",
  signFunction: "Funktion",
  signFunctionRefund: "refund: von der Einzahlungsadresse der Zahlung an den Kunden",
  signFunctionTransfer: "transfer: von Ihrer Wallet an den Kunden",
  signNoScript:
    "Ohne JavaScript kann diese Seite keine Wallet fragen. Senden Sie die vorbereitete Transaktion aus Ihrer Wallet:",
  signRaw: "Vorbereitete Transaktion zeigen",
  signRawHint:
    "Senden Sie diese Daten auf {network} an diesen Vertrag, aus der oben genannten Wallet und mit dem Wert 0.",
  copyContract: "Vertrag kopieren",
  copiedContract: "Vertrag kopiert.",
  dataLabel: "Daten",
  copyData: "Daten kopieren",
  copiedData: "Daten kopiert.",
  hashTitle: "Oder anderswo signieren, etwa in einem Safe",
  hashHint: "Geben Sie nach dem Senden den Transaktions-Hash ein: Dann wird sie sofort gefunden.",
  opensExplorer: "öffnet den Block-Explorer in einem neuen Tab",
  language: "Sprache",
  networkUnnamed: "Netzwerk {chainId}",
};

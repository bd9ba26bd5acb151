import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  addressLabel: "Ihre Adresse auf {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "Öffnen Sie bei einer Börse „Einzahlen“, wählen Sie {token} und {network} und kopieren Sie die angezeigte Adresse. Verwenden Sie nicht die Adresse, von der Ihre Zahlung kam: Börsen nutzen sie für viele Kunden.",
  check: "Weiter",
  checking: "Wird geprüft …",
  walletButton: "Mit Wallet signieren",
  walletLoading: "Wird geöffnet …",
  badWallet:
    "Diese Adresse gehört zu einem Token oder zu diesem Dienst, das Geld wäre also verloren. Verwenden Sie die Adresse Ihrer eigenen Wallet.",
  confirmSend: "Ja, dorthin senden",
  confirmSending: "Einen Moment …",
  confirmChange: "Adresse ändern",
  problemGone: "Dieser Link funktioniert nicht mehr. Bitten Sie den Shop um einen neuen.",
  problemSignature:
    "Diese Wallet hat nicht gezahlt. Verwenden Sie die Wallet, mit der Sie gezahlt haben, oder geben Sie eine Adresse ein.",
  problemBusy: "Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
  problemUnreachable:
    "Wir können den Dienst nicht erreichen. Es wurde nichts geändert; bitte versuchen Sie es erneut.",
  problemOther: "Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.",
  signConnect: "Wallet verbinden",
  signSend: "{amount} senden",
  signConfirm: "Bestätigen Sie die Transaktion in {wallet}",
  signWrongWallet:
    "{wallet} verwendet ein anderes Konto: {address}. Nur das folgende kann die Erstattung signieren:",
  signRightWallet: "Die richtige Wallet ist verbunden.",
  hashLabel: "Transaktions-Hash",
  hashPlaceholder: "0x…",
  hashSend: "Absenden",
  hashSending: "Suche …",
  hashTaken: "Transaktion gefunden. Das Netzwerk bestätigt sie.",
  hashWaiting: "Gespeichert. Auf {network} sehen wir sie noch nicht.",
  hashShape: "Geben Sie einen Transaktions-Hash ein: 0x und danach 64 Zeichen (0–9, a–f).",
  hashUnknown: "{network} kennt diese Transaktion noch nicht. Versuchen Sie es gleich noch einmal.",
  hashReverted: "Diese Transaktion ist fehlgeschlagen; es wurde nichts erstattet.",
  hashOther: "Diese Transaktion gehört nicht zu dieser Erstattung oder hat schon eine andere bezahlt.",
  sentFromWallet: "Transaktion gesendet",
  sentFromWalletHint: "Wir warten, bis sie auf {network} erscheint. Das dauert einige Sekunden.",
  sentAgain: "Angaben zum Signieren wieder anzeigen",
  sentAgainHint: "Nur wenn Ihre Wallet meldet, dass die Transaktion fehlgeschlagen ist.",
  signatureRequested:
    "Wir haben Ihre Wallet um diese Erstattung gebeten und noch keine Antwort. Sie wird noch gesendet, wenn ein Inhaber sie bestätigt. Prüfen Sie die Wallet, bevor Sie sie noch einmal senden.",
  claimReview: "{amount} auf {network} werden an diese Wallet gesendet:",
  claimSign: "Signieren",
  claimConfirm: "Signieren Sie die Nachricht in {wallet}",
  claimChecking: "Signatur wird geprüft …",
};

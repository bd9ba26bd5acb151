import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  addressLabel: "Ihre Adresse auf {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "Öffnen Sie bei einer Börse „Einzahlen“, wählen Sie {token} und {network} und kopieren Sie die dort gezeigte Adresse. Nehmen Sie nie die, von der Ihre Zahlung kam: Börsen teilen sie unter ihren Kunden.",
  check: "Weiter",
  checking: "Wird geprüft …",
  walletButton: "Mit Wallet signieren",
  walletLoading: "Wird geöffnet …",
  badWallet:
    "Diese Adresse gehört zu einem Token oder zu diesem Dienst, und das Geld wäre dort verloren. Nehmen Sie die Adresse Ihrer eigenen Wallet.",
  confirmSend: "Ja, dorthin senden",
  confirmSending: "Einen Moment …",
  confirmChange: "Adresse ändern",
  problemGone: "Dieser Link funktioniert nicht mehr. Bitten Sie den Shop um einen neuen.",
  problemSignature:
    "Diese Wallet hat nicht gezahlt. Verwenden Sie die, mit der Sie gezahlt haben, oder nennen Sie eine Adresse.",
  problemBusy: "Das waren zu viele Versuche. Bitte warten Sie eine Minute.",
  problemUnreachable:
    "Der Dienst antwortet nicht. Es wurde nichts geändert; bitte versuchen Sie es noch einmal.",
  problemOther: "Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
  signConnect: "Wallet verbinden",
  signSend: "{amount} senden",
  signConfirm: "Bestätigen Sie die Transaktion in {wallet}",
  signWrongWallet:
    "In {wallet} ist ein anderes Konto gewählt: {address}. Nur dieses kann die Erstattung signieren:",
  signRightWallet: "Die richtige Wallet ist verbunden.",
  hashLabel: "Transaktions-Hash",
  hashPlaceholder: "0x…",
  hashSend: "Absenden",
  hashSending: "Suche …",
  hashTaken: "Gefunden. Das Netzwerk bestätigt sie.",
  hashWaiting: "Notiert. Auf {network} ist sie noch nicht zu sehen.",
  hashShape: "Ein Transaktions-Hash besteht aus 0x und 64 Ziffern und Buchstaben von a bis f.",
  hashUnknown: "{network} kennt diese Transaktion noch nicht. Versuchen Sie es gleich noch einmal.",
  hashReverted: "Diese Transaktion ist fehlgeschlagen: Sie hat nichts gezahlt.",
  hashOther: "Diese Transaktion zahlt diese Erstattung nicht.",
  sentFromWallet: "Transaktion gesendet",
  sentFromWalletHint: "Sie erscheint gleich auf {network}. Das dauert einige Sekunden.",
  sentAgain: "Noch einmal zeigen, was zu signieren ist",
  sentAgainHint: "Nur wenn Ihre Wallet meldet, dass die Transaktion fehlgeschlagen ist.",
  claimReview: "{amount} auf {network} werden an diese Wallet gesendet:",
  claimSign: "Signieren",
  claimConfirm: "Signieren Sie die Nachricht in {wallet}",
  claimChecking: "Signatur wird geprüft …",
};

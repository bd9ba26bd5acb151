import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  timeLeft: "Verbleibende Zeit",
  timeIsUpSpoken: "Die Zahlungsfrist ist abgelaufen.",
  connectionLost:
    "Keine Verbindung. Eine bereits gesendete Zahlung ist sicher; diese Seite läuft von selbst weiter.",
  serviceTrouble:
    "Der Dienst antwortet nicht. Eine bereits gesendete Zahlung ist sicher; diese Seite läuft von selbst weiter.",
  hashLabel: "Transaktions-Hash",
  hashPlaceholder: "0x…",
  hashShape: "Ein Transaktions-Hash besteht aus 0x und 64 Ziffern und Buchstaben von a bis f.",
  lookUp: "Zahlung suchen",
  lookingUp: "Suche …",
  lookupLate:
    "Gefunden. Die Zeit war abgelaufen, bevor der ganze Betrag einging. Der Shop sieht die Zahlung und kann sie Ihnen erstatten.",
  verifyNoScript:
    "Öffnen Sie diese Seite in einem Browser mit JavaScript, um Ihre Zahlung zu suchen, oder schreiben Sie dem Shop mit Ihrem Transaktions-Hash.",
  print: "Beleg drucken",
  returnToShop: "Zurück zu {merchant}",
  returningIn: "Weiter in {seconds} s",
  stayHere: "Hier bleiben",
  chooseOn: "auf {network}",
  chooseUnavailable: "Derzeit kein Kurs",
  problemRate: "Derzeit ist kein Wechselkurs verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.",
  problemNotSelectable: "Die Auswahl kann nicht mehr geändert werden.",
  problemOther: "Das hat nicht geklappt. Bitte wählen Sie noch einmal.",
  copyFailed: "Kopieren wurde nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn selbst.",
  relayHint:
    "Ihre signierte Zahlung wird auf {network} gesendet. Sie müssen nichts weiter tun; das dauert einige Sekunden.",
  relayAgainHint:
    "Nur wenn es länger als eine Minute dauert: Eine erneute Zahlung jetzt könnte doppelt zahlen.",
  sentHint: "Sie erscheint gleich auf {network}. Das dauert einige Sekunden.",
  sentAgain: "Zahlungsangaben wieder zeigen",
  sentAgainHint: "Nur wenn Ihre Wallet meldet, dass die Zahlung fehlgeschlagen ist.",
  opensExplorer: "öffnet den Block-Explorer in einem neuen Tab",
  amountLabel: "Betrag",
  fromWallet: "Mit Wallet zahlen",
  fromWalletHint: "Alles wird für Sie ausgefüllt.",
  payWithDemo: "Mit Demo-Wallet zahlen",
  connectWallet: "Wallet verbinden",
  walletLoading: "Wird geöffnet …",
  timeLeftMinutes: {
    one: "Noch {count} Minute Zeit zum Zahlen.",
    other: "Noch {count} Minuten Zeit zum Zahlen.",
  },
  lookupPart: "Ein Teil des Betrags ist eingegangen.",
  lookupSeen: "Die Zahlung wurde gesehen und wird bestätigt.",
  lookupPaid: "Die Zahlung ist bestätigt.",
  lookupNoted: "Notiert. Das Netzwerk kennt diese Transaktion noch nicht; wir achten darauf.",
  lookupRecorded: "Die Überweisung ist erfasst. Der Shop kann sie sehen.",
  problemBusy: "Das waren zu viele Versuche. Bitte warten Sie eine Minute.",
  hashHint: "Der Hash selbst oder der Link aus einem Block-Explorer. Das Netzwerk müssen Sie nicht kennen.",
  lookupOtherNetwork:
    "Ihre Zahlung liegt auf {network}, nicht im Netzwerk dieser Zahlungsseite. Der Shop sieht sie und kann sie Ihnen erstatten.",
  lookupOtherToken:
    "Ihre Zahlung ist auf {network} angekommen, aber in einem anderen Token als dem gewählten. Der Shop sieht sie und kann sie Ihnen erstatten.",
  lookupReverted: "Diese Transaktion ist auf {network} fehlgeschlagen: Sie hat nichts gezahlt.",
  lookupNotThis:
    "Diese Transaktion gibt es auf {network}, sie geht aber nicht an die Adresse dieser Zahlung.",
  lookupUnknown:
    "Keines der Netzwerke des Shops kennt diese Transaktion. Bitte prüfen Sie den Hash oder versuchen Sie es in einer Minute noch einmal.",
  lookupUnanswered:
    "Das Netzwerk war gerade nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.",
  sentCancelled:
    "Ihre Wallet hat diese Zahlung durch eine andere Transaktion ersetzt; sie wird nicht ankommen. Sie können erneut zahlen.",
  sentReverted:
    "Diese Zahlung ist auf {network} fehlgeschlagen; es wurde nichts gezahlt. Sie können erneut zahlen.",
  sentDoubtful:
    "Die gesendete Zahlung kann noch ankommen. Zahlen Sie nur erneut, wenn Ihre Wallet meldet, dass sie fehlgeschlagen ist oder abgebrochen wurde.",
  addressChecked: "Adresse auf Ihrem Gerät geprüft",
  addressProves:
    "Diese Seite hat die Adresse auf Ihrem Gerät nachgerechnet: Geld dort kann nur an die Wallet des Shops {wallet} gehen oder von ihr erstattet werden.",
  addressProvesRefund:
    "Diese Seite hat die Adresse auf Ihrem Gerät nachgerechnet: Geld dort kann nur an die Wallet des Shops {wallet} gehen oder von {authority} erstattet werden.",
  addressWrongTitle: "Halt: Bitte nicht zahlen",
  addressWrong:
    "Die Adresse, die diese Seite erhalten hat, gehört nicht zu dieser Zahlung. Sie wurde verändert. Bitte senden Sie nichts und benachrichtigen Sie den Shop.",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  timeLeft: "Verbleibende Zeit",
  timeIsUpSpoken: "Die Zahlungsfrist ist abgelaufen.",
  connectionLost:
    "Sie sind offline. Bereits gesendete Zahlungen sind sicher; diese Seite aktualisiert sich von selbst.",
  serviceTrouble:
    "Wir können den Dienst nicht erreichen. Bereits gesendete Zahlungen sind sicher; diese Seite aktualisiert sich von selbst.",
  hashLabel: "Transaktions-Hash oder Absenderadresse",
  hashPlaceholder: "0x…",
  hashShape:
    "Geben Sie einen Transaktions-Hash (0x und 64 Zeichen) oder die Adresse ein, von der Sie gezahlt haben (0x und 40 Zeichen).",
  findPayment: "Zahlung suchen",
  lookingUp: "Suche …",
  lookupLate:
    "Zahlung gefunden, aber die Frist war abgelaufen, bevor der ganze Betrag einging. Der Shop sieht sie und kann sie Ihnen erstatten.",
  verifyNoScript:
    "Um Ihre Zahlung zu finden, öffnen Sie diese Seite in einem Browser mit JavaScript oder senden Sie dem Shop Ihren Transaktions-Hash.",
  print: "Beleg drucken",
  returnToShop: "Zurück zu {merchant}",
  returningIn: "Weiterleitung in {seconds} s",
  stayHere: "Hier bleiben",
  chooseOn: "auf {network}",
  chooseUnavailable: "Derzeit kein Kurs",
  problemRate: "Der Wechselkurs ist gerade nicht verfügbar. Bitte versuchen Sie es in einer Minute erneut.",
  problemNotSelectable: "Der Coin kann nicht mehr geändert werden.",
  problemOther: "Etwas ist schiefgegangen. Bitte wählen Sie noch einmal.",
  copyFailed:
    "Ihr Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn selbst.",
  sentHint: "Wir warten, bis sie auf {network} erscheint. Das dauert einige Sekunden.",
  sentAgain: "Zahlungsdaten wieder anzeigen",
  sentAgainHint: "Nur wenn Ihre Wallet meldet, dass die Zahlung fehlgeschlagen ist.",
  copyHash: "Transaktions-Hash kopieren",
  copiedHash: "Transaktions-Hash kopiert.",
  opensExplorer: "öffnet den Block-Explorer in einem neuen Tab",
  amountLabel: "Betrag",
  fromWallet: "Mit Wallet zahlen",
  fromWalletHint: "Wir füllen alles für Sie aus.",
  payWithDemo: "Mit Demo-Wallet zahlen",
  connectWallet: "Wallet verbinden",
  payWith: "Mit {wallet} zahlen",
  browserWallet: "Browser-Wallet",
  moreWallets: "Weitere Wallets",
  walletLoading: "Wird geöffnet …",
  timeLeftMinutes: {
    one: "Noch {count} Minute Zeit zum Zahlen.",
    other: "Noch {count} Minuten Zeit zum Zahlen.",
  },
  lookupPart: "Zahlung gefunden. Sie deckt einen Teil des Betrags.",
  lookupSeen: "Zahlung gefunden. Sie wird gerade bestätigt.",
  lookupPaid: "Zahlung gefunden und bestätigt.",
  lookupNoted: "Das Netzwerk kennt diese Transaktion noch nicht. Wir suchen weiter danach.",
  lookupRecorded: "Zahlung gefunden. Der Shop kann sie sehen.",
  problemBusy: "Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
  hashHint:
    "Auch ein Link in einen Block-Explorer geht. Bei Zahlung von einer Börse nehmen Sie den Hash: Börsen teilen sich Adressen.",
  lookupSender: "Von dieser Adresse gefunden: {list}. Der Shop sieht es.",
  lookupSenderNone:
    "Von dieser Adresse haben wir in den Netzwerken des Shops nichts für diese Zahlung gefunden. Versuchen Sie es mit dem Transaktions-Hash.",
  lookupOtherNetwork:
    "Ihre Zahlung ist auf {network} eingegangen, aber diese Bestellung muss in einem anderen Netzwerk bezahlt werden. Der Shop sieht sie und kann sie Ihnen erstatten.",
  lookupOtherToken:
    "Ihre Zahlung ist auf {network} in einem anderen Coin eingegangen, als Sie gewählt haben. Der Shop sieht sie und kann sie Ihnen erstatten.",
  lookupReverted: "Diese Transaktion ist auf {network} fehlgeschlagen; es wurde nichts bezahlt.",
  lookupNotThis: "Diese Transaktion ist auf {network}, geht aber nicht an die Adresse dieser Zahlung.",
  lookupUnknown:
    "Wir haben diese Transaktion in keinem Netzwerk des Shops gefunden. Prüfen Sie den Hash oder versuchen Sie es in einer Minute erneut.",
  lookupUnanswered:
    "Wir konnten das Netzwerk nicht erreichen. Bitte versuchen Sie es in einer Minute erneut.",
  sentCancelled:
    "Ihre Wallet hat diese Zahlung durch eine andere Transaktion ersetzt, sie wird also nicht ankommen. Sie können erneut zahlen.",
  sentReverted:
    "Diese Zahlung ist auf {network} fehlgeschlagen; es wurde nichts bezahlt. Sie können erneut zahlen.",
  sentDoubtful:
    "Die gesendete Zahlung kann noch ankommen. Zahlen Sie nur erneut, wenn Ihre Wallet meldet, dass sie fehlgeschlagen ist oder abgebrochen wurde.",
  sentUnanswered:
    "Wir haben Ihre Wallet um die Zahlung gebeten und noch keine Antwort. Die Zahlung kommt noch an, wenn Sie oder ein Mitinhaber sie bestätigen. Prüfen Sie Ihre Wallet, bevor Sie auf anderem Weg zahlen.",
  addressChecked: "Adresse auf Ihrem Gerät geprüft",
  addressProves:
    "Ihr Gerät hat diese Adresse nachgerechnet. Geld an diese Adresse kann nur an die Wallet des Shops {wallet} gehen oder von dieser Wallet erstattet werden.",
  addressProvesRefund:
    "Ihr Gerät hat diese Adresse nachgerechnet. Geld an diese Adresse kann nur an die Wallet des Shops {wallet} gehen oder von {authority} erstattet werden.",
  addressWrongTitle: "Halt: Zahlen Sie nicht",
  addressWrong:
    "Die Adresse auf dieser Seite gehört nicht zu dieser Zahlung. Sie wurde möglicherweise manipuliert. Senden Sie nichts und benachrichtigen Sie den Shop.",
};

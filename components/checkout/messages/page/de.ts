import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const de: Translation<typeof en, "de"> = {
  pageTitle: "An {merchant} zahlen",
  checkoutFor: "Zahlung",
  approximately: "{amount} {token} auf {network}",
  howComputed: "So haben wir den Betrag berechnet",
  rateLine: "1 {token} = {rate} {currency} um {time}.",
  rateSource: "Quelle: {providers}.",
  rateMedian: "Median von {providers}",
  rateFixed: "ein fester Testkurs",
  computation:
    "{fiat} {currency} ÷ {rate} = {amount} {token}, zu Ihren Gunsten auf {decimals} Nachkommastellen abgerundet.",
  rateHeld: "Wir halten diesen Kurs, bis die Zahlungsfrist abläuft.",
  payBefore: "Zahlbar bis {time}",
  cancelAndReturn: "Abbrechen und zurück zum Shop",
  skipToPayment: "Zur Zahlung springen",
  checkAgain: "Zahlung prüfen",
  chooseTitle: "Zahlungsart wählen",
  chooseHint: "Wählen Sie einen Coin und das Netzwerk, über das Sie ihn senden.",
  chooseNone: "Dieser Shop nimmt gerade keine Coins an. Bitte kehren Sie zum Shop zurück.",
  feeAbout: "Gebühr etwa {fee}",
  feeUnder: "Gebühr unter {fee}",
  timeSeconds: { one: "etwa {count} Sekunde", other: "etwa {count} Sekunden" },
  timeMinutes: { one: "etwa {count} Minute", other: "etwa {count} Minuten" },
  lowestFee: "Niedrigste Gebühr",
  chooseYourself: "Oder selbst wählen",
  walletApps: "Diese Seite in Ihrer Wallet-App öffnen",
  walletUri: "Zahlung in einer Wallet-App öffnen",
  keepCurrent: "Bei {token} auf {network} bleiben",
  changeToken: "Ändern",
  payTitle: "{amount} {token} senden",
  payOn: "auf {network}",
  partialTitle: "Noch {remaining} {token} senden",
  partialReceived: "Wir haben {received} {token} von {amount} {token} erhalten.",
  sendYourself: "Manuell senden",
  sendYourselfHint: "Aus jeder Wallet oder Börse, nur auf {network}.",
  addressLabel: "Adresse auf {network}",
  copyAmount: "Betrag kopieren",
  copyAddress: "Adresse kopieren",
  copiedAmount: "Betrag kopiert.",
  copiedAddress: "Adresse kopiert.",
  networkWarning: "Senden Sie nur {token} und nur auf {network}.",
  helpTitle: "Neu hier? So funktioniert es",
  helpCoinTitle: "Ein Coin im Wert eines Dollars",
  helpCoin:
    "USDC und USDT sind digitale Dollar: Ein Coin ist etwa einen US-Dollar wert. Sie bewahren sie in einer Wallet-App oder bei einer Börse auf.",
  helpNetworkTitle: "Ein Netzwerk, das ihn überträgt",
  helpNetwork:
    "Denselben Coin gibt es in mehreren Netzwerken. Senden Sie ihn über das Netzwerk, das diese Seite nennt: Über ein anderes zählt er hier nicht.",
  helpCostTitle: "Was es kostet",
  helpCost:
    "Den Preis und die Netzwerkgebühr, die Ihre Wallet vor der Bestätigung anzeigt. Fällt keine Netzwerkgebühr an, steht es bei der Schaltfläche.",
  exchangeTitle: "Von einer Börse zahlen",
  exchangeChoose: "Wählen Sie hier zuerst Coin und Netzwerk, die Ihre Börse auszahlen kann.",
  exchangeWithdraw: "Zahlen Sie bei der Börse genau {token} aus.",
  exchangeNetwork: "Wählen Sie genau das Netzwerk {network} und fügen Sie die Adresse von dieser Seite ein.",
  exchangeFee:
    "Hier müssen genau {amount} {token} ankommen. Die Gebühr der Börse kommt hinzu: Zieht sie die Gebühr ab, zahlen Sie um so viel mehr aus.",
  exchangeMinimum:
    "Börsen haben einen Mindestbetrag und brauchen manchmal einige Minuten. Prüfen Sie beides, bevor die Zahlungsfrist abläuft.",
  qrLegend: "Art des QR-Codes",
  qrAddress: "Adresse",
  qrLink: "Wallet-Link",
  qrAddressAlt: "QR-Code mit der Adresse {address}",
  qrLinkAlt: "QR-Code mit einem Zahlungslink: Token, Netzwerk, Betrag und Adresse",
  qrAddressHint: "Funktioniert mit jeder Wallet. Geben Sie den Betrag selbst ein.",
  qrLinkHint: "Trägt den Betrag ein, wenn Ihre Wallet das unterstützt.",
  stepWaiting: "Warten",
  stepSent: "Gesendet",
  stepSeen: "Zahlung erkannt",
  stepReceived: "Eingegangen",
  stepPaid: "Bezahlt",
  stepsLabel: "Fortschritt",
  stepDone: "erledigt",
  sentTitle: "Zahlung gesendet, wir warten auf das Netzwerk",
  relayTitle: "Ihre Zahlung wird gesendet",
  relayHint:
    "Wir senden Ihre signierte Zahlung auf {network}. Sie müssen nichts tun; es dauert einige Sekunden.",
  relayAgainHint:
    "Nur wenn es länger als eine Minute dauert: Wenn Sie jetzt erneut zahlen, zahlen Sie möglicherweise doppelt.",
  reportedTitle: "Eine Zahlung wurde schon gesendet",
  reportedHint:
    "Für diese Bestellung wurde eine Zahlung gemeldet, vielleicht aus einem anderen Tab oder von einem anderen Gerät. Wir suchen nach ihr. Sie müssen nicht noch einmal zahlen.",
  reportedAgainHint:
    "Nur wenn diese Zahlung fehlgeschlagen ist: Wenn Sie jetzt noch einmal zahlen, zahlen Sie vielleicht doppelt.",
  confirmingTitle: "Zahlung erkannt",
  confirmingCount: "Bestätigung {seen} von {required}",
  confirmingFinality: "Warten, bis {network} die Zahlung endgültig bestätigt",
  confirmingHint:
    "Sie müssen nichts weiter tun. Sie können diese Seite schließen: Wir benachrichtigen den Shop.",
  transaction: "Transaktion",
  paidTitle: "Bezahlt",
  paidHint: "{merchant} hat Ihre Zahlung erhalten.",
  receiptPaidTo: "Bezahlt an",
  receiptItem: "Artikel",
  receiptPrice: "Preis",
  receiptAmount: "Bezahlt",
  receiptAccepted: "Akzeptiert",
  acceptedOf: "{received} von {amount} {token}",
  acceptedHint:
    "{merchant} hat {received} {token} statt {amount} {token} akzeptiert. Sie müssen nichts mehr senden.",
  receiptNetwork: "Netzwerk",
  receiptDate: "Bezahlt am",
  receiptCheckout: "Zahlungsnummer",
  mailReceiptLabel: "Beleg per E-Mail an",
  mailReceiptSend: "Senden",
  mailReceiptHint: "Wir senden ihn einmal und löschen dann die Adresse.",
  mailReceiptSent: "Der Beleg ist unterwegs. Danach löschen wir die Adresse.",
  mailReceiptFailed: "Das hat nicht geklappt. Bitte prüfen Sie die Adresse.",
  mailReceiptSubject: "Ihr Beleg von {merchant}",
  mailReceiptReason:
    "Sie erhalten diese E-Mail, weil diese Adresse auf der Zahlungsseite eingegeben wurde. Nach dem Versand haben wir sie gelöscht.",
  overpaidTitle: "Sie haben {amount} {token} zu viel gezahlt",
  overpaidHint: "{merchant} kann den Betrag erstatten. Sie müssen jetzt keine Adresse eingeben.",
  overpaidRequest: "{amount} {token} zurückfordern",
  overpaidRequesting: "Anfrage wird gesendet …",
  overpaidFailed: "Ihre Anfrage konnte nicht gesendet werden. Bitte versuchen Sie es in einer Minute erneut.",
  overpaidRequested:
    "Sie haben {amount} {token} zurückgefordert. {merchant} wurde benachrichtigt und fragt Sie, wohin der Betrag gehen soll.",
  overpaidSigned:
    "Sie haben {amount} {token} zurückgefordert. {merchant} wurde benachrichtigt und kann an die Wallet erstatten, die gezahlt hat.",
  overpaidRefunding: "{merchant} hat den Betrag erstattet, oder die Erstattung ist unterwegs.",
  overpaidSign: "Aus der eigenen Wallet gezahlt? Lassen Sie dorthin erstatten",
  overpaidSignHint:
    "Ihre Signatur zeigt {merchant}, dass diese Wallet gezahlt hat, sodass die Erstattung dorthin gehen kann. Sie ist kostenlos und bewegt kein Geld.",
  overpaidSignButton: "Anfrage signieren",
  overpaidSignRefused:
    "Diese Wallet hat nicht die ganze Zahlung geleistet. {merchant} wird Sie nach einer Adresse fragen.",
  timeUpTitle: "Die Zeit ist abgelaufen",
  timeUpHint:
    "Senden Sie jetzt nichts. Wenn Sie rechtzeitig gezahlt haben, suchen wir noch nach Ihrer Zahlung und rechnen sie an.",
  timeUpLooking: "Wir suchen Ihre Zahlung",
  expiredTitle: "Diese Zahlung ist abgelaufen",
  expiredPart:
    "Wir haben {received} {token} von {amount} {token} erhalten. {merchant} kann den Betrag erstatten.",
  notPaidTitle: "Ich habe nicht gezahlt",
  notPaidHint:
    "Senden Sie nichts an die alte Adresse. Beginnen Sie im Shop neu; der Preis kann sich geändert haben.",
  requoteHint: "Senden Sie nichts an die alte Adresse. Sie können zum aktuellen Preis fortfahren.",
  requoteNow: "Neuer Preis: {amount} {token} · Weiter",
  requoteOpen: "Zum aktuellen Preis fortfahren",
  requoteFailed:
    "Diese Zahlung lässt sich jetzt nicht fortsetzen. Wenn Sie etwas gesendet haben, suchen Sie es unten. Wenn nicht, beginnen Sie im Shop neu.",
  replacedHint:
    "Sie haben diese Bestellung schon zu einem neuen Preis fortgesetzt. Senden Sie nichts an die alte Adresse.",
  replacedOpen: "Zur neuen Zahlung",
  earlierTitle: "An der früheren Adresse dieser Bestellung ist eine Zahlung eingegangen",
  earlierHint: "Sehen Sie sie an, bevor Sie noch einmal zahlen, damit Sie nicht doppelt zahlen.",
  earlierOpen: "Diese Zahlung zeigen",
  contactMerchant: "{merchant} kontaktieren",
  receiptTitle: "Beleg",
  receiptReference: "Referenz",
  receiptRefund: "Erstattet",
  backToShop: "Zurück zum Shop",
  backToShopYourself: "Kehren Sie zum Shop zurück und beginnen Sie neu.",
  alreadyPaidTitle: "Ich habe schon gezahlt",
  alreadyPaidHint:
    "Ihr Geld ist nicht verloren. Geben Sie den Transaktions-Hash ein oder die Adresse, von der Sie gezahlt haben.",
  strayTitle: "{amount} {token} sind auf {network} angekommen",
  strayUncounted:
    "Dieser Betrag konnte nicht angerechnet werden: Die Bestellung muss in {wanted} auf {wantedNetwork} bezahlt werden.",
  strayReturn: "Ihr Geld ist nicht verloren. {merchant} sieht es und kann es erstatten.",
  strayNext: "Zum Bezahlen senden Sie den Betrag unten auf {wantedNetwork}.",
  lateTitle: "Zahlung zu spät eingegangen",
  lateHint:
    "Ihre Zahlung von {received} {token} ist nach Ablauf der Frist eingegangen. {merchant} wurde benachrichtigt und wird sie annehmen oder erstatten.",
  lateConfirming:
    "Ihre Zahlung von {received} {token} ist nach Ablauf der Frist eingegangen. Sobald sie bestätigt ist, wird {merchant} benachrichtigt und nimmt sie an oder erstattet sie.",
  lateConfirmingCancelled:
    "Ihre Zahlung von {received} {token} ist eingegangen, nachdem der Shop den Vorgang storniert hatte. Sobald sie bestätigt ist, wird {merchant} benachrichtigt und nimmt sie an oder erstattet sie.",
  cancelledTitle: "Der Shop hat diese Zahlung storniert",
  cancelledHint: "Senden Sie nichts an diese Adresse.",
  cancelledPart: "Wir hatten bereits {received} {token} erhalten. {merchant} kann den Betrag erstatten.",
  refundedTitle: "Erstattet",
  refundedHint: "{merchant} hat Ihre Zahlung erstattet.",
  unknownTitle: "Zahlung nicht gefunden",
  unknownHint:
    "Der Link ist vielleicht unvollständig. Öffnen Sie ihn im Shop noch einmal. Wenn Sie schon gezahlt haben, ist Ihre Zahlung sicher.",
  gaslessFailed:
    "Wir konnten Ihre signierte Zahlung auf {network} nicht senden. Es wurde nichts abgebucht. Bitte zahlen Sie auf andere Weise.",
  gaslessFailedWallet:
    "Wir konnten Ihre signierte Zahlung nicht senden: Der Herausgeber dieses Coins sperrt Ihre Wallet. Es wurde nichts abgebucht. Bitte zahlen Sie mit einer anderen Wallet.",
  gaslessFailedToken:
    "Wir konnten Ihre signierte Zahlung nicht senden: Der Herausgeber dieses Coins hat Überweisungen angehalten. Es wurde nichts abgebucht. Versuchen Sie es später erneut oder fragen Sie den Shop.",
  gaslessFailedBalance:
    "Wir konnten Ihre signierte Zahlung nicht senden: Das Guthaben Ihrer Wallet reichte nicht mehr. Es wurde nichts abgebucht.",
  gaslessFailedUsed:
    "Ihre signierte Zahlung wurde anderswo verwendet oder widerrufen. Falls damit diese Bestellung bezahlt wurde, zeigt diese Seite es gleich an. Andernfalls zahlen Sie bitte erneut.",
  gaslessFailedTime:
    "Wir konnten Ihre signierte Zahlung nicht rechtzeitig senden. Es wurde nichts abgebucht. Bitte zahlen Sie erneut.",
  language: "Sprache",
  framedHint: "Sie sehen Ihre Wallet nicht?",
  framedOpen: "In neuem Tab öffnen",
};

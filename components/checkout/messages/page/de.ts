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
  receiptNetwork: "Netzwerk",
  receiptDate: "Bezahlt am",
  receiptCheckout: "Zahlungsnummer",
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
  backToShop: "Zurück zum Shop",
  backToShopYourself: "Kehren Sie zum Shop zurück und beginnen Sie neu.",
  alreadyPaidTitle: "Ich habe schon gezahlt",
  alreadyPaidHint:
    "Ihr Geld ist nicht verloren. Geben Sie den Transaktions-Hash aus Ihrer Wallet oder Börse ein.",
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

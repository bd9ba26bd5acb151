import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  walletTitle: "Payer par portefeuille",
  walletClose: "Fermer",
  walletChoose: "Portefeuilles dans ce navigateur",
  walletNone:
    "Nous n’avons trouvé aucun portefeuille dans ce navigateur. Installez-en un, ouvrez cette page dans le navigateur de votre portefeuille, ou envoyez le paiement manuellement.",
  walletConnecting: "Confirmez la connexion dans {wallet}",
  walletOther: "Utiliser un autre portefeuille",
  walletFrom: "De",
  walletTo: "À",
  walletBalance: "Solde",
  walletBalanceChecking: "Vérification…",
  walletSwitchTitle: "{wallet} est sur un autre réseau",
  walletSwitch: "Passer à {network}",
  walletSwitching: "Confirmez le changement dans {wallet}",
  walletSwitchRefused:
    "{wallet} n’a pas changé de réseau. Passez à {network} dans le portefeuille lui-même, ou envoyez le paiement manuellement.",
  walletTooLittle:
    "Pas assez de {token} : ce portefeuille contient {balance} sur {network}, il vous faut {amount}.",
  walletEmpty: "Ce portefeuille n’a assez d’aucune devise acceptée par la boutique.",
  walletHasOf: "{balance}, il faut {amount}",
  walletManual: "Envoyer le paiement vous-même",
  walletReadFailed: "Nous n’avons pas pu lire le solde. Vous pouvez tout de même essayer de payer.",
  walletPay: "Payer {amount} {token} sur {network}",
  walletCanPay: "Ce portefeuille peut payer avec",
  walletPreparing: "Préparation du paiement…",
  walletPriceRose: "Le montant est maintenant de {amount} {token}. Vérifiez-le avant de payer.",
  gaslessFree: "Sans frais de réseau : vous signez seulement, nous envoyons le paiement.",
  walletConfirm: "Confirmez le paiement dans {wallet}",
  walletRejected: "Vous avez refusé dans votre portefeuille. Rien n’a été envoyé.",
  walletBusy: "{wallet} a une autre demande en attente. Répondez-y d’abord.",
  walletFailed:
    "{wallet} n’a pas pu effectuer le paiement. Nous ne voyons aucun envoi ; vérifiez votre portefeuille avant de réessayer.",
  gaslessOrdinary: "Payer avec les frais de réseau",
  gaslessSign: "Signez le paiement dans {wallet}",
  gaslessInFlight: "Votre paiement signé est déjà en route. Veuillez patienter un instant.",
  gaslessTooLittle: "Ce portefeuille ne contient plus {amount} {token} sur {network}.",
  gaslessNotSigned:
    "La signature de {wallet} ne correspond pas à ce paiement. Rien n’a été envoyé. Veuillez plutôt payer avec les frais de réseau.",
  gaslessNotPayable: "Ce paiement n’est plus possible. Fermez cette fenêtre et consultez la page.",
  gaslessWalletBlocked:
    "L’émetteur de {token} bloque ce portefeuille. Rien n’a été envoyé. Veuillez payer depuis un autre portefeuille.",
  gaslessStopped:
    "L’émetteur de {token} a suspendu les transferts. Rien n’a été envoyé. Réessayez plus tard ou contactez la boutique.",
  gaslessUnavailable:
    "Le paiement sans frais de réseau est indisponible pour le moment. Rien n’a été envoyé. Veuillez plutôt payer avec les frais de réseau.",
  gaslessNoAnswer:
    "Nous ne parvenons pas à joindre le service. Fermez cette fenêtre et consultez la page avant de réessayer.",
  walletLocked: "{wallet} est verrouillé ou n’est pas connecté à cette page. Déverrouillez-le et réessayez.",
  walletUnsupported:
    "{wallet} ne prend pas cela en charge. Utilisez un autre portefeuille ou envoyez le paiement manuellement.",
  walletDisconnected: "{wallet} n’est plus connecté. Veuillez le reconnecter.",
  walletMoved: "{wallet} a changé de compte ou de réseau. Vérifiez les informations et réessayez.",
  walletNoFee:
    "{wallet} ne contient pas assez de la monnaie propre au réseau pour les frais. Rien n’a été envoyé.",
  walletRefused:
    "Le contrat de cette monnaie refuse ce paiement depuis ce portefeuille. Rien n’a été envoyé. Veuillez utiliser un autre portefeuille.",
  walletUnknownNetwork:
    "{wallet} ne connaît pas {network}. Ajoutez-le dans les réglages du portefeuille, choisissez un autre réseau ou envoyez le paiement manuellement.",
  walletReported:
    "Un paiement de cette commande vient d’être signalé, peut-être depuis un autre onglet ou un autre appareil. Ne payez à nouveau que s’il a échoué.",
  walletPayAgain: "Payer quand même à nouveau",
  walletLacksFee:
    "Ce portefeuille ne contient pas assez de {coin} pour les frais de réseau (environ {fee} {coin}).",
  walletChanged: "Le portefeuille est passé à un autre compte. Vérifiez-le avant de payer.",
  walletConnectHint: "Avec une application de portefeuille sur votre téléphone",
  pairTitle: "Scannez ce code avec votre portefeuille",
  pairLoading: "Préparation du code…",
  pairHint: "Confirmez ensuite la connexion dans votre portefeuille. Le code est valable cinq minutes.",
  pairAlt: "Code QR pour connecter un portefeuille à cette page",
  pairOpen: "Ouvrir un portefeuille sur cet appareil",
  pairCopy: "Copier plutôt le code",
  pairCode: "Code de connexion",
  pairCopied: "Code copié.",
  walletPairingExpired:
    "Le code a expiré et rien n’a été envoyé. Choisissez à nouveau WalletConnect pour en obtenir un autre.",
  walletRelayUnreachable:
    "Nous ne parvenons pas à joindre WalletConnect. Utilisez un autre portefeuille ou envoyez le paiement manuellement.",
  walletSlow:
    "{wallet} n’a pas encore répondu. Ouvrez-le et cherchez une demande. S’il n’y en a pas, rechargez cette page ou utilisez un autre portefeuille.",
  walletSlowPay: "Vous pouvez aussi fermer cette fenêtre et envoyer le paiement manuellement.",
  walletOpen: "Ouvrir {wallet}",
  walletRequestExpired:
    "Personne n’a confirmé à temps dans {wallet}. La demande peut encore y être confirmée : vérifiez {wallet} avant de réessayer.",
  walletNoneFirefox:
    "Firefox peut masquer une extension de portefeuille sur cette page. Si vous en avez une, ouvrez cette page dans un autre navigateur.",
  walletReadNowhere:
    "Nous ne pouvons pas lire le solde de ce portefeuille. Vérifiez qu’il contient {amount} {token} sur {network}.",
};

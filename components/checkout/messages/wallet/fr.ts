import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  walletTitle: "Payer par portefeuille",
  walletClose: "Fermer",
  walletChoose: "Portefeuilles trouvés dans ce navigateur",
  walletNone:
    "Aucun portefeuille trouvé dans ce navigateur. Installez-en un, ouvrez cette page dans le navigateur de votre portefeuille, ou envoyez le paiement vous-même.",
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
    "{wallet} n’a pas changé de réseau. Passez à {network} dans le portefeuille lui-même, ou envoyez le paiement vous-même.",
  walletTooLittle: "Ce portefeuille contient {balance} {token} sur {network} ; il faut {amount} {token}.",
  walletReadFailed: "Le solde n’a pas pu être lu. Vous pouvez tout de même essayer.",
  walletPay: "Payer {amount} {token}",
  walletConfirm: "Confirmez le paiement dans {wallet}",
  walletRejected: "Vous avez refusé dans le portefeuille. Rien n’a été envoyé.",
  walletBusy: "{wallet} a encore une demande en attente. Veuillez la consulter.",
  walletFailed:
    "{wallet} n’a pas pu l’exécuter. D’après nos informations, rien n’a été envoyé ; vérifiez le portefeuille avant de réessayer.",
  gaslessPay: "Payer sans frais de réseau",
  gaslessHint: "Vous signez seulement. Le service envoie le paiement et règle les frais de réseau.",
  gaslessOrdinary: "Ou envoyez-le depuis le portefeuille, avec les frais de réseau en plus.",
  gaslessSign: "Signez le paiement dans {wallet}",
  gaslessInFlight: "Un paiement signé est déjà en route. Veuillez patienter un instant.",
  gaslessTooLittle: "Ce portefeuille ne contient plus {amount} {token} sur {network}.",
  gaslessNotSigned:
    "La signature de {wallet} ne correspond pas à ce paiement. Rien n’a été envoyé. Veuillez payer avec les frais de réseau.",
  gaslessNotPayable: "Ce paiement n’est plus possible. Fermez cette fenêtre et consultez à nouveau la page.",
  gaslessWalletBlocked:
    "L’émetteur de {token} bloque ce portefeuille. Rien n’a été envoyé. Veuillez payer depuis un autre portefeuille.",
  gaslessStopped:
    "L’émetteur de {token} a suspendu les transferts pour le moment. Rien n’a été envoyé. Veuillez réessayer plus tard ou contacter la boutique.",
  gaslessUnavailable:
    "Payer sans frais de réseau n’est pas possible pour le moment. Rien n’a été envoyé. Veuillez payer avec les frais de réseau.",
  gaslessNoAnswer:
    "Le service n’a pas répondu. Fermez cette fenêtre et consultez la page avant de réessayer.",
  walletApps: "Ouvrir cette page dans l’application de votre portefeuille",
  walletLocked: "{wallet} est verrouillé ou n’a pas donné accès à cette page. Déverrouillez-le et réessayez.",
  walletUnsupported:
    "{wallet} ne sait pas faire cela. Utilisez un autre portefeuille ou envoyez le paiement vous-même.",
  walletDisconnected: "{wallet} n’est plus connecté. Veuillez le reconnecter.",
  walletMoved: "{wallet} a changé de compte ou de réseau entre-temps. Vérifiez, puis recommencez.",
  walletNoFee: "{wallet} ne contient pas assez de la monnaie du réseau pour les frais. Rien n’a été envoyé.",
  walletRefused:
    "Le jeton refuse ce paiement depuis ce portefeuille. Rien n’a été envoyé ; utilisez un autre portefeuille.",
  walletUnknownNetwork:
    "{wallet} ne connaît pas {network}. Ajoutez-le dans les réglages du portefeuille, choisissez un autre réseau ou envoyez le paiement vous-même.",
  walletLacksFee:
    "Pour les frais de réseau (environ {fee} {coin}), ce portefeuille contient trop peu de {coin}.",
  walletChanged: "Le portefeuille est passé à un autre compte. Vérifiez-le avant de payer.",
  walletConnectHint: "Avec une application de portefeuille sur votre téléphone",
  pairTitle: "Scannez ce code avec votre portefeuille",
  pairLoading: "Préparation du code…",
  pairHint: "Confirmez ensuite la connexion dans celui-ci. Le code est valable cinq minutes.",
  pairAlt: "Code QR par lequel un portefeuille se connecte à cette page",
  pairOpen: "Ouvrir un portefeuille sur cet appareil",
  pairCopy: "Copier plutôt le code",
  pairCode: "Code de connexion",
  pairCopied: "Code copié",
  walletPairingExpired:
    "Le code a expiré et rien n’a été envoyé. Choisissez à nouveau WalletConnect pour en obtenir un autre.",
  walletRelayUnreachable:
    "WalletConnect ne répond pas. Utilisez un autre portefeuille ou envoyez le paiement vous-même.",
  walletReadNowhere: "Votre portefeuille indiquera s’il contient {amount} {token} sur {network}.",
};

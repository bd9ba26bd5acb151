import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  addressLabel: "Votre adresse sur {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "Sur une plateforme d’échange, ouvrez « Dépôt », choisissez {token} et {network}, puis copiez l’adresse affichée. N’utilisez pas l’adresse d’où venait votre paiement : les plateformes la partagent entre leurs clients.",
  check: "Continuer",
  checking: "Vérification…",
  walletButton: "Signer avec le portefeuille",
  walletLoading: "Ouverture…",
  badWallet:
    "Cette adresse appartient à un jeton ou à ce service, l’argent serait donc perdu. Utilisez l’adresse de votre propre portefeuille.",
  confirmSend: "Oui, envoyer ici",
  confirmSending: "Un instant…",
  confirmChange: "Modifier l’adresse",
  problemGone: "Ce lien ne fonctionne plus. Demandez-en un nouveau à la boutique.",
  problemSignature:
    "Ce portefeuille n’a pas payé. Utilisez celui avec lequel vous avez payé, ou saisissez une adresse.",
  problemBusy: "Trop de tentatives. Veuillez réessayer dans une minute.",
  problemUnreachable:
    "Nous ne parvenons pas à joindre le service. Rien n’a été modifié ; veuillez réessayer.",
  problemOther: "Une erreur s’est produite. Veuillez réessayer.",
  signConnect: "Connecter un portefeuille",
  signSend: "Envoyer {amount}",
  signConfirm: "Confirmez la transaction dans {wallet}",
  signWrongWallet:
    "{wallet} utilise un autre compte : {address}. Seul le suivant peut signer le remboursement :",
  signRightWallet: "Le bon portefeuille est connecté.",
  hashLabel: "Hash de transaction",
  hashPlaceholder: "0x…",
  hashSend: "Valider",
  hashSending: "Recherche…",
  hashTaken: "Transaction trouvée. Le réseau la confirme.",
  hashWaiting: "Enregistrée. Nous ne la voyons pas encore sur {network}.",
  hashShape: "Saisissez un hash de transaction : 0x suivi de 64 caractères (0–9, a–f).",
  hashUnknown: "{network} ne connaît pas encore cette transaction. Réessayez dans un instant.",
  hashReverted: "Cette transaction a échoué, donc rien n’a été remboursé.",
  hashOther: "Cette transaction ne correspond pas à ce remboursement, ou elle en a déjà payé un autre.",
  sentFromWallet: "Transaction envoyée",
  sentFromWalletHint: "Nous attendons qu’elle apparaisse sur {network}. Cela prend quelques secondes.",
  sentAgain: "Réafficher les informations à signer",
  sentAgainHint: "Seulement si votre portefeuille indique que la transaction a échoué.",
  signatureRequested:
    "Nous avons demandé ce remboursement à votre portefeuille, qui n’a pas encore répondu. Il sera envoyé si un titulaire le confirme. Vérifiez le portefeuille avant de l’envoyer à nouveau.",
  claimReview: "{amount} sur {network} seront envoyés à ce portefeuille :",
  claimSign: "Signer",
  claimConfirm: "Signez le message dans {wallet}",
  claimChecking: "Vérification de la signature…",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  addressLabel: "Votre adresse sur {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "Sur une plateforme d’échange, ouvrez Dépôt, choisissez {token} et {network}, puis copiez l’adresse affichée. Ne reprenez jamais celle d’où venait votre paiement : les plateformes la partagent entre leurs clients.",
  check: "Continuer",
  checking: "Vérification…",
  walletButton: "Signer avec le portefeuille",
  walletLoading: "Ouverture…",
  badWallet:
    "Cette adresse appartient à un jeton ou à ce service, et l’argent y serait perdu. Indiquez l’adresse de votre propre portefeuille.",
  confirmSend: "Oui, envoyer ici",
  confirmSending: "Un instant…",
  confirmChange: "Modifier l’adresse",
  problemGone: "Ce lien ne fonctionne plus. Demandez-en un nouveau à la boutique.",
  problemSignature:
    "Ce portefeuille n’a pas payé. Utilisez celui avec lequel vous avez payé, ou indiquez une adresse.",
  problemBusy: "Trop de tentatives. Veuillez réessayer dans une minute.",
  problemUnreachable: "Le service ne répond pas. Rien n’a été modifié ; veuillez réessayer.",
  problemOther: "Cela n’a pas fonctionné. Veuillez réessayer.",
  signConnect: "Connecter un portefeuille",
  signSend: "Envoyer {amount}",
  signConfirm: "Confirmez la transaction dans {wallet}",
  signWrongWallet:
    "Un autre compte est choisi dans {wallet} : {address}. Seul celui-ci peut signer le remboursement :",
  signRightWallet: "Le bon portefeuille est connecté.",
  hashLabel: "Hash de transaction",
  hashPlaceholder: "0x…",
  hashSend: "Envoyer",
  hashSending: "Recherche…",
  hashTaken: "Trouvée. Le réseau la confirme.",
  hashWaiting: "Notée. Elle n’est pas encore visible sur {network}.",
  hashShape: "Un hash de transaction commence par 0x, suivi de 64 chiffres et lettres de a à f.",
  hashUnknown: "{network} ne connaît pas encore cette transaction. Réessayez dans un instant.",
  hashReverted: "Cette transaction a échoué : elle n’a rien payé.",
  hashOther: "Cette transaction ne paie pas ce remboursement.",
  sentFromWallet: "Transaction envoyée",
  sentFromWalletHint: "Elle apparaîtra bientôt sur {network}. Cela prend quelques secondes.",
  sentAgain: "Réafficher ce qui est à signer",
  sentAgainHint: "Seulement si votre portefeuille indique que la transaction a échoué.",
  claimReview: "{amount} sur {network} seront envoyés à ce portefeuille :",
  claimSign: "Signer",
  claimConfirm: "Signez le message dans {wallet}",
  claimChecking: "Vérification de la signature…",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  pageTitle: "Remboursement de {merchant}",
  refundLabel: "Remboursement",
  purchase: "Achat",
  onNetwork: "sur {network}",
  linkHolds: "Ce lien est valable jusqu’au {date}.",
  wholeUnits: "{amount} unités minimales de {token}",
  askTitle: "Où envoyer votre remboursement ?",
  askHint: "{merchant} vous rembourse {amount}.",
  pasteTitle: "À mon adresse",
  pasteHint:
    "Votre propre portefeuille ou votre compte sur une plateforme d’échange. L’adresse doit accepter {token} sur {network} : sur tout autre réseau, l’argent serait perdu.",
  walletTitle: "Au portefeuille avec lequel vous avez payé",
  walletHint:
    "Seulement si vous avez payé depuis votre propre portefeuille, et non depuis une plateforme d’échange. Une signature prouve qu’il est à vous : elle est gratuite et ne déplace pas d’argent.",
  badShape: "Ce n’est pas une adresse valide. Elle commence par 0x, suivi de 40 caractères (0–9, a–f).",
  badHash:
    "C’est un hash de transaction. Une adresse est plus courte : 0x suivi de 40 caractères (0–9, a–f).",
  badName: "Les noms comme alice.eth ne sont pas pris en charge. Collez l’adresse elle-même.",
  badChecksum:
    "Cette adresse contient une erreur : ses majuscules et minuscules ne correspondent pas. Copiez-la à nouveau.",
  confirmTitle: "Est-ce votre adresse ?",
  confirmHint:
    "Comparez-la à votre portefeuille, caractère par caractère. Un remboursement envoyé ne peut pas être annulé.",
  confirmAmount: "Montant",
  confirmNetwork: "Réseau",
  confirmAddress: "Adresse",
  notReadyTitle: "C’est presque prêt",
  notReadyHint:
    "Il n’y a encore rien à signer : ce remboursement attend une approbation ou l’adresse du client. Cette page se met à jour d’elle-même.",
  takenTitle: "Nous avons votre adresse",
  takenHint: "{merchant} y enverra {amount}. Vous pouvez fermer cette page et revenir à tout moment.",
  takenSignTitle: "Rien à signer",
  takenSignHint:
    "Ce remboursement ne demande aucune signature pour l’instant. Cette page se met à jour d’elle-même.",
  sendingTitle: "En route",
  sendingHint: "{amount} ont été envoyés, et {network} les confirme. Vous n’avez plus rien à faire.",
  refresh: "Actualiser",
  sentTitle: "Remboursé",
  sentHint: "{amount} sont arrivés à cette adresse sur {network}.",
  destination: "Adresse sur {network}",
  transaction: "Transaction",
  failedTitle: "Le remboursement n’a pas pu être envoyé",
  failedHint:
    "{token} ne peut pas être envoyé à cette adresse. Votre argent n’est pas perdu : contactez {merchant} et indiquez une autre adresse.",
  cancelledTitle: "Ce remboursement a été annulé",
  cancelledHint: "Si vous ne vous y attendiez pas, contactez {merchant}.",
  goneTitle: "Ce lien ne fonctionne pas",
  goneHint:
    "Il est incomplet, expiré ou remplacé par un plus récent. Votre remboursement n’est pas perdu : demandez un nouveau lien à la boutique.",
  signTitle: "Signer ce remboursement",
  signRefundHint:
    "Votre portefeuille demande au contrat de dépôt de rembourser le client. Votre portefeuille ne paie que les frais de réseau.",
  signTransferHint:
    "Ce paiement est déjà dans votre portefeuille : le remboursement et les frais de réseau sont donc payés depuis celui-ci.",
  signSends: "Envoie",
  signTo: "À",
  signFrom: "Signé par",
  signContract: "Contrat appelé",
  signFunction: "Fonction",
  signFunctionRefund: "refund : de l’adresse de dépôt du paiement au client",
  signFunctionTransfer: "transfer : de votre portefeuille au client",
  signNoScript:
    "Sans JavaScript, cette page ne peut pas se connecter à un portefeuille. Envoyez la transaction préparée depuis le vôtre :",
  signRaw: "Afficher la transaction préparée",
  signRawHint:
    "Envoyez ces données à ce contrat sur {network}, depuis le portefeuille indiqué ci-dessus et avec une valeur de 0.",
  copyContract: "Copier le contrat",
  copiedContract: "Contrat copié.",
  dataLabel: "Données",
  copyData: "Copier les données",
  copiedData: "Données copiées.",
  hashTitle: "Ou signez ailleurs, par exemple dans un Safe",
  hashHint: "Après l’envoi, collez le hash de la transaction pour que nous la trouvions aussitôt.",
  copyHash: "Copier le hash de la transaction",
  copiedHash: "Hash de la transaction copié.",
  opensExplorer: "ouvre l’explorateur de blocs dans un nouvel onglet",
  language: "Langue",
  networkUnnamed: "Réseau {chainId}",
};

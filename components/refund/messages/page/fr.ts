import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  pageTitle: "Remboursement de {merchant}",
  refundLabel: "Remboursement",
  onNetwork: "sur {network}",
  linkHolds: "Ce lien est valable jusqu’au {date}.",
  wholeUnits: "{amount} unités minimales de {token}",
  askTitle: "Où envoyer votre remboursement ?",
  askHint: "{merchant} vous rembourse {amount}.",
  pasteTitle: "À une adresse à vous",
  pasteHint:
    "De votre propre portefeuille, ou de votre compte sur une plateforme d’échange. Elle doit accepter {token} sur {network} : sur tout autre réseau, l’argent serait perdu.",
  walletTitle: "Au portefeuille avec lequel vous avez payé",
  walletHint:
    "Seulement si vous avez payé depuis votre propre portefeuille, et non depuis une plateforme d’échange. Une signature prouve qu’il est à vous : elle ne coûte rien et ne déplace rien.",
  badShape:
    "Ce n’est pas une adresse. Une adresse commence par 0x, suivi de 40 chiffres ou lettres de a à f.",
  badHash: "C’est un hash de transaction. Une adresse est plus courte : 0x et 40 chiffres et lettres.",
  badName: "Les noms comme alice.eth ne sont pas acceptés. Collez l’adresse elle-même.",
  badChecksum:
    "Un caractère de cette adresse est faux : ses majuscules ne correspondent pas. Copiez-la à nouveau.",
  confirmTitle: "Est-ce votre adresse ?",
  confirmHint:
    "Comparez-la à votre portefeuille, caractère par caractère. Ce qui est envoyé ne peut pas être récupéré.",
  confirmAmount: "Montant",
  confirmNetwork: "Réseau",
  confirmAddress: "Adresse",
  notReadyTitle: "C’est presque prêt",
  notReadyHint:
    "Il n’y a encore rien à signer : le remboursement attend son approbation, ou l’adresse du client. Cette page suit la situation.",
  takenTitle: "Votre adresse est enregistrée",
  takenHint: "{merchant} y enverra {amount}. Vous pouvez fermer cette page et revenir à tout moment.",
  takenSignTitle: "Rien à signer",
  takenSignHint:
    "Ce remboursement ne demande aucune signature pour l’instant. Cette page suit son évolution.",
  sendingTitle: "En route",
  sendingHint: "{amount} ont été envoyés, et {network} les confirme. Vous n’avez plus rien à faire.",
  lookAgain: "Vérifier à nouveau",
  sentTitle: "Remboursé",
  sentHint: "{amount} sont arrivés à cette adresse sur {network}.",
  destination: "Adresse sur {network}",
  transaction: "Transaction",
  failedTitle: "Le remboursement n’a pas pu être envoyé",
  failedHint:
    "{token} ne peut pas être envoyé à cette adresse. Votre argent n’est pas perdu : écrivez à {merchant} et indiquez-en une autre.",
  cancelledTitle: "Ce remboursement a été annulé",
  cancelledHint: "Si cela vous surprend, écrivez à {merchant}.",
  goneTitle: "Ce lien ne fonctionne pas",
  goneHint:
    "Il est incomplet, expiré ou remplacé par un plus récent. Votre remboursement n’est pas perdu : demandez un nouveau lien à la boutique.",
  signTitle: "Signez ce remboursement",
  signRefundHint:
    "Votre portefeuille demande au contrat de dépôt de rendre ce que le client a payé. Seuls les frais de réseau quittent votre portefeuille.",
  signTransferHint:
    "Le paiement a été versé sur votre portefeuille. Le remboursement part donc de là, frais de réseau compris.",
  signSends: "Envoie",
  signTo: "À",
  signFrom: "Signé par",
  signContract: "Contrat appelé",
  signFunction: "Fonction",
  signFunctionRefund: "refund : de l’adresse de dépôt du paiement au client",
  signFunctionTransfer: "transfer : de votre portefeuille au client",
  signNoScript:
    "Sans JavaScript, cette page ne peut pas solliciter de portefeuille. Envoyez la transaction préparée depuis le vôtre :",
  signRaw: "Afficher la transaction préparée",
  signRawHint:
    "Envoyez ces données à ce contrat sur {network}, depuis le portefeuille indiqué ci-dessus et avec une valeur de 0.",
  copyContract: "Copier le contrat",
  copiedContract: "Contrat copié.",
  dataLabel: "Données",
  copyData: "Copier les données",
  copiedData: "Données copiées.",
  hashTitle: "Ou signez ailleurs, par exemple dans un Safe",
  hashHint: "Une fois envoyée, saisissez le hash de la transaction : elle sera trouvée aussitôt.",
  opensExplorer: "ouvre l’explorateur de blocs dans un nouvel onglet",
  language: "Langue",
  networkUnnamed: "Réseau {chainId}",
};

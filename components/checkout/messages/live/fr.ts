import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  timeLeft: "Temps restant",
  timeIsUpSpoken: "Le délai de paiement est écoulé.",
  connectionLost:
    "Vous êtes hors ligne. Tout paiement envoyé est en sécurité ; cette page se mettra à jour d’elle-même.",
  serviceTrouble:
    "Nous ne parvenons pas à joindre le service. Tout paiement envoyé est en sécurité ; cette page se mettra à jour d’elle-même.",
  hashLabel: "Hash de transaction ou adresse d’envoi",
  hashPlaceholder: "0x…",
  hashShape:
    "Saisissez un hash de transaction (0x et 64 caractères) ou l’adresse depuis laquelle vous avez payé (0x et 40 caractères).",
  findPayment: "Trouver le paiement",
  lookingUp: "Recherche…",
  lookupLate:
    "Paiement trouvé, mais le délai s’est écoulé avant l’arrivée du montant complet. La boutique peut le voir et vous rembourser.",
  verifyNoScript:
    "Pour retrouver votre paiement, ouvrez cette page dans un navigateur avec JavaScript, ou envoyez votre hash de transaction à la boutique.",
  print: "Imprimer le reçu",
  returnToShop: "Revenir à {merchant}",
  returningIn: "Retour dans {seconds} s",
  stayHere: "Rester ici",
  chooseOn: "sur {network}",
  chooseUnavailable: "Pas de taux actuellement",
  problemRate: "Le taux de change est indisponible pour le moment. Veuillez réessayer dans une minute.",
  problemNotSelectable: "La monnaie ne peut plus être modifiée.",
  problemOther: "Une erreur s’est produite. Veuillez choisir à nouveau.",
  copyFailed: "Votre navigateur n’a pas autorisé la copie. Sélectionnez le texte et copiez-le vous-même.",
  sentHint: "Nous attendons qu’il apparaisse sur {network}. Cela prend quelques secondes.",
  sentAgain: "Réafficher les informations de paiement",
  sentAgainHint: "Seulement si votre portefeuille indique que le paiement a échoué.",
  copyHash: "Copier le hash de la transaction",
  copiedHash: "Hash de la transaction copié.",
  opensExplorer: "ouvre l’explorateur de blocs dans un nouvel onglet",
  amountLabel: "Montant",
  fromWallet: "Payer par portefeuille",
  fromWalletHint: "Nous remplissons tout pour vous.",
  payWithDemo: "Payer (portefeuille démo)",
  connectWallet: "Connecter un portefeuille",
  payWith: "Payer avec {wallet}",
  browserWallet: "le portefeuille du navigateur",
  moreWallets: "Autres portefeuilles",
  walletLoading: "Ouverture…",
  timeLeftMinutes: {
    one: "Il reste {count} minute pour payer.",
    many: "Il reste {count} de minutes pour payer.",
    other: "Il reste {count} minutes pour payer.",
  },
  lookupPart: "Paiement trouvé. Il couvre une partie du montant.",
  lookupSeen: "Paiement trouvé. Il est en cours de confirmation.",
  lookupPaid: "Paiement trouvé et confirmé.",
  lookupNoted: "Le réseau ne connaît pas encore cette transaction. Nous continuons à la chercher.",
  lookupRecorded: "Paiement trouvé. La boutique peut le voir.",
  problemBusy: "Trop de tentatives. Veuillez réessayer dans une minute.",
  hashHint:
    "Un lien d’explorateur de blocs convient aussi. Depuis une plateforme, utilisez le hash : ses adresses sont partagées.",
  lookupSender: "Trouvé depuis cette adresse : {list}. La boutique peut le voir.",
  lookupSenderNone:
    "Nous n’avons rien trouvé de cette adresse pour ce paiement sur les réseaux de la boutique. Essayez le hash de transaction.",
  lookupOtherNetwork:
    "Votre paiement est sur {network}, mais cette commande doit être payée sur un autre réseau. La boutique peut le voir et vous rembourser.",
  lookupOtherToken:
    "Votre paiement est arrivé sur {network} dans une autre monnaie que celle choisie. La boutique peut le voir et vous rembourser.",
  lookupReverted: "Cette transaction a échoué sur {network}, donc rien n’a été payé.",
  lookupNotThis:
    "Cette transaction est sur {network}, mais elle n’est pas destinée à l’adresse de ce paiement.",
  lookupUnknown:
    "Nous n’avons trouvé cette transaction sur aucun des réseaux de la boutique. Vérifiez le hash, ou réessayez dans une minute.",
  lookupUnanswered: "Nous n’avons pas pu joindre le réseau. Veuillez réessayer dans une minute.",
  sentCancelled:
    "Votre portefeuille a remplacé ce paiement par une autre transaction : il n’arrivera pas. Vous pouvez payer à nouveau.",
  sentReverted: "Ce paiement a échoué sur {network}, donc rien n’a été payé. Vous pouvez payer à nouveau.",
  sentDoubtful:
    "Le paiement envoyé peut encore arriver. Ne payez à nouveau que si votre portefeuille indique qu’il a échoué ou a été annulé.",
  sentUnanswered:
    "Nous avons demandé le paiement à votre portefeuille, qui n’a pas encore répondu. Le paiement arrivera si vous ou un cotitulaire le confirmez. Vérifiez votre portefeuille avant de payer autrement.",
  addressChecked: "Adresse vérifiée sur votre appareil",
  addressProves:
    "Votre appareil a recalculé cette adresse. L’argent envoyé ne peut aller qu’au portefeuille de la boutique {wallet}, ou être remboursé par ce portefeuille.",
  addressProvesRefund:
    "Votre appareil a recalculé cette adresse. L’argent envoyé ne peut aller qu’au portefeuille de la boutique {wallet}, ou être remboursé par {authority}.",
  addressWrongTitle: "Stop : ne payez pas",
  addressWrong:
    "L’adresse de cette page n’appartient pas à ce paiement. Elle a peut-être été modifiée. N’envoyez rien et prévenez la boutique.",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const fr: Translation<typeof en, "fr"> = {
  timeLeft: "Temps restant",
  timeIsUpSpoken: "Le délai de paiement est écoulé.",
  connectionLost:
    "Pas de connexion. Un paiement déjà envoyé est en sécurité ; cette page reprendra d’elle-même.",
  serviceTrouble:
    "Le service ne répond pas. Un paiement déjà envoyé est en sécurité ; cette page reprendra d’elle-même.",
  hashLabel: "Hash de transaction",
  hashPlaceholder: "0x…",
  hashShape: "Un hash de transaction commence par 0x, suivi de 64 chiffres et lettres de a à f.",
  lookUp: "Rechercher",
  lookingUp: "Recherche…",
  lookupLate:
    "Trouvé. Le délai s’est écoulé avant l’arrivée du montant complet. La boutique peut le voir et vous rembourser.",
  verifyNoScript:
    "Ouvrez cette page dans un navigateur avec JavaScript pour rechercher votre paiement, ou écrivez à la boutique avec votre hash de transaction.",
  print: "Imprimer le reçu",
  returnToShop: "Revenir à {merchant}",
  returningIn: "Retour dans {seconds} s",
  stayHere: "Rester ici",
  chooseOn: "sur {network}",
  chooseUnavailable: "Pas de taux actuellement",
  problemRate: "Aucun taux de change n’est disponible pour le moment. Veuillez réessayer dans une minute.",
  problemNotSelectable: "Le choix ne peut plus être modifié.",
  problemOther: "Cela n’a pas fonctionné. Veuillez choisir à nouveau.",
  copyFailed: "La copie a été refusée. Sélectionnez le texte et copiez-le vous-même.",
  relayHint:
    "Votre paiement signé est en cours d’envoi sur {network}. Vous n’avez plus rien à faire ; cela prend quelques secondes.",
  relayAgainHint:
    "Seulement si cela dure plus d’une minute : payer à nouveau maintenant pourrait payer deux fois.",
  sentHint: "Il apparaîtra bientôt sur {network}. Cela prend quelques secondes.",
  sentAgain: "Réafficher les informations de paiement",
  sentAgainHint: "Seulement si votre portefeuille indique que le paiement a échoué.",
  opensExplorer: "ouvre l’explorateur de blocs dans un nouvel onglet",
  amountLabel: "Montant",
  fromWallet: "Payer par portefeuille",
  fromWalletHint: "Tout est rempli pour vous.",
  payWithDemo: "Payer (portefeuille démo)",
  connectWallet: "Connecter un portefeuille",
  walletLoading: "Ouverture…",
  timeLeftMinutes: {
    one: "Il reste {count} minute pour payer.",
    many: "Il reste {count} de minutes pour payer.",
    other: "Il reste {count} minutes pour payer.",
  },
  lookupPart: "Une partie du montant a été reçue.",
  lookupSeen: "Le paiement a été détecté et est en cours de confirmation.",
  lookupPaid: "Le paiement est confirmé.",
  lookupNoted: "Noté. Le réseau ne connaît pas encore cette transaction ; nous la surveillons.",
  lookupRecorded: "Le transfert est enregistré. La boutique peut le voir.",
  problemBusy: "Trop de tentatives. Veuillez réessayer dans une minute.",
  hashHint: "Le hash lui-même, ou le lien d’un explorateur de blocs. Inutile de connaître le réseau.",
  lookupOtherNetwork:
    "Votre paiement est sur {network}, qui n’est pas le réseau de cette commande. La boutique peut le voir et vous le rendre.",
  lookupOtherToken:
    "Votre paiement est arrivé sur {network}, mais dans un autre jeton que celui choisi. La boutique peut le voir et vous le rendre.",
  lookupReverted: "Cette transaction a échoué sur {network} : elle n’a rien payé.",
  lookupNotThis: "Cette transaction est sur {network}, mais elle ne paie pas l’adresse de cette commande.",
  lookupUnknown:
    "Aucun réseau de la boutique ne connaît cette transaction. Vérifiez le hash, ou réessayez dans une minute.",
  lookupUnanswered: "Le réseau n’a pas pu être interrogé. Veuillez réessayer dans une minute.",
  sentCancelled:
    "Votre portefeuille a mis une autre transaction à la place de ce paiement : il n’arrivera pas. Vous pouvez payer à nouveau.",
  sentReverted: "Ce paiement a échoué sur {network} ; rien n’a été payé. Vous pouvez payer à nouveau.",
  sentDoubtful:
    "Le paiement envoyé peut encore arriver. Ne payez à nouveau que si votre portefeuille indique qu’il a échoué ou a été annulé.",
  addressChecked: "Adresse vérifiée sur votre appareil",
  addressProves:
    "Cette page a recalculé l’adresse sur votre appareil : l’argent envoyé ne peut aller qu’au portefeuille de la boutique {wallet}, ou être remboursé par lui.",
  addressProvesRefund:
    "Cette page a recalculé l’adresse sur votre appareil : l’argent envoyé ne peut aller qu’au portefeuille de la boutique {wallet}, ou être remboursé par {authority}.",
  addressWrongTitle: "Stop : ne payez pas",
  addressWrong:
    "L’adresse reçue par cette page n’appartient pas à cette commande. Quelque chose l’a modifiée. N’envoyez rien et prévenez la boutique.",
};

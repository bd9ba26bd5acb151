import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  pageTitle: "Reembolso de {merchant}",
  refundLabel: "Reembolso",
  onNetwork: "na rede {network}",
  linkHolds: "Este link é válido até {date}.",
  wholeUnits: "{amount} unidades mínimas de {token}",
  askTitle: "Para onde enviar o seu reembolso?",
  askHint: "{merchant} devolve {amount} a você.",
  pasteTitle: "Para um endereço seu",
  pasteHint:
    "Da sua própria carteira ou da sua conta em uma corretora. Ele precisa aceitar {token} na rede {network}: em qualquer outra rede o dinheiro seria perdido.",
  walletTitle: "Para a carteira com que pagou",
  walletHint:
    "Somente se pagou de uma carteira própria, e não de uma corretora. Uma assinatura prova que ela é sua: não custa nada e não move nada.",
  badShape: "Isto não é um endereço. Um endereço começa com 0x, seguido de 40 algarismos ou letras de a a f.",
  badHash: "Isto é um hash de transação. Um endereço é mais curto: 0x e 40 algarismos e letras.",
  badName: "Nomes como alice.eth não são aceitos. Cole o próprio endereço.",
  badChecksum: "Um caractere deste endereço está errado: as maiúsculas não correspondem. Copie-o novamente.",
  confirmTitle: "Este é o seu endereço?",
  confirmHint:
    "Compare-o com a sua carteira, caractere por caractere. O que foi enviado não pode ser recuperado.",
  confirmAmount: "Valor",
  confirmNetwork: "Rede",
  confirmAddress: "Endereço",
  notReadyTitle: "Quase pronto",
  notReadyHint:
    "Ainda não há nada para assinar: o reembolso aguarda aprovação ou o endereço do cliente. Esta página acompanha.",
  takenTitle: "O seu endereço foi anotado",
  takenHint: "{merchant} enviará {amount} para lá. Pode fechar esta página e consultá-la quando quiser.",
  takenSignTitle: "Nada para assinar",
  takenSignHint: "Este reembolso não precisa de assinatura agora. Esta página acompanha o andamento.",
  sendingTitle: "A caminho",
  sendingHint: "{amount} foram enviados, e a rede {network} está confirmando. Não é preciso fazer mais nada.",
  lookAgain: "Verificar novamente",
  sentTitle: "Reembolsado",
  sentHint: "{amount} chegaram a este endereço na rede {network}.",
  destination: "Endereço na rede {network}",
  transaction: "Transação",
  failedTitle: "Não foi possível enviar o reembolso",
  failedHint:
    "Não é possível enviar {token} para este endereço. O seu dinheiro não está perdido: escreva a {merchant} e informe outro.",
  cancelledTitle: "Este reembolso foi cancelado",
  cancelledHint: "Se isso for inesperado, escreva a {merchant}.",
  goneTitle: "Este link não funciona",
  goneHint:
    "Está incompleto, expirou ou foi substituído por um mais novo. O seu reembolso não está perdido: peça um novo link à loja.",
  signTitle: "Assine este reembolso",
  signRefundHint:
    "A sua carteira ordena ao contrato de depósito que devolva o que o cliente pagou. Da sua carteira sai apenas a taxa de rede.",
  signTransferHint:
    "O pagamento foi liquidado na sua carteira. Por isso o reembolso sai dela, e dela é paga a taxa de rede.",
  signSends: "Envia",
  signTo: "Para",
  signFrom: "Assinado por",
  signContract: "Contrato chamado",
  signFunction: "Função",
  signFunctionRefund: "refund: do endereço de depósito do pagamento para o cliente",
  signFunctionTransfer: "transfer: da sua carteira para o cliente",
  signNoScript:
    "Sem JavaScript esta página não pode usar uma carteira. Envie a transação preparada pela sua:",
  signRaw: "Mostrar a transação preparada",
  signRawHint:
    "Envie estes dados a este contrato na rede {network}, da carteira indicada acima e com valor 0.",
  copyContract: "Copiar contrato",
  copiedContract: "Contrato copiado.",
  dataLabel: "Dados",
  copyData: "Copiar dados",
  copiedData: "Dados copiados.",
  hashTitle: "Ou assine em outro lugar, como em um Safe",
  hashHint: "Depois de enviada, informe o hash da transação: assim ela é encontrada logo.",
  opensExplorer: "abre o explorador de blocos em uma nova aba",
  language: "Idioma",
  networkUnnamed: "Rede {chainId}",
};

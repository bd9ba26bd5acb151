import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  pageTitle: "Reembolso de {merchant}",
  refundLabel: "Reembolso",
  purchase: "Compra",
  onNetwork: "na rede {network}",
  linkHolds: "Este link é válido até {date}.",
  wholeUnits: "{amount} unidades mínimas de {token}",
  askTitle: "Para onde enviar o seu reembolso?",
  askHint: "{merchant} vai reembolsar {amount} a você.",
  pasteTitle: "Para o meu endereço",
  pasteHint:
    "A sua própria carteira ou a sua conta em uma corretora. O endereço precisa aceitar {token} na rede {network}: em qualquer outra rede, o dinheiro seria perdido.",
  walletTitle: "Para a carteira com que você pagou",
  walletHint:
    "Somente se você pagou da sua própria carteira, e não de uma corretora. Você prova que ela é sua com uma assinatura: é grátis e não movimenta dinheiro.",
  badShape: "Este não é um endereço válido. Ele começa com 0x, seguido de 40 caracteres (0–9, a–f).",
  badHash: "Este é um hash de transação. Um endereço é mais curto: 0x seguido de 40 caracteres (0–9, a–f).",
  badName: "Não aceitamos nomes como alice.eth. Cole o próprio endereço.",
  badChecksum:
    "Este endereço tem um erro: as letras maiúsculas e minúsculas não correspondem. Copie-o novamente.",
  confirmTitle: "Este é o seu endereço?",
  confirmHint:
    "Compare-o com a sua carteira, caractere por caractere. Um reembolso enviado não pode ser desfeito.",
  confirmAmount: "Valor",
  confirmNetwork: "Rede",
  confirmAddress: "Endereço",
  notReadyTitle: "Quase pronto",
  notReadyHint:
    "Ainda não há nada para assinar: este reembolso aguarda aprovação ou o endereço do cliente. Esta página se atualiza sozinha.",
  takenTitle: "Temos o seu endereço",
  takenHint: "{merchant} enviará {amount} para lá. Você pode fechar esta página e voltar quando quiser.",
  takenSignTitle: "Nada para assinar",
  takenSignHint: "Este reembolso não precisa de assinatura agora. Esta página se atualiza sozinha.",
  sendingTitle: "A caminho",
  sendingHint:
    "{amount} foram enviados e a rede {network} está confirmando. Você não precisa fazer mais nada.",
  refresh: "Atualizar",
  sentTitle: "Reembolsado",
  sentHint: "{amount} chegaram a este endereço na rede {network}.",
  destination: "Endereço na rede {network}",
  transaction: "Transação",
  failedTitle: "Não foi possível enviar o reembolso",
  failedHint:
    "Não é possível enviar {token} para este endereço. O seu dinheiro não está perdido: fale com {merchant} e informe outro endereço.",
  cancelledTitle: "Este reembolso foi cancelado",
  cancelledHint: "Se você não esperava isso, fale com {merchant}.",
  goneTitle: "Este link não funciona",
  goneHint:
    "Está incompleto, expirou ou foi substituído por um mais recente. O seu reembolso não está perdido: peça um novo link à loja.",
  signTitle: "Assine este reembolso",
  signRefundHint:
    "A sua carteira ordena ao contrato de depósito que reembolse o cliente. A sua carteira paga apenas a taxa de rede.",
  signTransferHint:
    "Este pagamento já está na sua carteira, então o reembolso e a taxa de rede são pagos por ela.",
  signSends: "Envia",
  signTo: "Para",
  signFrom: "Assinado por",
  signContract: "Contrato chamado",
  signFunction: "Função",
  signFunctionRefund: "refund: do endereço de depósito do pagamento para o cliente",
  signFunctionTransfer: "transfer: da sua carteira para o cliente",
  signNoScript:
    "Sem JavaScript, esta página não consegue se conectar a uma carteira. Envie a transação preparada pela sua:",
  signRaw: "Mostrar a transação preparada",
  signRawHint:
    "Envie estes dados a este contrato na rede {network}, da carteira indicada acima e com valor 0.",
  copyContract: "Copiar contrato",
  copiedContract: "Contrato copiado.",
  dataLabel: "Dados",
  copyData: "Copiar dados",
  copiedData: "Dados copiados.",
  hashTitle: "Ou assine em outro lugar, por exemplo em um Safe",
  hashHint: "Depois de enviar, cole o hash da transação para que possamos encontrá-la logo.",
  copyHash: "Copiar o hash da transação",
  copiedHash: "Hash da transação copiado.",
  opensExplorer: "abre o explorador de blocos em uma nova aba",
  language: "Idioma",
  networkUnnamed: "Rede {chainId}",
};

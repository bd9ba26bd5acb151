import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  timeLeft: "Tempo restante",
  timeIsUpSpoken: "O prazo de pagamento terminou.",
  connectionLost:
    "Você está offline. Qualquer pagamento enviado está seguro; esta página será atualizada sozinha.",
  serviceTrouble:
    "Não conseguimos acessar o serviço. Qualquer pagamento enviado está seguro; esta página será atualizada sozinha.",
  hashLabel: "Hash da transação ou endereço de envio",
  hashPlaceholder: "0x…",
  hashShape:
    "Informe um hash de transação (0x e 64 caracteres) ou o endereço de onde você pagou (0x e 40 caracteres).",
  findPayment: "Procurar pagamento",
  lookingUp: "Procurando…",
  lookupLate:
    "Pagamento encontrado, mas o prazo terminou antes de chegar o valor completo. A loja pode vê-lo e reembolsar você.",
  verifyNoScript:
    "Para encontrar o seu pagamento, abra esta página em um navegador com JavaScript ou envie à loja o hash da transação.",
  print: "Imprimir recibo",
  returnToShop: "Voltar a {merchant}",
  returningIn: "Voltando em {seconds} s",
  stayHere: "Ficar aqui",
  chooseOn: "na rede {network}",
  chooseUnavailable: "Sem cotação agora",
  problemRate: "A cotação está indisponível no momento. Tente novamente em um minuto.",
  problemNotSelectable: "Não é mais possível alterar a moeda.",
  problemOther: "Algo deu errado. Escolha novamente.",
  copyFailed: "O seu navegador não permitiu copiar. Selecione o texto e copie-o você mesmo.",
  sentHint: "Aguardando que apareça na rede {network}. Leva alguns segundos.",
  sentAgain: "Mostrar os dados de pagamento novamente",
  sentAgainHint: "Somente se a sua carteira indicar que o pagamento falhou.",
  copyHash: "Copiar o hash da transação",
  copiedHash: "Hash da transação copiado.",
  opensExplorer: "abre o explorador de blocos em uma nova aba",
  amountLabel: "Valor",
  fromWallet: "Pagar com carteira",
  fromWalletHint: "Preenchemos tudo para você.",
  payWithDemo: "Pagar (carteira demo)",
  connectWallet: "Conectar carteira",
  payWith: "Pagar com {wallet}",
  browserWallet: "a carteira do navegador",
  moreWallets: "Outras carteiras",
  walletLoading: "Abrindo…",
  timeLeftMinutes: {
    one: "Resta {count} minuto para pagar.",
    many: "Restam {count} de minutos para pagar.",
    other: "Restam {count} minutos para pagar.",
  },
  lookupPart: "Pagamento encontrado. Ele cobre uma parte do valor.",
  lookupSeen: "Pagamento encontrado. Ele está sendo confirmado.",
  lookupPaid: "Pagamento encontrado e confirmado.",
  lookupNoted: "A rede ainda não conhece esta transação. Vamos continuar procurando.",
  lookupRecorded: "Pagamento encontrado. A loja pode vê-lo.",
  problemBusy: "Muitas tentativas. Aguarde um minuto e tente novamente.",
  hashHint:
    "Um link de explorador de blocos também serve. Se pagou por uma corretora, use o hash: corretoras compartilham endereços.",
  lookupSender: "Encontrado deste endereço: {list}. A loja pode ver.",
  lookupSenderNone:
    "Não encontramos nada deste endereço para este pagamento nas redes da loja. Tente o hash da transação.",
  lookupOtherNetwork:
    "O seu pagamento está na rede {network}, mas este pedido precisa ser pago em outra rede. A loja pode vê-lo e reembolsar você.",
  lookupOtherToken:
    "O seu pagamento chegou na rede {network} em uma moeda diferente da escolhida. A loja pode vê-lo e reembolsar você.",
  lookupReverted: "Esta transação falhou na rede {network}, então nada foi pago.",
  lookupNotThis: "Esta transação está na rede {network}, mas não vai para o endereço deste pagamento.",
  lookupUnknown:
    "Não encontramos esta transação em nenhuma das redes da loja. Verifique o hash ou tente novamente em um minuto.",
  lookupUnanswered: "Não conseguimos acessar a rede. Tente novamente em um minuto.",
  sentCancelled:
    "A sua carteira substituiu este pagamento por outra transação, então ele não vai chegar. Você pode pagar novamente.",
  sentReverted: "Este pagamento falhou na rede {network}, então nada foi pago. Você pode pagar novamente.",
  sentDoubtful:
    "O pagamento enviado ainda pode chegar. Pague novamente somente se a sua carteira indicar que ele falhou ou foi cancelado.",
  sentUnanswered:
    "Pedimos o pagamento à sua carteira e ela ainda não respondeu. O pagamento ainda chega se você ou outro titular o confirmar. Verifique a sua carteira antes de pagar de outra forma.",
  addressChecked: "Endereço conferido no seu dispositivo",
  addressProves:
    "O seu dispositivo calculou este endereço novamente. O dinheiro enviado a ele só pode ir para a carteira da loja {wallet}, ou ser reembolsado por essa carteira.",
  addressProvesRefund:
    "O seu dispositivo calculou este endereço novamente. O dinheiro enviado a ele só pode ir para a carteira da loja {wallet}, ou ser reembolsado por {authority}.",
  addressWrongTitle: "Pare: não pague",
  addressWrong:
    "O endereço desta página não pertence a este pagamento. Ele pode ter sido adulterado. Não envie nada e avise a loja.",
};

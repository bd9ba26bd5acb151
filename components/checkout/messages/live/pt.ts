import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  timeLeft: "Tempo restante",
  timeIsUpSpoken: "O prazo de pagamento terminou.",
  connectionLost: "Sem conexão. Um pagamento já enviado está seguro; esta página continuará sozinha.",
  serviceTrouble:
    "O serviço não responde. Um pagamento já enviado está seguro; esta página continuará sozinha.",
  hashLabel: "Hash da transação",
  hashPlaceholder: "0x…",
  hashShape: "Um hash de transação é 0x seguido de 64 algarismos e letras de a a f.",
  lookUp: "Procurar pagamento",
  lookingUp: "Procurando…",
  lookupLate:
    "Encontrado. O prazo terminou antes de chegar o valor completo. A loja pode vê-lo e devolvê-lo.",
  verifyNoScript:
    "Abra esta página em um navegador com JavaScript para procurar o seu pagamento, ou escreva à loja com o hash da transação.",
  print: "Imprimir recibo",
  returnToShop: "Voltar a {merchant}",
  returningIn: "Voltando em {seconds} s",
  stayHere: "Ficar aqui",
  chooseOn: "na rede {network}",
  chooseUnavailable: "Sem cotação agora",
  problemRate: "Nenhuma cotação disponível no momento. Tente novamente em um minuto.",
  problemNotSelectable: "A escolha não pode mais ser alterada.",
  problemOther: "Não funcionou. Escolha novamente.",
  copyFailed: "A cópia foi recusada. Selecione o texto e copie-o manualmente.",
  relayHint:
    "O seu pagamento assinado está sendo enviado na rede {network}. Não é preciso fazer mais nada; leva alguns segundos.",
  relayAgainHint: "Somente se demorar mais de um minuto: pagar de novo agora pode pagar duas vezes.",
  sentHint: "Aguardando que apareça na rede {network}. Leva alguns segundos.",
  sentAgain: "Mostrar os dados de pagamento novamente",
  sentAgainHint: "Somente se a sua carteira indicar que o pagamento falhou.",
  opensExplorer: "abre o explorador de blocos em uma nova aba",
  amountLabel: "Valor",
  fromWallet: "Pagar com carteira",
  fromWalletHint: "Tudo é preenchido automaticamente.",
  payWithDemo: "Pagar (carteira demo)",
  connectWallet: "Conectar carteira",
  walletLoading: "Abrindo…",
  timeLeftMinutes: {
    one: "Resta {count} minuto para pagar.",
    many: "Restam {count} de minutos para pagar.",
    other: "Restam {count} minutos para pagar.",
  },
  lookupPart: "Uma parte do valor foi recebida.",
  lookupSeen: "O pagamento foi detectado e está sendo confirmado.",
  lookupPaid: "O pagamento está confirmado.",
  lookupNoted: "Anotado. A rede ainda não conhece esta transação; continuamos acompanhando.",
  lookupRecorded: "A transferência está registrada. A loja pode vê-la.",
  problemBusy: "Muitas tentativas. Aguarde um minuto e tente novamente.",
  hashHint: "O próprio hash ou o link de um explorador de blocos. Não é preciso saber a rede.",
  lookupOtherNetwork:
    "O seu pagamento está na rede {network}, que não é a rede deste pagamento. A loja pode vê-lo e devolvê-lo.",
  lookupOtherToken:
    "O seu pagamento chegou na rede {network}, mas em um token diferente do escolhido. A loja pode vê-lo e devolvê-lo.",
  lookupReverted: "Esta transação falhou na rede {network}: não pagou nada.",
  lookupNotThis: "Esta transação está na rede {network}, mas não vai para o endereço deste pagamento.",
  lookupUnknown:
    "Nenhuma das redes da loja conhece esta transação. Verifique o hash ou tente novamente em um minuto.",
  lookupUnanswered: "Não foi possível consultar a rede agora. Tente novamente em um minuto.",
  sentCancelled:
    "A sua carteira substituiu este pagamento por outra transação, por isso ele não chegará. Pode pagar novamente.",
  sentReverted: "Este pagamento falhou na rede {network}; nada foi pago. Pode pagar novamente.",
  sentDoubtful:
    "O pagamento enviado ainda pode chegar. Pague novamente somente se a sua carteira indicar que ele falhou ou foi cancelado.",
  addressChecked: "Endereço conferido no seu dispositivo",
  addressProves:
    "Esta página calculou o endereço novamente no seu dispositivo: o dinheiro enviado a ele só pode ir para a carteira da loja {wallet}, ou ser reembolsado por ela.",
  addressProvesRefund:
    "Esta página calculou o endereço novamente no seu dispositivo: o dinheiro enviado a ele só pode ir para a carteira da loja {wallet}, ou ser reembolsado por {authority}.",
  addressWrongTitle: "Pare: não pague",
  addressWrong:
    "O endereço que esta página recebeu não pertence a este pagamento. Algo o alterou. Não envie nada e avise a loja.",
};

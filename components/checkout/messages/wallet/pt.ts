import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  walletTitle: "Pagar com carteira",
  walletClose: "Fechar",
  walletChoose: "Carteiras neste navegador",
  walletNone:
    "Não encontramos nenhuma carteira neste navegador. Instale uma, abra esta página no navegador da sua carteira ou envie o pagamento manualmente.",
  walletConnecting: "Confirme a conexão em {wallet}",
  walletOther: "Usar outra carteira",
  walletFrom: "De",
  walletTo: "Para",
  walletBalance: "Saldo",
  walletBalanceChecking: "Verificando…",
  walletSwitchTitle: "{wallet} está em outra rede",
  walletSwitch: "Mudar para {network}",
  walletSwitching: "Confirme a mudança em {wallet}",
  walletSwitchRefused:
    "{wallet} não mudou de rede. Mude para {network} na própria carteira ou envie o pagamento manualmente.",
  walletTooLittle:
    "{token} insuficiente: esta carteira tem {balance} na rede {network} e você precisa de {amount}.",
  walletEmpty: "Esta carteira não tem saldo suficiente de nenhuma moeda que a loja aceita.",
  walletHasOf: "{balance}, você precisa de {amount}",
  walletManual: "Enviar o pagamento manualmente",
  walletReadFailed: "Não conseguimos ler o saldo. Você ainda pode tentar pagar.",
  walletPay: "Pagar {amount} {token} na rede {network}",
  walletCanPay: "Esta carteira pode pagar com",
  walletPreparing: "Preparando o pagamento…",
  walletPriceRose: "O valor agora é {amount} {token}. Confira antes de pagar.",
  gaslessFree: "Sem taxa de rede: você só assina e nós enviamos.",
  walletConfirm: "Confirme o pagamento em {wallet}",
  walletRejected: "Você recusou na sua carteira. Nada foi enviado.",
  walletBusy: "{wallet} tem outra solicitação em aberto. Responda a ela primeiro.",
  walletFailed:
    "{wallet} não conseguiu concluir o pagamento. Não vemos nenhum envio; verifique a sua carteira antes de tentar novamente.",
  gaslessOrdinary: "Pagar com a taxa de rede",
  gaslessSign: "Assine o pagamento em {wallet}",
  gaslessInFlight: "O seu pagamento assinado já está a caminho. Aguarde um momento.",
  gaslessTooLittle: "Esta carteira não tem mais {amount} {token} na rede {network}.",
  gaslessNotSigned:
    "A assinatura de {wallet} não corresponde a este pagamento. Nada foi enviado. Pague com a taxa de rede.",
  gaslessNotPayable: "Este pagamento não pode mais ser feito. Feche esta janela e confira a página.",
  gaslessWalletBlocked:
    "O emissor de {token} bloqueia esta carteira. Nada foi enviado. Pague com outra carteira.",
  gaslessStopped:
    "O emissor de {token} suspendeu as transferências. Nada foi enviado. Tente mais tarde ou fale com a loja.",
  gaslessUnavailable:
    "No momento não é possível pagar sem taxa de rede. Nada foi enviado. Pague com a taxa de rede.",
  gaslessNoAnswer:
    "Não conseguimos acessar o serviço. Feche esta janela e confira a página antes de tentar novamente.",
  walletLocked: "{wallet} está bloqueada ou não se conectou a esta página. Desbloqueie-a e tente novamente.",
  walletUnsupported:
    "{wallet} não oferece suporte a isso. Use outra carteira ou envie o pagamento manualmente.",
  walletDisconnected: "{wallet} não está mais conectada. Conecte-a novamente.",
  walletMoved: "{wallet} mudou de conta ou de rede. Confira os dados e tente novamente.",
  walletNoFee: "{wallet} não tem o suficiente da moeda própria da rede para a taxa. Nada foi enviado.",
  walletRefused:
    "O contrato da moeda recusa este pagamento desta carteira. Nada foi enviado. Use outra carteira.",
  walletUnknownNetwork:
    "{wallet} não conhece a rede {network}. Adicione-a nas configurações da carteira, escolha outra rede ou envie o pagamento manualmente.",
  walletReported:
    "Um pagamento deste pedido acabou de ser informado, talvez em outra aba ou outro dispositivo. Pague de novo só se ele falhou.",
  walletPayAgain: "Pagar de novo mesmo assim",
  walletLacksFee: "Esta carteira não tem {coin} suficiente para a taxa de rede (cerca de {fee} {coin}).",
  walletChanged: "A carteira mudou para outra conta. Confira antes de pagar.",
  walletConnectHint: "Com um aplicativo de carteira no seu celular",
  pairTitle: "Escaneie este código com a sua carteira",
  pairLoading: "Preparando o código…",
  pairHint: "Depois confirme a conexão na sua carteira. O código vale por cinco minutos.",
  pairAlt: "Código QR para conectar uma carteira a esta página",
  pairOpen: "Abrir uma carteira neste dispositivo",
  pairCopy: "Copiar o código",
  pairCode: "Código de conexão",
  pairCopied: "Código copiado.",
  walletPairingExpired:
    "O código expirou e nada foi enviado. Escolha WalletConnect outra vez para receber um novo.",
  walletRelayUnreachable:
    "Não conseguimos acessar o WalletConnect. Use outra carteira ou envie o pagamento manualmente.",
  walletSlow:
    "{wallet} ainda não respondeu. Abra-a e procure uma solicitação. Se não houver nenhuma, recarregue esta página ou use outra carteira.",
  walletSlowPay: "Você também pode fechar esta janela e enviar o pagamento manualmente.",
  walletOpen: "Abrir {wallet}",
  walletRequestExpired:
    "Ninguém confirmou a tempo em {wallet}. A solicitação ainda pode ser confirmada lá: verifique {wallet} antes de tentar novamente.",
  walletNoneFirefox:
    "O Firefox pode ocultar uma extensão de carteira nesta página. Se você tem uma, abra esta página em outro navegador.",
  walletReadNowhere:
    "Não conseguimos ler o saldo desta carteira. Verifique se ela tem {amount} {token} na rede {network}.",
};

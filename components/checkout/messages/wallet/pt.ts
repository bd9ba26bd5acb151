import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  walletTitle: "Pagar com carteira",
  walletClose: "Fechar",
  walletChoose: "Carteiras encontradas neste navegador",
  walletNone:
    "Nenhuma carteira encontrada neste navegador. Instale uma, abra esta página no navegador da sua carteira ou envie o pagamento por conta própria.",
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
    "{wallet} não mudou de rede. Mude para {network} na própria carteira ou envie o pagamento por conta própria.",
  walletTooLittle: "Esta carteira tem {balance} {token} na rede {network}; são necessários {amount} {token}.",
  walletReadFailed: "Não foi possível ler o saldo. Ainda assim, pode tentar.",
  walletPay: "Pagar {amount} {token}",
  walletConfirm: "Confirme o pagamento em {wallet}",
  walletRejected: "Recusado na carteira. Nada foi enviado.",
  walletBusy: "{wallet} ainda tem um pedido em aberto. Verifique lá.",
  walletFailed:
    "{wallet} não conseguiu executar. Até onde vemos, nada foi enviado; verifique a carteira antes de tentar novamente.",
  gaslessPay: "Pagar sem taxa de rede",
  gaslessHint: "Basta assinar. O serviço envia o pagamento e paga a taxa de rede.",
  gaslessOrdinary: "Ou envie pela carteira, com o acréscimo da taxa de rede.",
  gaslessSign: "Assine o pagamento em {wallet}",
  gaslessInFlight: "Um pagamento assinado já está a caminho. Aguarde um momento.",
  gaslessTooLittle: "Esta carteira não tem mais {amount} {token} na rede {network}.",
  gaslessNotSigned:
    "A assinatura de {wallet} não corresponde a este pagamento. Nada foi enviado. Pague com a taxa de rede.",
  gaslessNotPayable: "Este pagamento não pode mais ser feito. Feche isto e veja a página novamente.",
  gaslessWalletBlocked:
    "O emissor de {token} bloqueia esta carteira. Nada foi enviado. Pague com outra carteira.",
  gaslessStopped:
    "O emissor de {token} suspendeu as transferências por agora. Nada foi enviado. Tente novamente mais tarde ou contacte a loja.",
  gaslessUnavailable:
    "No momento não é possível pagar sem taxa de rede. Nada foi enviado. Pague com a taxa de rede.",
  gaslessNoAnswer: "O serviço não respondeu. Feche isto e veja a página antes de tentar novamente.",
  walletApps: "Abrir esta página no app da sua carteira",
  walletLocked: "{wallet} está bloqueada ou não deu acesso a esta página. Desbloqueie-a e tente novamente.",
  walletUnsupported:
    "{wallet} não consegue fazer isso. Use outra carteira ou envie o pagamento por conta própria.",
  walletDisconnected: "{wallet} não está mais conectada. Conecte-a novamente.",
  walletMoved: "{wallet} mudou de conta ou de rede nesse meio-tempo. Verifique e tente novamente.",
  walletNoFee: "{wallet} tem muito pouco da moeda da rede para a taxa. Nada foi enviado.",
  walletRefused:
    "O token recusa este pagamento a partir desta carteira. Nada foi enviado; use outra carteira.",
  walletUnknownNetwork:
    "{wallet} não conhece a rede {network}. Adicione-a nas configurações da carteira, escolha outra rede ou envie o pagamento por conta própria.",
  walletLacksFee: "Esta carteira tem muito pouco {coin} para a taxa de rede (cerca de {fee} {coin}).",
  walletChanged: "A carteira mudou para outra conta. Confira antes de pagar.",
  walletConnectHint: "Com um aplicativo de carteira no seu celular",
  pairTitle: "Escaneie este código com a sua carteira",
  pairLoading: "Preparando o código…",
  pairHint: "Depois confirme a conexão nela. O código vale por cinco minutos.",
  pairAlt: "Código QR pelo qual uma carteira se conecta a esta página",
  pairOpen: "Abrir uma carteira neste dispositivo",
  pairCopy: "Copiar o código",
  pairCode: "Código de conexão",
  pairCopied: "Código copiado",
  walletPairingExpired:
    "O código expirou e nada foi enviado. Escolha WalletConnect outra vez para receber um novo.",
  walletRelayUnreachable: "O WalletConnect não responde. Use outra carteira ou envie o pagamento você mesmo.",
  walletReadNowhere: "A sua carteira mostrará se ela tem {amount} {token} em {network}.",
};

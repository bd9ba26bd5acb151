import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const pt: Translation<typeof en, "pt"> = {
  addressLabel: "O seu endereço na rede {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "Em uma corretora, abra “Depositar”, escolha {token} e {network} e copie o endereço exibido. Não use o endereço de onde veio o seu pagamento: as corretoras o compartilham entre os clientes.",
  check: "Continuar",
  checking: "Verificando…",
  walletButton: "Assinar com a carteira",
  walletLoading: "Abrindo…",
  badWallet:
    "Este endereço pertence a um token ou a este serviço, então o dinheiro seria perdido. Use o endereço da sua própria carteira.",
  confirmSend: "Sim, enviar para lá",
  confirmSending: "Um momento…",
  confirmChange: "Alterar endereço",
  problemGone: "Este link não funciona mais. Peça um novo à loja.",
  problemSignature:
    "Esta carteira não fez o pagamento. Use a carteira com que você pagou ou informe um endereço.",
  problemBusy: "Muitas tentativas. Aguarde um minuto e tente novamente.",
  problemUnreachable: "Não conseguimos acessar o serviço. Nada foi alterado; tente novamente.",
  problemOther: "Algo deu errado. Tente novamente.",
  signConnect: "Conectar carteira",
  signSend: "Enviar {amount}",
  signConfirm: "Confirme a transação em {wallet}",
  signWrongWallet:
    "{wallet} está usando outra conta: {address}. Somente a seguinte pode assinar o reembolso:",
  signRightWallet: "A carteira certa está conectada.",
  hashLabel: "Hash da transação",
  hashPlaceholder: "0x…",
  hashSend: "Enviar",
  hashSending: "Procurando…",
  hashTaken: "Transação encontrada. A rede está confirmando.",
  hashWaiting: "Salva. Ainda não a vemos na rede {network}.",
  hashShape: "Informe um hash de transação: 0x seguido de 64 caracteres (0–9, a–f).",
  hashUnknown: "A rede {network} ainda não conhece esta transação. Tente novamente em instantes.",
  hashReverted: "Esta transação falhou, então não reembolsou nada.",
  hashOther: "Esta transação não corresponde a este reembolso ou já pagou outro.",
  sentFromWallet: "Transação enviada",
  sentFromWalletHint: "Aguardando que apareça na rede {network}. Leva alguns segundos.",
  sentAgain: "Mostrar novamente os dados para assinar",
  sentAgainHint: "Somente se a sua carteira indicar que a transação falhou.",
  signatureRequested:
    "Pedimos à sua carteira que envie este reembolso e ela ainda não respondeu. Ele ainda será enviado se um titular confirmar. Verifique a carteira antes de enviá-lo de novo.",
  claimReview: "{amount} na rede {network} serão enviados a esta carteira:",
  claimSign: "Assinar",
  claimConfirm: "Assine a mensagem em {wallet}",
  claimChecking: "Verificando a assinatura…",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  addressLabel: "Su dirección en {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "En un exchange, abra «Depositar», elija {token} y {network} y copie la dirección que aparece. No use la dirección desde la que llegó su pago: los exchanges la comparten entre sus clientes.",
  check: "Continuar",
  checking: "Comprobando…",
  walletButton: "Firmar con su billetera",
  walletLoading: "Abriendo…",
  badWallet:
    "Esta dirección pertenece a un token o a este servicio, así que el dinero se perdería. Use la dirección de su propia billetera.",
  confirmSend: "Sí, enviar allí",
  confirmSending: "Un momento…",
  confirmChange: "Cambiar dirección",
  problemGone: "Este enlace ya no funciona. Pida uno nuevo a la tienda.",
  problemSignature:
    "Esta billetera no hizo el pago. Use la billetera con la que pagó o introduzca una dirección.",
  problemBusy: "Demasiados intentos. Espere un minuto y vuelva a intentarlo.",
  problemUnreachable: "No podemos conectar con el servicio. No ha cambiado nada; inténtelo de nuevo.",
  problemOther: "Algo ha fallado. Inténtelo de nuevo.",
  signConnect: "Conectar billetera",
  signSend: "Enviar {amount}",
  signConfirm: "Confirme la transacción en {wallet}",
  signWrongWallet: "{wallet} usa otra cuenta: {address}. Solo la siguiente puede firmar el reembolso:",
  signRightWallet: "La billetera correcta está conectada.",
  hashLabel: "Hash de la transacción",
  hashPlaceholder: "0x…",
  hashSend: "Enviar",
  hashSending: "Buscando…",
  hashTaken: "Transacción encontrada. La red la está confirmando.",
  hashWaiting: "Guardada. Aún no la vemos en {network}.",
  hashShape: "Introduzca un hash de transacción: 0x seguido de 64 caracteres (0–9, a–f).",
  hashUnknown: "{network} aún no conoce esta transacción. Inténtelo de nuevo en un momento.",
  hashReverted: "Esta transacción falló, así que no reembolsó nada.",
  hashOther: "Esta transacción no corresponde a este reembolso o ya ha pagado otro.",
  sentFromWallet: "Transacción enviada",
  sentFromWalletHint: "Esperando a que aparezca en {network}. Tarda unos segundos.",
  sentAgain: "Mostrar de nuevo los datos para firmar",
  sentAgainHint: "Solo si su billetera indica que la transacción falló.",
  signatureRequested:
    "Pedimos a su billetera que envíe este reembolso y aún no ha respondido. Se enviará si un titular lo confirma. Revise la billetera antes de enviarlo otra vez.",
  claimReview: "Se enviarán {amount} en {network} a esta billetera:",
  claimSign: "Firmar",
  claimConfirm: "Firme el mensaje en {wallet}",
  claimChecking: "Comprobando la firma…",
};

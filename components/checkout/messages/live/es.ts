import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  timeLeft: "Tiempo restante",
  timeIsUpSpoken: "Se acabó el tiempo para pagar.",
  connectionLost: "Sin conexión. Un pago ya enviado está a salvo; esta página continuará por sí sola.",
  serviceTrouble:
    "El servicio no responde. Un pago ya enviado está a salvo; esta página continuará por sí sola.",
  hashLabel: "Hash de la transacción",
  hashPlaceholder: "0x…",
  hashShape: "Un hash de transacción es 0x seguido de 64 cifras y letras de la a a la f.",
  lookUp: "Buscar el pago",
  lookingUp: "Buscando…",
  lookupLate:
    "Encontrado. El tiempo se agotó antes de llegar el importe completo. La tienda puede verlo y devolvérselo.",
  verifyNoScript:
    "Abra esta página en un navegador con JavaScript para buscar su pago, o escriba a la tienda con el hash de su transacción.",
  print: "Imprimir recibo",
  returnToShop: "Volver a {merchant}",
  returningIn: "Volviendo en {seconds} s",
  stayHere: "Quedarme aquí",
  chooseOn: "en {network}",
  chooseUnavailable: "Sin cotización ahora",
  problemRate: "No hay tipo de cambio disponible en este momento. Inténtelo de nuevo en un minuto.",
  problemNotSelectable: "La elección ya no se puede cambiar.",
  problemOther: "No ha funcionado. Elija de nuevo.",
  copyFailed: "No se permitió copiar. Seleccione el texto y cópielo usted.",
  relayHint:
    "Su pago firmado se está enviando en {network}. No tiene que hacer nada más; tarda unos segundos.",
  relayAgainHint: "Solo si tarda más de un minuto: si paga otra vez ahora, podría pagar dos veces.",
  sentHint: "Esperando a verlo en {network}. Tarda unos segundos.",
  sentAgain: "Mostrar de nuevo los datos de pago",
  sentAgainHint: "Solo si su billetera indica que el pago falló.",
  opensExplorer: "abre el explorador de bloques en una pestaña nueva",
  amountLabel: "Importe",
  fromWallet: "Pagar con billetera",
  fromWalletHint: "Todo se rellena automáticamente.",
  payWithDemo: "Pagar con billetera demo",
  connectWallet: "Conectar billetera",
  walletLoading: "Abriendo…",
  timeLeftMinutes: {
    one: "Queda {count} minuto para pagar.",
    many: "Quedan {count} de minutos para pagar.",
    other: "Quedan {count} minutos para pagar.",
  },
  lookupPart: "Se recibió una parte del importe.",
  lookupSeen: "El pago se ha detectado y se está confirmando.",
  lookupPaid: "El pago está confirmado.",
  lookupNoted: "Anotado. La red aún no conoce esta transacción; seguimos atentos a ella.",
  lookupRecorded: "La transferencia está registrada. La tienda puede verla.",
  problemBusy: "Demasiados intentos. Espere un minuto y vuelva a intentarlo.",
  hashHint: "El hash o el enlace de un explorador de bloques. No necesita saber la red.",
  lookupOtherNetwork:
    "Su pago está en {network}, que no es la red de este pago. La tienda puede verlo y devolvérselo.",
  lookupOtherToken:
    "Su pago llegó en {network}, pero en un token distinto del elegido. La tienda puede verlo y devolvérselo.",
  lookupReverted: "Esta transacción falló en {network}: no pagó nada.",
  lookupNotThis: "Esta transacción está en {network}, pero no va a la dirección de este pago.",
  lookupUnknown:
    "Ninguna de las redes de la tienda conoce esta transacción. Revise el hash o inténtelo de nuevo en un minuto.",
  lookupUnanswered: "No se pudo consultar la red en este momento. Inténtelo de nuevo en un minuto.",
  sentCancelled:
    "Su billetera sustituyó este pago por otra transacción, así que no llegará. Puede pagar de nuevo.",
  sentReverted: "Este pago falló en {network}; no se pagó nada. Puede pagar de nuevo.",
  sentDoubtful:
    "El pago que envió aún puede llegar. Pague de nuevo solo si su billetera indica que falló o se canceló.",
  addressChecked: "Dirección comprobada en su dispositivo",
  addressProves:
    "Esta página volvió a calcular la dirección en su dispositivo: el dinero enviado a ella solo puede ir a la billetera de la tienda {wallet}, o ser reembolsado por ella.",
  addressProvesRefund:
    "Esta página volvió a calcular la dirección en su dispositivo: el dinero enviado a ella solo puede ir a la billetera de la tienda {wallet}, o ser reembolsado por {authority}.",
  addressWrongTitle: "Alto: no pague",
  addressWrong:
    "La dirección que recibió esta página no pertenece a este pago. Algo la ha cambiado. No envíe nada y avise a la tienda.",
};

import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  timeLeft: "Tiempo restante",
  timeIsUpSpoken: "Se acabó el tiempo para pagar.",
  connectionLost:
    "Está sin conexión. Los pagos que haya enviado están a salvo; esta página se actualizará sola.",
  serviceTrouble:
    "No podemos conectar con el servicio. Los pagos que haya enviado están a salvo; esta página se actualizará sola.",
  hashLabel: "Hash de la transacción o dirección de envío",
  hashPlaceholder: "0x…",
  hashShape:
    "Introduzca un hash de transacción (0x y 64 caracteres) o la dirección desde la que pagó (0x y 40 caracteres).",
  findPayment: "Buscar el pago",
  lookingUp: "Buscando…",
  lookupLate:
    "Pago encontrado, pero el plazo terminó antes de llegar el importe completo. La tienda puede verlo y reembolsárselo.",
  verifyNoScript:
    "Para encontrar su pago, abra esta página en un navegador con JavaScript o envíe a la tienda el hash de su transacción.",
  print: "Imprimir recibo",
  returnToShop: "Volver a {merchant}",
  returningIn: "Volviendo en {seconds} s",
  stayHere: "Quedarme aquí",
  chooseOn: "en {network}",
  chooseUnavailable: "Sin tipo de cambio ahora",
  problemRate: "El tipo de cambio no está disponible en este momento. Inténtelo de nuevo en un minuto.",
  problemNotSelectable: "Ya no se puede cambiar la moneda.",
  problemOther: "Algo ha fallado. Elija de nuevo.",
  copyFailed: "Su navegador no permitió copiar. Seleccione el texto y cópielo usted.",
  sentHint: "Esperando a que aparezca en {network}. Tarda unos segundos.",
  sentAgain: "Mostrar de nuevo los datos de pago",
  sentAgainHint: "Solo si su billetera indica que el pago falló.",
  copyHash: "Copiar el hash de la transacción",
  copiedHash: "Hash de la transacción copiado.",
  opensExplorer: "abre el explorador de bloques en una pestaña nueva",
  amountLabel: "Importe",
  fromWallet: "Pagar con billetera",
  fromWalletHint: "Rellenamos todo por usted.",
  payWithDemo: "Pagar con billetera demo",
  connectWallet: "Conectar billetera",
  payWith: "Pagar con {wallet}",
  browserWallet: "la billetera del navegador",
  moreWallets: "Más billeteras",
  walletLoading: "Abriendo…",
  timeLeftMinutes: {
    one: "Queda {count} minuto para pagar.",
    many: "Quedan {count} de minutos para pagar.",
    other: "Quedan {count} minutos para pagar.",
  },
  lookupPart: "Pago encontrado. Cubre una parte del importe.",
  lookupSeen: "Pago encontrado. Se está confirmando.",
  lookupPaid: "Pago encontrado y confirmado.",
  lookupNoted: "La red aún no conoce esta transacción. Seguiremos buscándola.",
  lookupRecorded: "Pago encontrado. La tienda puede verlo.",
  problemBusy: "Demasiados intentos. Espere un minuto y vuelva a intentarlo.",
  hashHint:
    "También vale un enlace de un explorador de bloques. Si pagó desde un exchange, use el hash: los exchanges comparten direcciones.",
  lookupSender: "Encontrado desde esta dirección: {list}. La tienda puede verlo.",
  lookupSenderNone:
    "No hemos encontrado nada de esta dirección para este pago en las redes de la tienda. Pruebe con el hash de la transacción.",
  lookupOtherNetwork:
    "Su pago está en {network}, pero este pedido debe pagarse en otra red. La tienda puede verlo y reembolsárselo.",
  lookupOtherToken:
    "Su pago llegó en {network} en una moneda distinta de la elegida. La tienda puede verlo y reembolsárselo.",
  lookupReverted: "Esta transacción falló en {network}, así que no se pagó nada.",
  lookupNotThis: "Esta transacción está en {network}, pero no va a la dirección de este pago.",
  lookupUnknown:
    "No hemos encontrado esta transacción en ninguna de las redes de la tienda. Revise el hash o inténtelo de nuevo en un minuto.",
  lookupUnanswered: "No pudimos conectar con la red. Inténtelo de nuevo en un minuto.",
  sentCancelled:
    "Su billetera sustituyó este pago por otra transacción, así que no llegará. Puede pagar de nuevo.",
  sentReverted: "Este pago falló en {network}, así que no se pagó nada. Puede pagar de nuevo.",
  sentDoubtful:
    "El pago que envió aún puede llegar. Pague de nuevo solo si su billetera indica que falló o se canceló.",
  sentUnanswered:
    "Pedimos el pago a su billetera y aún no ha respondido. El pago llegará si usted u otro titular lo confirma. Revise su billetera antes de pagar de otra forma.",
  addressChecked: "Dirección comprobada en su dispositivo",
  addressProves:
    "Su dispositivo ha vuelto a calcular esta dirección. El dinero enviado a ella solo puede ir a la billetera de la tienda {wallet}, o ser reembolsado por esa billetera.",
  addressProvesRefund:
    "Su dispositivo ha vuelto a calcular esta dirección. El dinero enviado a ella solo puede ir a la billetera de la tienda {wallet}, o ser reembolsado por {authority}.",
  addressWrongTitle: "Alto: no pague",
  addressWrong:
    "La dirección de esta página no pertenece a este pago. Es posible que alguien la haya manipulado. No envíe nada y avise a la tienda.",
};

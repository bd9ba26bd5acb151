import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  walletTitle: "Pagar con billetera",
  walletClose: "Cerrar",
  walletChoose: "Billeteras en este navegador",
  walletNone:
    "No hemos encontrado ninguna billetera en este navegador. Instale una, abra esta página en el navegador de su billetera o envíe el pago manualmente.",
  walletConnecting: "Confirme la conexión en {wallet}",
  walletOther: "Usar otra billetera",
  walletFrom: "De",
  walletTo: "A",
  walletBalance: "Saldo",
  walletBalanceChecking: "Comprobando…",
  walletSwitchTitle: "{wallet} está en otra red",
  walletSwitch: "Cambiar a {network}",
  walletSwitching: "Confirme el cambio en {wallet}",
  walletSwitchRefused:
    "{wallet} no cambió de red. Cambie a {network} en la propia billetera o envíe el pago manualmente.",
  walletTooLittle:
    "No hay suficiente {token}: esta billetera tiene {balance} en {network} y necesita {amount}.",
  walletEmpty: "Esta cartera no tiene saldo suficiente de ninguna moneda que acepte la tienda.",
  walletHasOf: "{balance}, necesita {amount}",
  walletManual: "Enviar el pago manualmente",
  walletReadFailed: "No pudimos leer el saldo. Aun así puede intentar pagar.",
  walletPay: "Pagar {amount} {token} en {network}",
  walletCanPay: "Esta billetera puede pagar con",
  walletPreparing: "Preparando el pago…",
  walletPriceRose: "El importe es ahora {amount} {token}. Compruébelo antes de pagar.",
  gaslessFree: "Sin comisión de red: usted solo firma y nosotros lo enviamos.",
  walletConfirm: "Confirme el pago en {wallet}",
  walletRejected: "Lo rechazó en su billetera. No se ha enviado nada.",
  walletBusy: "{wallet} tiene otra solicitud abierta. Respóndala primero allí.",
  walletFailed:
    "{wallet} no pudo completar el pago. No vemos ningún envío; revise su billetera antes de intentarlo de nuevo.",
  gaslessOrdinary: "Pagar con la comisión de red",
  gaslessSign: "Firme el pago en {wallet}",
  gaslessInFlight: "Su pago firmado ya está en camino. Espere un momento.",
  gaslessTooLittle: "Esta billetera ya no tiene {amount} {token} en {network}.",
  gaslessNotSigned:
    "La firma de {wallet} no coincide con este pago. No se ha enviado nada. Pague con la comisión de red.",
  gaslessNotPayable: "Este pago ya no se puede hacer. Cierre esta ventana y consulte la página.",
  gaslessWalletBlocked:
    "El emisor de {token} bloquea esta billetera. No se ha enviado nada. Pague desde otra billetera.",
  gaslessStopped:
    "El emisor de {token} ha suspendido las transferencias. No se ha enviado nada. Inténtelo más tarde o consulte a la tienda.",
  gaslessUnavailable:
    "En este momento no se puede pagar sin comisión de red. No se ha enviado nada. Pague con la comisión de red.",
  gaslessNoAnswer:
    "No podemos conectar con el servicio. Cierre esta ventana y consulte la página antes de intentarlo de nuevo.",
  walletLocked:
    "{wallet} está bloqueada o no se ha conectado a esta página. Desbloquéela e inténtelo de nuevo.",
  walletUnsupported: "{wallet} no admite esta función. Use otra billetera o envíe el pago manualmente.",
  walletDisconnected: "{wallet} ya no está conectada. Conéctela de nuevo.",
  walletMoved: "{wallet} ha cambiado de cuenta o de red. Compruebe los datos e inténtelo de nuevo.",
  walletNoFee:
    "{wallet} no tiene suficiente moneda propia de la red para la comisión. No se ha enviado nada.",
  walletRefused:
    "El contrato de la moneda rechaza este pago desde esta billetera. No se ha enviado nada. Use otra billetera.",
  walletUnknownNetwork:
    "{wallet} no conoce {network}. Añada la red en los ajustes de la billetera, elija otra red o envíe el pago manualmente.",
  walletReported:
    "Se acaba de notificar un pago de este pedido, quizá desde otra pestaña u otro dispositivo. Vuelva a pagar solo si falló.",
  walletPayAgain: "Pagar otra vez de todos modos",
  walletLacksFee: "Esta billetera no tiene suficiente {coin} para la comisión de red (unos {fee} {coin}).",
  walletChanged: "La billetera ha cambiado a otra cuenta. Compruébela antes de pagar.",
  walletConnectHint: "Con una app de billetera en su teléfono",
  pairTitle: "Escanee este código con su billetera",
  pairLoading: "Preparando el código…",
  pairHint: "Después confirme la conexión en su billetera. El código es válido durante cinco minutos.",
  pairAlt: "Código QR para conectar una billetera a esta página",
  pairOpen: "Abrir una billetera en este dispositivo",
  pairCopy: "Copiar el código",
  pairCode: "Código de conexión",
  pairCopied: "Código copiado.",
  walletPairingExpired:
    "El código ha caducado y no se ha enviado nada. Elija WalletConnect otra vez para obtener uno nuevo.",
  walletRelayUnreachable:
    "No podemos conectar con WalletConnect. Use otra billetera o envíe el pago manualmente.",
  walletSlow:
    "{wallet} aún no ha respondido. Ábrala y busque una solicitud. Si no hay ninguna, recargue esta página o use otra billetera.",
  walletSlowPay: "También puede cerrar esta ventana y enviar el pago manualmente.",
  walletOpen: "Abrir {wallet}",
  walletRequestExpired:
    "Nadie confirmó a tiempo en {wallet}. La solicitud aún puede confirmarse allí: revise {wallet} antes de intentarlo de nuevo.",
  walletNoneFirefox:
    "Firefox puede ocultar una extensión de billetera en esta página. Si tiene una, abra esta página en otro navegador.",
  walletReadNowhere:
    "No podemos leer el saldo de esta billetera. Asegúrese de que tiene {amount} {token} en {network}.",
};

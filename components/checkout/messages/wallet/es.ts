import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  walletTitle: "Pagar con billetera",
  walletClose: "Cerrar",
  walletChoose: "Billeteras encontradas en este navegador",
  walletNone:
    "No se encontró ninguna billetera en este navegador. Instale una, abra esta página en el navegador de su billetera o envíe el pago por su cuenta.",
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
    "{wallet} no cambió de red. Cambie a {network} en la propia billetera o envíe el pago por su cuenta.",
  walletTooLittle: "Esta billetera tiene {balance} {token} en {network}; se necesitan {amount} {token}.",
  walletReadFailed: "No se pudo leer el saldo. Aun así puede intentarlo.",
  walletPay: "Pagar {amount} {token}",
  walletConfirm: "Confirme el pago en {wallet}",
  walletRejected: "Usted lo rechazó en la billetera. No se ha enviado nada.",
  walletBusy: "{wallet} aún tiene una solicitud abierta. Revísela allí.",
  walletFailed:
    "{wallet} no pudo hacerlo. Por lo que vemos, no se ha enviado nada; revise la billetera antes de intentarlo de nuevo.",
  gaslessPay: "Pagar sin comisión de red",
  gaslessHint: "Usted solo firma. El servicio envía el pago y paga la comisión de red.",
  gaslessOrdinary: "O envíelo desde la billetera, con la comisión de red aparte.",
  gaslessSign: "Firme el pago en {wallet}",
  gaslessInFlight: "Ya hay un pago firmado en camino. Espere un momento.",
  gaslessTooLittle: "Esta billetera ya no tiene {amount} {token} en {network}.",
  gaslessNotSigned:
    "La firma de {wallet} no corresponde a este pago. No se ha enviado nada. Pague con la comisión de red.",
  gaslessNotPayable: "Este pago ya no se puede hacer. Cierre esto y vuelva a mirar la página.",
  gaslessWalletBlocked:
    "El emisor de {token} bloquea esta billetera. No se ha enviado nada. Pague desde otra billetera.",
  gaslessStopped:
    "El emisor de {token} ha detenido las transferencias por ahora. No se ha enviado nada. Inténtelo más tarde o consulte a la tienda.",
  gaslessUnavailable:
    "En este momento no es posible pagar sin comisión de red. No se ha enviado nada. Pague con la comisión de red.",
  gaslessNoAnswer: "El servicio no respondió. Cierre esto y mire la página antes de intentarlo de nuevo.",
  walletApps: "Abrir esta página en la app de su billetera",
  walletLocked:
    "{wallet} está bloqueada o no ha dado acceso a esta página. Desbloquéela e inténtelo de nuevo.",
  walletUnsupported: "{wallet} no puede hacerlo. Use otra billetera o envíe el pago por su cuenta.",
  walletDisconnected: "{wallet} ya no está conectada. Conéctela de nuevo.",
  walletMoved: "{wallet} ha cambiado de cuenta o de red mientras tanto. Compruébelo e inténtelo de nuevo.",
  walletNoFee: "{wallet} tiene muy poca moneda propia de la red para la comisión. No se ha enviado nada.",
  walletRefused:
    "El token rechaza este pago desde esta billetera. No se ha enviado nada; use otra billetera.",
  walletUnknownNetwork:
    "{wallet} no conoce {network}. Añada la red en los ajustes de la billetera, elija otra red o envíe el pago por su cuenta.",
  walletLacksFee: "Esta billetera tiene muy poco {coin} para la comisión de red (unos {fee} {coin}).",
  walletChanged: "La billetera ha cambiado a otra cuenta. Compruébela antes de pagar.",
  walletConnectHint: "Con una app de monedero en su teléfono",
  pairTitle: "Escanee este código con su monedero",
  pairLoading: "Preparando el código…",
  pairHint: "Después confirme allí la conexión. El código es válido durante cinco minutos.",
  pairAlt: "Código QR con el que un monedero se conecta a esta página",
  pairOpen: "Abrir un monedero en este dispositivo",
  pairCopy: "Copiar el código",
  pairCode: "Código de conexión",
  pairCopied: "Código copiado",
  walletPairingExpired:
    "El código ha caducado y no se ha enviado nada. Elija WalletConnect otra vez para obtener uno nuevo.",
  walletRelayUnreachable: "WalletConnect no responde. Use otro monedero o envíe el pago usted mismo.",
  walletReadNowhere: "Su monedero le mostrará si tiene {amount} {token} en {network}.",
};

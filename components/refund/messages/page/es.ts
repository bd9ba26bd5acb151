import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  pageTitle: "Reembolso de {merchant}",
  refundLabel: "Reembolso",
  onNetwork: "en {network}",
  linkHolds: "Este enlace es válido hasta el {date}.",
  wholeUnits: "{amount} unidades mínimas de {token}",
  askTitle: "¿Adónde enviamos su reembolso?",
  askHint: "{merchant} le devuelve {amount}.",
  pasteTitle: "A una dirección suya",
  pasteHint:
    "De su propia billetera o de su cuenta en un exchange. Debe aceptar {token} en {network}: en cualquier otra red el dinero se perdería.",
  walletTitle: "A la billetera desde la que pagó",
  walletHint:
    "Solo si pagó desde una billetera propia y no desde un exchange. Una firma demuestra que es suya: no cuesta nada ni mueve nada.",
  badShape:
    "Esto no es una dirección. Una dirección empieza por 0x y sigue con 40 cifras o letras de la a a la f.",
  badHash: "Esto es un hash de transacción. Una dirección es más corta: 0x y 40 cifras y letras.",
  badName: "No se admiten nombres como alice.eth. Pegue la dirección.",
  badChecksum: "Un carácter de esta dirección es incorrecto: las mayúsculas no coinciden. Cópiela de nuevo.",
  confirmTitle: "¿Es esta su dirección?",
  confirmHint: "Compárela con su billetera, carácter por carácter. Lo enviado no se puede recuperar.",
  confirmAmount: "Importe",
  confirmNetwork: "Red",
  confirmAddress: "Dirección",
  notReadyTitle: "Casi listo",
  notReadyHint:
    "Aún no hay nada que firmar: el reembolso espera su aprobación o la dirección del cliente. Esta página lo sigue.",
  takenTitle: "Su dirección está anotada",
  takenHint:
    "{merchant} enviará {amount} allí. Puede cerrar esta página y volver a consultarla cuando quiera.",
  takenSignTitle: "Nada que firmar",
  takenSignHint: "Este reembolso no necesita firma ahora. Esta página sigue su curso.",
  sendingTitle: "En camino",
  sendingHint: "Se enviaron {amount} y {network} los está confirmando. No tiene que hacer nada más.",
  lookAgain: "Volver a mirar",
  sentTitle: "Reembolsado",
  sentHint: "{amount} llegaron a esta dirección en {network}.",
  destination: "Dirección en {network}",
  transaction: "Transacción",
  failedTitle: "No se pudo enviar el reembolso",
  failedHint:
    "No se puede enviar {token} a esta dirección. Su dinero no se ha perdido: escriba a {merchant} e indique otra.",
  cancelledTitle: "Este reembolso se canceló",
  cancelledHint: "Si no lo esperaba, escriba a {merchant}.",
  goneTitle: "Este enlace no funciona",
  goneHint:
    "Está incompleto, ha caducado o uno más reciente lo sustituye. Su reembolso no se ha perdido: pida un enlace nuevo a la tienda.",
  signTitle: "Firme este reembolso",
  signRefundHint:
    "Su billetera ordena al contrato de depósito devolver lo que pagó el cliente. De su billetera solo sale la comisión de red.",
  signTransferHint:
    "El pago se liquidó en su billetera. Por eso el reembolso se envía desde ella y de ella se paga la comisión de red.",
  signSends: "Envía",
  signTo: "A",
  signFrom: "Firmado por",
  signContract: "Contrato llamado",
  signFunction: "Función",
  signFunctionRefund: "refund: de la dirección de depósito del pago al cliente",
  signFunctionTransfer: "transfer: de su billetera al cliente",
  signNoScript:
    "Sin JavaScript esta página no puede usar una billetera. Envíe desde la suya la transacción preparada:",
  signRaw: "Mostrar la transacción preparada",
  signRawHint:
    "Envíe estos datos a este contrato en {network}, desde la billetera indicada arriba y con valor 0.",
  copyContract: "Copiar contrato",
  copiedContract: "Contrato copiado.",
  dataLabel: "Datos",
  copyData: "Copiar datos",
  copiedData: "Datos copiados.",
  hashTitle: "O firme en otro lugar, por ejemplo en un Safe",
  hashHint: "Una vez enviada, introduzca el hash de la transacción: así se encontrará enseguida.",
  opensExplorer: "abre el explorador de bloques en una pestaña nueva",
  language: "Idioma",
  networkUnnamed: "Red {chainId}",
};

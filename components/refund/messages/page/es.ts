import type { Translation } from "@/lib/platform/i18n/translation.rules";
import type { en } from "./en";

export const es: Translation<typeof en, "es"> = {
  pageTitle: "Reembolso de {merchant}",
  refundLabel: "Reembolso",
  onNetwork: "en {network}",
  linkHolds: "Este enlace es válido hasta el {date}.",
  wholeUnits: "{amount} unidades mínimas de {token}",
  askTitle: "¿Adónde enviamos su reembolso?",
  askHint: "{merchant} le reembolsa {amount}.",
  pasteTitle: "A mi dirección",
  pasteHint:
    "Su propia billetera o su cuenta en un exchange. Debe aceptar {token} en {network}: en cualquier otra red, el dinero se perdería.",
  walletTitle: "A la billetera desde la que pagó",
  walletHint:
    "Solo si pagó desde su propia billetera, no desde un exchange. Demuestra que es suya con una firma: es gratis y no mueve dinero.",
  badShape: "No es una dirección válida. Empieza por 0x, seguido de 40 caracteres (0–9, a–f).",
  badHash: "Es un hash de transacción. Una dirección es más corta: 0x seguido de 40 caracteres (0–9, a–f).",
  badName: "No admitimos nombres como alice.eth. Pegue la dirección.",
  badChecksum: "Esta dirección tiene un error: las mayúsculas y minúsculas no coinciden. Cópiela de nuevo.",
  confirmTitle: "¿Es esta su dirección?",
  confirmHint:
    "Compárela con su billetera, carácter por carácter. Un reembolso enviado no se puede deshacer.",
  confirmAmount: "Importe",
  confirmNetwork: "Red",
  confirmAddress: "Dirección",
  notReadyTitle: "Casi listo",
  notReadyHint:
    "Aún no hay nada que firmar: este reembolso espera la aprobación o la dirección del cliente. Esta página se actualiza sola.",
  takenTitle: "Tenemos su dirección",
  takenHint: "{merchant} enviará {amount} allí. Puede cerrar esta página y volver cuando quiera.",
  takenSignTitle: "Nada que firmar",
  takenSignHint: "Este reembolso no necesita firma ahora. Esta página se actualiza sola.",
  sendingTitle: "En camino",
  sendingHint: "Se enviaron {amount} y {network} los está confirmando. No tiene que hacer nada más.",
  lookAgain: "Actualizar",
  sentTitle: "Reembolsado",
  sentHint: "{amount} llegaron a esta dirección en {network}.",
  destination: "Dirección en {network}",
  transaction: "Transacción",
  failedTitle: "No se pudo enviar el reembolso",
  failedHint:
    "No se puede enviar {token} a esta dirección. Su dinero no se ha perdido: contacte con {merchant} e indique otra dirección.",
  cancelledTitle: "Este reembolso se ha cancelado",
  cancelledHint: "Si no lo esperaba, contacte con {merchant}.",
  goneTitle: "Este enlace no funciona",
  goneHint:
    "Está incompleto, ha caducado o se ha sustituido por uno más reciente. Su reembolso no se ha perdido: pida un enlace nuevo a la tienda.",
  signTitle: "Firme este reembolso",
  signRefundHint:
    "Su billetera ordena al contrato de depósito reembolsar al cliente. Su billetera solo paga la comisión de red.",
  signTransferHint:
    "Este pago ya está en su billetera, así que el reembolso y la comisión de red se pagan desde allí.",
  signSends: "Envía",
  signTo: "A",
  signFrom: "Firmado por",
  signContract: "Contrato llamado",
  signFunction: "Función",
  signFunctionRefund: "refund: de la dirección de depósito del pago al cliente",
  signFunctionTransfer: "transfer: de su billetera al cliente",
  signNoScript:
    "Sin JavaScript, esta página no puede conectarse a una billetera. Envíe la transacción preparada desde la suya:",
  signRaw: "Mostrar la transacción preparada",
  signRawHint:
    "Envíe estos datos a este contrato en {network}, desde la billetera indicada arriba y con valor 0.",
  copyContract: "Copiar contrato",
  copiedContract: "Contrato copiado.",
  dataLabel: "Datos",
  copyData: "Copiar datos",
  copiedData: "Datos copiados.",
  hashTitle: "O firme en otro lugar, por ejemplo en un Safe",
  hashHint: "Después de enviarla, pegue el hash de la transacción para que la encontremos enseguida.",
  copyHash: "Copiar el hash de la transacción",
  copiedHash: "Hash de la transacción copiado.",
  opensExplorer: "abre el explorador de bloques en una pestaña nueva",
  language: "Idioma",
  networkUnnamed: "Red {chainId}",
};

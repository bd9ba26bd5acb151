import { type Operation, operationsOf } from "@/lib/api/operations/operation";
import { checkoutActs } from "@/lib/checkouts/checkouts.acts";
import { linkActs } from "@/lib/checkouts/links/links.acts";
import { paymentPageActs } from "@/lib/checkouts/payment-page.acts";
import { receiptActs } from "@/lib/checkouts/receipts/receipts.acts";
import { sdkActs } from "@/lib/checkouts/sdk.acts";
import { eventActs } from "@/lib/checkouts/views/events.acts";
import { balanceActs } from "@/lib/payments/balances/balances.acts";
import { paymentActs } from "@/lib/payments/payments.acts";
import { sentPaymentActs } from "@/lib/payments/sent-payments.acts";
import { tags } from "@/lib/platform/acts";
import { rateActs } from "@/lib/rates/rates.acts";
import { refundPageActs } from "@/lib/refunds/refund-page.acts";
import { refundActs } from "@/lib/refunds/refunds.acts";
import { settlementActs } from "@/lib/settlement/settlements.acts";
import { signedActs } from "@/lib/signed/signed.acts";
import { strayActs } from "@/lib/strays/strays.acts";
import { deliveryActs } from "@/lib/webhooks/deliveries.acts";
import { endpointActs } from "@/lib/webhooks/endpoints/endpoints.acts";

/** The tables of acts that routes serve. */
export const actTables = {
  checkoutActs,
  paymentActs,
  refundActs,
  linkActs,
  endpointActs,
  deliveryActs,
  eventActs,
  paymentPageActs,
  sentPaymentActs,
  signedActs,
  refundPageActs,
  receiptActs,
  rateActs,
  sdkActs,
  settlementActs,
  balanceActs,
  strayActs,
};

/** Every operation of the API, by id. */
export const operations = inOrder({
  ...operationsOf(checkoutActs),
  ...operationsOf(paymentActs),
  ...operationsOf(refundActs),
  ...operationsOf(linkActs),
  ...operationsOf(settlementActs),
  ...operationsOf(balanceActs),
  ...operationsOf(strayActs),
  ...operationsOf(endpointActs),
  ...operationsOf(deliveryActs),
  ...operationsOf(eventActs),
  ...operationsOf(paymentPageActs),
  ...operationsOf(sentPaymentActs),
  ...operationsOf(signedActs),
  ...operationsOf(refundPageActs),
  ...operationsOf(receiptActs),
  ...operationsOf(rateActs),
  ...operationsOf(sdkActs),
} as const satisfies Record<string, Operation>);

/** As the documents show them: by heading. */
function inOrder<Table extends Readonly<Record<string, Operation>>>(table: Table): Table {
  const placeOf = ([, { tag }]: [string, Operation]) => tags.indexOf(tag);
  return Object.fromEntries(Object.entries(table).toSorted((a, b) => placeOf(a) - placeOf(b))) as Table;
}

export type OperationId = keyof typeof operations;

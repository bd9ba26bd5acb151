/** The fields of the public view about money. */
type Sale = {
  totalPaid: string;
  reportedPayment: unknown;
  gaslessPayment: { mayStillPay: boolean } | null;
  strayPayments: readonly unknown[];
};

/** Prices of paid checkouts: in the link's currency, or in smallest units where it has none. */
export type LinkSales = { count: number; fiatAmount: string; units: bigint };

/** Whether money came to a sale at the till or is on its way, so that it must not disappear from the screen by one press. */
export function hasMoney({ totalPaid, reportedPayment, gaslessPayment, strayPayments }: Sale): boolean {
  const isSigned = gaslessPayment?.mayStillPay === true;
  return totalPaid !== "0" || reportedPayment !== null || isSigned || strayPayments.length > 0;
}

import type { Checkout } from "@/lib/core/checkout";
import { RequestRefundButton } from "../../refunds/request-refund-button";
import type { RequestRefundProps } from "../../refunds/request-refund-form";

/** What can go back, in smallest units, and who would pay it. */
export type Refundable = Pick<RequestRefundProps, "token" | "from"> & { available: bigint };

type Props = {
  projectId: string;
  checkout: Pick<Checkout, "id" | "status" | "amountUnits" | "paidUnits">;
  /** Null where nothing can go back. */
  refundable: Refundable | null;
};

const nothing: Refundable = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  from: null,
};

/** Asks for a refund of the checkout. It stays where it is once all went back: it shows its customer's link once. */
export function CheckoutRefund({ projectId, checkout, refundable }: Props) {
  const { token, available, from } = refundable ?? nothing;
  const refundType = likelyType(checkout);
  return (
    <RequestRefundButton
      projectId={projectId}
      checkoutId={checkout.id}
      token={token}
      available={available.toString()}
      from={from}
      {...(refundType === null ? {} : { refundType })}
    />
  );
}

function likelyType({
  status,
  amountUnits,
  paidUnits,
}: Props["checkout"]): RequestRefundProps["refundType"] | null {
  if (status === "LATE_PAID") return "LATE_PAYMENT";
  if (status === "CANCELLED") return "CANCELLATION";
  return amountUnits !== null && paidUnits > amountUnits ? "OVERPAYMENT" : null;
}

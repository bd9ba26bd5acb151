import { RequestRefundButton } from "@/components/dashboard/refunds/request-refund-form";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutWords } from "../../messages/checkouts";
import type { RequestRefundProps } from "../../refunds/request-refund-form";

/** The refundable amount, in smallest units, and who would pay it. */
export type Refundable = Pick<RequestRefundProps, "token" | "from"> & { available: bigint; excess: bigint };

type Props = {
  projectId: string;
  checkout: Pick<Checkout, "id" | "status">;
  /** Null when nothing can be refunded. */
  refundable: Refundable | null;
};

const nothing: Refundable = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
};

/** Refunds the amount paid above the price; it can be edited. */
export function RefundExcess({
  projectId,
  checkout,
  refundable,
  look,
}: Props & { look: "primary" | "secondary" }) {
  const { token, excess, available, from } = refundable ?? nothing;
  return (
    <RequestRefundButton
      label={checkoutWords.refundExcess}
      projectId={projectId}
      checkoutId={checkout.id}
      token={token}
      available={excess === 0n ? "0" : available.toString()}
      excess={excess.toString()}
      look={look}
      from={from}
      refundType="OVERPAYMENT"
    />
  );
}

/** Requests a refund of the checkout. Stays after everything was refunded, because it shows the claim link once. */
export function CheckoutRefund({ projectId, checkout, refundable }: Props) {
  const { token, available, excess, from } = refundable ?? nothing;
  const refundType = likelyType(checkout);
  return (
    <RequestRefundButton
      projectId={projectId}
      checkoutId={checkout.id}
      token={token}
      available={available.toString()}
      excess={excess.toString()}
      from={from}
      {...(refundType === null ? {} : { refundType })}
    />
  );
}

function likelyType({ status }: Props["checkout"]): RequestRefundProps["refundType"] | null {
  if (status === "LATE_PAID") return "LATE_PAYMENT";
  if (status === "CANCELLED") return "CANCELLATION";
  return null;
}

import { RequestRefundButton } from "@/components/dashboard/refunds/request-refund-form";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutWords } from "../../messages/checkouts";
import type { RequestRefundProps } from "../../refunds/request-refund-form";

/** What can go back, in smallest units, and who would pay it. */
export type Refundable = Pick<RequestRefundProps, "token" | "from"> & { available: bigint; excess: bigint };

type Props = {
  projectId: string;
  checkout: Pick<Checkout, "id" | "status">;
  /** Null where nothing can go back. */
  refundable: Refundable | null;
};

const nothing: Refundable = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
};

/** Refunds what was paid above the price; the amount can still be changed. */
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

/** Asks for a refund of the checkout. It stays where it is once all went back: it shows its customer's link once. */
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

import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { RefundToPayer } from "@/components/dashboard/refunds/refund-to-payer";
import {
  RequestRefundButton,
  type RequestRefundProps,
} from "@/components/dashboard/refunds/request-refund-form";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** The refundable amount, in smallest units, and who would pay it. */
export type Refundable = Pick<RequestRefundProps, "token" | "from"> & {
  available: bigint;
  excess: bigint;
  payer: Hex | null;
};

export type CheckoutRefundProps = Pick<
  RequestRefundProps,
  "projectId" | "purchase" | "contacts" | "network" | "refunds"
> & {
  checkout: Checkout;
  /** Null when nothing can be refunded. */
  refundable: Refundable | null;
};

const nothing: Refundable = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
  payer: null,
};

/** Refunds the amount paid above the price: to the wallet that proved itself, or by the form. */
export function RefundExcess({ isWaiting, ...refund }: CheckoutRefundProps & { isWaiting: boolean }) {
  const { available, ...rest } = formOf(refund);
  const form = {
    ...rest,
    available: rest.excess === "0" ? "0" : available,
    refundType: "OVERPAYMENT",
  } as const;
  return (
    <>
      <RefundToPayer {...form} variant={isWaiting ? "primary" : "secondary"} />
      <RequestRefundButton
        {...form}
        label={form.payer === null ? checkoutWords.refundExcess : refundWords.toPayer.other}
        variant={isWaiting && form.payer === null ? "primary" : "secondary"}
      />
    </>
  );
}

/** Requests a refund of the checkout: to the wallet that proved itself, or by the form. */
export function CheckoutRefund({ isDue, ...refund }: CheckoutRefundProps & { isDue: boolean }) {
  const refundType = likelyType(refund.checkout);
  const form = { ...formOf(refund), ...(refundType === null ? {} : { refundType }) };
  // The excess has its own button beside its notice.
  const isWhole = form.excess === "0";
  const variant = isDue ? "primary" : "secondary";
  return (
    <>
      {isWhole && <RefundToPayer {...form} variant={variant} />}
      <RequestRefundButton
        {...form}
        variant={form.payer === null ? variant : "secondary"}
        {...(form.payer !== null && isWhole ? { label: refundWords.toPayer.other } : {})}
      />
    </>
  );
}

function formOf({ checkout, refundable, ...form }: CheckoutRefundProps): RequestRefundProps {
  const { available, excess, payer, ...paid } = refundable ?? nothing;
  return {
    ...form,
    ...paid,
    checkoutId: checkout.id,
    available: available.toString(),
    excess: excess.toString(),
    payer: payer === null ? null : checksummed(payer),
  };
}

function likelyType({ status }: CheckoutRefundProps["checkout"]): RequestRefundProps["refundType"] | null {
  if (status === "LATE_PAID") return "LATE_PAYMENT";
  if (status === "CANCELLED") return "CANCELLATION";
  return null;
}

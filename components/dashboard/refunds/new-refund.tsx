import { shownText } from "@/components/dashboard/money/shown-units";
import type { RefundType } from "@/lib/checkouts/refunds/refund.rules";
import { refundTitle, refundWords } from "../messages/refunds";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { RequestRefundForm, type RequestRefundProps } from "./request-refund-form";

type Props = {
  projectId: string;
  checkoutId: string;
  refundType: RefundType;
  /** Null when nothing can be refunded (any more). */
  refundable:
    | (Pick<RequestRefundProps, "token" | "from"> & {
        available: bigint;
        excess: bigint;
        referenceId: string | null;
      })
    | null;
};

const { form: words } = refundWords;

/** A page of its own, so that the claim link stays visible although the lists change. */
export function NewRefund({ projectId, checkoutId, refundType, refundable }: Props) {
  const { token, available, excess, from, referenceId } = refundable ?? nothing;
  return (
    <div className="max-w-xl">
      <PageHeader
        title={refundTitle(refundType)}
        description={shownText(referenceId) ?? checkoutId}
        back={{ href: `/dashboard/projects/${projectId}/checkouts/${checkoutId}`, label: words.back }}
      />
      <Card>
        <RequestRefundForm
          projectId={projectId}
          checkoutId={checkoutId}
          token={token}
          available={available.toString()}
          excess={excess.toString()}
          refundType={refundType}
          from={from}
        />
      </Card>
    </div>
  );
}

const nothing = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
  referenceId: null,
};

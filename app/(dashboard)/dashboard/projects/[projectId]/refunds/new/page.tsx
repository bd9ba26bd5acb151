import { refundTitle, refundWords } from "@/components/dashboard/messages/refunds";
import { shownText } from "@/components/dashboard/money/shown-units";
import { RequestRefundForm } from "@/components/dashboard/refunds/request-refund-form";
import { Card } from "@/components/dashboard/ui/card";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { refundTypes } from "@/lib/checkouts/refunds/refund.rules";
import { paramOf, wordOf } from "@/lib/platform/lists/list-place.rules";
import { readRefundable } from "@/lib/refunds/dashboard/read-refunds";

export const metadata = { title: refundWords.form.title };

/** A page of its own, so that the claim link stays visible although the lists change. */
export default async function NewRefundPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId, "refunds.request");
  const query = await searchParams;
  const checkoutId = paramOf(query, "checkout") ?? "";
  const refundable = await found(readRefundable(getCheckouts(), access, checkoutId));
  const refundType = wordOf(query, "type", refundTypes) ?? "CUSTOMER_REQUEST";
  const { token, available, excess, from, referenceId } = refundable ?? nothing;
  return (
    <div className="max-w-xl">
      <PageHeader
        title={refundTitle(refundType)}
        description={shownText(referenceId) ?? checkoutId}
        back={{ href: `/dashboard/projects/${access.projectId}/checkouts/${checkoutId}`, label: words.back }}
      />
      <Card>
        <RequestRefundForm
          projectId={access.projectId}
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

const { form: words } = refundWords;

const nothing = {
  token: { symbol: "", decimals: 0, networkName: "" },
  available: 0n,
  excess: 0n,
  from: null,
  referenceId: null,
};

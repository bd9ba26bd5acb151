import { refundWords } from "@/components/dashboard/messages/refunds";
import { NewRefund } from "@/components/dashboard/refunds/new-refund";
import { found, requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { refundTypes } from "@/lib/checkouts/refunds/refund.rules";
import { paramOf, type SearchParams, wordOf } from "@/lib/platform/lists/list-place.rules";
import { readRefundable } from "@/lib/refunds/dashboard/read-refunds";

export const metadata = { title: refundWords.form.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function NewRefundPage({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId, "refunds.request");
  const query = await searchParams;
  const checkoutId = paramOf(query, "checkout") ?? "";
  const refundable = await found(readRefundable(getDeps(), access, checkoutId));
  return (
    <NewRefund
      projectId={access.projectId}
      checkoutId={checkoutId}
      refundType={wordOf(query, "type", refundTypes) ?? "CUSTOMER_REQUEST"}
      refundable={refundable}
    />
  );
}

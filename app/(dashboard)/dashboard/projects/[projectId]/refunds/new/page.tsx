import { refundTitle, refundWords } from "@/components/dashboard/messages/refunds";
import { signingNetwork } from "@/components/dashboard/money/call-network";
import { displayText } from "@/components/dashboard/money/display-units";
import { RequestRefundForm } from "@/components/dashboard/refunds/request-refund-form";
import { Card, PageHeader } from "@/components/dashboard/ui/card";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { isRefundOver, refundTypes } from "@/lib/checkouts/refund-facts.rules";
import { paramOf, wordOf } from "@/lib/platform/lists/list-place.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { listContacts, listRefunds, readRefundable } from "@/lib/refunds/dashboard/read-refunds";

export const generateMetadata = titled(() => refundWords.form.title);

/** A page of its own, so that the claim link stays visible although the lists change. */
export default async function NewRefundPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId, "refunds.request");
  const query = await searchParams;
  const checkoutId = paramOf(query, "checkout") ?? "";
  const deps = getCheckouts();
  const refundable = await found(readRefundable(deps, access, checkoutId));
  const { items } = await listRefunds(deps, access.projectId, checkoutId, { take: 20, skip: 0 });
  const refunds = items.map(({ refund: { id, status, txHash } }) => ({ refundId: id, status, txHash }));
  const refundType = wordOf(query, "type", refundTypes) ?? "CUSTOMER_REQUEST";
  // The newest refund names the network once nothing more can be refunded.
  const chainId = refundable?.chainId ?? items[0]?.refund.chainId ?? null;
  const { token, available, excess, from, payer, referenceId, itemName } = refundable ?? nothing;
  return (
    <div className="max-w-xl">
      <RefreshWhileOpen
        open={refunds.some(({ status }) => !isRefundOver(status))}
        changed={JSON.stringify(refunds)}
      />
      <PageHeader
        title={refundTitle(refundType)}
        description={displayText(referenceId) ?? checkoutId}
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
          payer={payer === null ? null : checksummed(payer)}
          contacts={await listContacts(deps, access, checkoutId)}
          purchase={{ item: displayText(itemName), shop: access.projectName }}
          network={signingNetwork(deps.chains, chainId)}
          refunds={refunds}
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
  payer: null,
  referenceId: null,
  itemName: null,
};

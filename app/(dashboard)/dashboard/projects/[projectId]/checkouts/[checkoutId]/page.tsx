import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { CheckoutDetail } from "@/components/dashboard/checkouts/detail/checkout-detail";
import { checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { signingNetwork } from "@/components/dashboard/money/call-network";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { toDetailsResource } from "@/lib/checkouts/views/checkout.schema";
import { readHistory } from "@/lib/checkouts/views/read-checkout";
import { x402Payability } from "@/lib/checkouts/views/x402-payability";
import { readAcceptance } from "@/lib/payments/accept-payment";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { readRefundable } from "@/lib/refunds/dashboard/read-refunds";

/** Once per request, for the page and its title; a stranger's checkout and none at all are the same page. */
const load = cache(async (projectId: string, checkoutId: string) => {
  const access = await requireProject(projectId);
  try {
    return { access, ...(await readHistory(getMerchant(), access, checkoutId)) };
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "CHECKOUT_NOT_FOUND") notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: ProjectPage<"checkoutId">): Promise<Metadata> {
  const { projectId, checkoutId } = await params;
  const { details } = await load(projectId, checkoutId);
  const { itemName } = details.checkout;
  return { title: itemName === null ? words.columns.checkout : cleanText(itemName) };
}

export default async function Page({ params }: ProjectPage<"checkoutId">) {
  const { projectId, checkoutId } = await params;
  const { access, details, history } = await load(projectId, checkoutId);
  const deps = getMerchant();
  const { chains, checkoutPageUrl } = deps;
  const project = await deps.projects.findById(access.projectId);
  const resource = toDetailsResource(details, {
    merchantName: access.projectName,
    logoDigest: access.logoDigest,
    chains,
    checkoutPageUrl,
    isPayableByX402: project === null ? () => false : await x402Payability(deps, project, [details.checkout]),
  });
  const refundable = access.may("refunds.request") ? await readRefundable(deps, access, checkoutId) : null;
  return (
    <CheckoutDetail
      projectId={access.projectId}
      details={details}
      history={history}
      json={JSON.stringify(resource, null, 2)}
      refundable={refundable}
      acceptance={await readAcceptance(deps, access, checkoutId)}
      network={signingNetwork(chains, details.checkout.chainId)}
      shopName={access.projectName}
      canMail={deps.mail !== null}
      customerUrl={resource.checkoutUrl}
      chains={chains}
      may={(permission) => access.may(permission)}
    />
  );
}

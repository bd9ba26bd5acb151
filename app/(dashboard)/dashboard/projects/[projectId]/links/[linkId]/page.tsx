import { CheckoutPrice, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { HandOver } from "@/components/dashboard/checkouts/new-checkout-form";
import { linkWords as words } from "@/components/dashboard/messages/links";
import { dollarsText } from "@/components/dashboard/overview/figure-text";
import { Card, Facts } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { readLink } from "@/lib/checkouts/links/payment-links";
import { listedSums, totalOf } from "@/lib/insights/overview-money.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

export const generateMetadata = titled(() => words.one);

/** A payment link: its QR code for later, and what came in by it. */
export default async function Page({ params }: ProjectPage<"linkId">) {
  const { projectId: id, linkId } = await params;
  const access = await requireProject(id);
  const deps = getCheckouts();
  const { chains } = deps;
  const { link, revenue } = await found(readLink(deps, access, linkId));
  const { slug, itemName, itemDescription, checkoutCount, createdAt, disabledAt, successUrl } = link;
  const base = `/dashboard/projects/${access.projectId}`;
  const sums = listedSums(chains, revenue.sums);
  return (
    <>
      <PageHeader
        title={cleanText(itemName)}
        description={<CheckoutPrice checkout={{ ...link, chainId: null, tokenAddress: null }} chains={[]} />}
        back={{ href: `${base}/links`, label: words.title }}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={disabledAt === null ? words.share : words.disabled}>
          {disabledAt === null ? (
            <HandOver url={`${deps.checkoutPageUrl}/l/${slug}`} />
          ) : (
            <p className="text-muted text-sm">
              {words.disabledSince} <Moment at={disabledAt} />
            </p>
          )}
        </Card>
        <Card title={words.revenue} description={words.revenueHint}>
          <p className="font-semibold text-long">
            {revenue.isWhole
              ? dollarsText(totalOf(chains, sums))
              : words.orMore(dollarsText(totalOf(chains, sums)))}
          </p>
          <ul className="text-sm">
            {sums.map((sum) => (
              <li key={`${sum.chainId} ${sum.tokenAddress}`}>{tokenAmount(sum.units, sum, chains)}</li>
            ))}
          </ul>
          <div className="mt-4">
            <Facts
              facts={[
                {
                  label: words.columns.checkouts,
                  value: (
                    <Link href={`${base}/checkouts?link=${link.id}`} className="text-link">
                      {words.checkouts(checkoutCount)}
                    </Link>
                  ),
                },
                { label: words.columns.created, value: <Moment at={createdAt} /> },
                ...(itemDescription === null
                  ? []
                  : [{ label: words.itemDescription, value: cleanText(itemDescription) }]),
                // As text, not as a link: whoever made it chose the target.
                ...(successUrl === null ? [] : [{ label: words.success, value: cleanText(successUrl) }]),
              ]}
            />
          </div>
        </Card>
      </div>
    </>
  );
}

import { ExternalLink } from "lucide-react";
import { LinkPrice, stockText, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { type EditedLink, EditLink } from "@/components/dashboard/checkouts/link-forms";
import { HandOver } from "@/components/dashboard/checkouts/new-checkout-form";
import { linkWords as words } from "@/components/dashboard/messages/checkouts";
import { counted } from "@/components/dashboard/messages/text";
import { dollarsText } from "@/components/dashboard/overview/figure-text";
import { Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import type { PaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { readLink } from "@/lib/checkouts/links/payment-links";
import { listedSums, totalOf } from "@/lib/insights/overview-figures.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";

export const generateMetadata = titled(() => words.one);

/** A payment link: its QR code for later, and what came in by it. */
export default async function Page({ params }: ProjectPage<"linkId">) {
  const { projectId: id, linkId } = await params;
  const access = await requireProject(id);
  const deps = getCheckouts();
  const { chains } = deps;
  const { link, revenue } = await found(readLink(deps, access, linkId));
  const { slug, itemName, itemDescription, checkoutCount, createdAt, disabledAt, successUrl } = link;
  const url = `${deps.checkoutPageUrl}/l/${slug}`;
  const stock = stockText(link);
  const base = `/dashboard/projects/${access.projectId}`;
  const sums = listedSums(chains, revenue.sums);
  return (
    <>
      <PageHeader
        title={cleanText(itemName)}
        description={<LinkPrice link={link} />}
        back={{ href: `${base}/links`, label: words.title }}
        actions={
          disabledAt === null ? (
            <>
              {!link.singlePayment && (
                <a
                  href={`${url}?till=1`}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="button-compact button-secondary"
                >
                  {words.till}
                  <ExternalLink className="size-4" aria-hidden="true" />
                </a>
              )}
              {access.may("links.manage") && (
                <EditLink projectId={access.projectId} link={editedLink(link)} />
              )}
            </>
          ) : undefined
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={disabledAt === null ? words.share : words.disabled}>
          {disabledAt === null ? (
            <HandOver url={url} />
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
              : fill(words.orMore, { amount: dollarsText(totalOf(chains, sums)) })}
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
                      {counted(words.checkouts, checkoutCount)}
                    </Link>
                  ),
                },
                ...(stock === null ? [] : [{ label: words.stock, value: stock }]),
                { label: words.columns.created, value: <Moment at={createdAt} /> },
                ...(itemDescription === null
                  ? []
                  : [{ label: words.itemDescription, value: cleanText(itemDescription) }]),
                // As text, not as a link: its creator chose the target.
                ...(successUrl === null ? [] : [{ label: words.success, value: cleanText(successUrl) }]),
              ]}
            />
          </div>
        </Card>
      </div>
    </>
  );
}

function editedLink(link: PaymentLink): EditedLink {
  const { id, itemName, itemDescription, fiatAmount, fiatCurrency, amountUnits, singlePayment } = link;
  const inCurrency = (of: string | null) => of && withCurrencyDecimals(of, fiatCurrency ?? "");
  const lastDay = link.closesAt === null ? "" : new Date(link.closesAt.getTime() - 1).toISOString();
  return {
    linkId: id,
    itemName,
    itemDescription: itemDescription ?? "",
    fiatAmount: inCurrency(fiatAmount),
    fiatCurrency,
    amount: amountUnits === null ? null : formatUnits(amountUnits, amountPricedDecimals),
    maxFiatAmount: inCurrency(link.maxFiatAmount),
    successUrl: link.successUrl ?? "",
    stock: link.stock?.toString() ?? "",
    lastDay: lastDay.slice(0, 10),
    singlePayment,
  };
}

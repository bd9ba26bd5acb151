import { CheckoutTable } from "@/components/dashboard/checkouts/list/checkout-table";
import { overviewWords, overviewWords as words } from "@/components/dashboard/messages/overview";
import { OverviewPage } from "@/components/dashboard/overview/overview-page";
import { Welcome } from "@/components/dashboard/overview/welcome";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { listCheckouts, readPayers } from "@/lib/checkouts/dashboard/list-checkouts";
import { listLinks } from "@/lib/checkouts/links/payment-links";
import { readMeasure, readOverviewRange } from "@/lib/insights/overview-range.rules";
import { readOverview } from "@/lib/insights/read-overview";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";

export const generateMetadata = titled(() => overviewWords.title);

const latestCount = 10;

export default async function ProjectOverview({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  const query = await searchParams;
  const { range, ignored } = readOverviewRange(query, deps.clock.now(), pageTimeZone());
  const [figures, latest] = await Promise.all([
    readOverview(deps, access, range),
    listCheckouts(deps, access, everyCheckout, { kind: "first" }),
  ]);
  const base = `/dashboard/projects/${access.projectId}`;
  const latestCheckouts = latest.items.slice(0, latestCount);
  const latestCard = (
    <Card
      title={words.latest}
      flush
      actions={
        <Link href={`${base}/checkouts`} className="text-link text-sm">
          {words.allCheckouts}
        </Link>
      }
    >
      <RefreshWhileOpen
        open
        changed={JSON.stringify(latestCheckouts.map(({ id, status }) => [id, status]))}
        firstMs={5_000}
      />
      <CheckoutTable
        basePath={base}
        checkouts={latestCheckouts}
        chains={deps.chains}
        mayRefund={access.may("refunds.request")}
        payers={await readPayers(deps, latestCheckouts)}
      />
    </Card>
  );
  if (latest.items.length < latestCount && latest.items.every(isUnpaid)) {
    const [settings, links] = await Promise.all([
      deps.settings.find(access.projectId),
      listLinks(deps, access, { kind: "first" }),
    ]);
    const open = links.items.find(({ disabledAt }) => disabledAt === null);
    return (
      <Welcome
        projectId={access.projectId}
        settlementWallet={settings?.settlementWallet ?? ""}
        hasLogo={access.logoDigest !== null}
        linkUrl={open === undefined ? null : `${deps.checkoutPageUrl}/l/${open.slug}`}
        may={{
          changeSettings: access.may("settings.change"),
          manageLinks: access.may("links.manage"),
          createCheckouts: access.may("checkouts.create"),
        }}
        latest={latestCheckouts.length > 0 && latestCard}
      />
    );
  }
  return (
    <OverviewPage
      base={base}
      range={range}
      rangeIgnored={ignored}
      measure={readMeasure(query)}
      figures={figures}
      chains={deps.chains}
      latest={latestCard}
    />
  );
}

/** Nothing that counts has come. */
function isUnpaid({ status, totalPaidUnits }: Checkout): boolean {
  return totalPaidUnits === 0n && (status === "PENDING" || status === "EXPIRED" || status === "CANCELLED");
}

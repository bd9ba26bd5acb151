import { InboxCard } from "@/components/dashboard/inbox/inbox-card";
import { inboxRow } from "@/components/dashboard/inbox/inbox-rows";
import { overviewWords } from "@/components/dashboard/messages/overview";
import { LatestCheckouts } from "@/components/dashboard/overview/latest-checkouts";
import { OverviewPage } from "@/components/dashboard/overview/overview-page";
import { Welcome } from "@/components/dashboard/overview/welcome";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { listCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { listLinks } from "@/lib/checkouts/links/payment-links";
import { readInbox } from "@/lib/insights/inbox/read-inbox";
import { readTasks } from "@/lib/insights/inbox/read-tasks";
import { inOrder } from "@/lib/insights/inbox/tasks.rules";
import { readMeasure, readOverviewRange } from "@/lib/insights/overview-range.rules";
import { readOverview } from "@/lib/insights/read-overview";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";

export const generateMetadata = titled(() => overviewWords.title);

const latestCount = 5;
const inboxCount = 3;
/** With fewer checkouts, none of them paid, a shop is still being set up. */
const setUpCount = 10;

export default async function ProjectOverview({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  const query = await searchParams;
  const timeZone = pageTimeZone();
  const now = deps.clock.now();
  const { range, ignored } = readOverviewRange(query, now, timeZone);
  const [figures, { items }, tasks, latest] = await Promise.all([
    readOverview(deps, access, range, timeZone),
    readInbox(deps, access),
    readTasks(deps, access),
    listCheckouts(deps, access, everyCheckout, { kind: "first" }),
  ]);
  const base = `/dashboard/projects/${access.projectId}`;
  const latestCard = (
    <LatestCheckouts base={base} checkouts={latest.items.slice(0, latestCount)} chains={deps.chains} />
  );
  if (latest.items.length < setUpCount && latest.items.every(isUnpaid)) {
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
        latest={latest.items.length > 0 && latestCard}
      />
    );
  }
  const rows = inOrder(items, tasks)
    .slice(0, inboxCount)
    .map((item) => inboxRow(item, { chains: deps.chains, now, may: (permission) => access.may(permission) }));
  return (
    <OverviewPage
      base={base}
      range={range}
      rangeIgnored={ignored}
      measure={readMeasure(query)}
      figures={figures}
      inbox={<InboxCard projectId={access.projectId} rows={rows} chains={deps.chains} />}
      latest={latestCard}
    />
  );
}

/** Nothing that counts has come. */
function isUnpaid({ status, totalPaidUnits }: Checkout): boolean {
  return totalPaidUnits === 0n && (status === "PENDING" || status === "EXPIRED" || status === "CANCELLED");
}

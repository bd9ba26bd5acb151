import { CheckoutTable } from "@/components/dashboard/checkouts/list/checkout-table";
import { overviewWords, overviewWords as words } from "@/components/dashboard/messages/overview";
import { AttentionList } from "@/components/dashboard/overview/attention-list";
import { OverviewPage } from "@/components/dashboard/overview/overview-page";
import { Welcome } from "@/components/dashboard/overview/welcome";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { listCheckouts } from "@/lib/checkouts/views/read-checkout";
import { attentionMost } from "@/lib/insights/overview-figures.rules";
import { readOverviewRange } from "@/lib/insights/overview-range.rules";
import { readAttention, readOverview } from "@/lib/insights/read-overview";

export const generateMetadata = titled(() => overviewWords.title);

const latestCount = 10;

export default async function ProjectOverview({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  const { range, ignored } = readOverviewRange(await searchParams, deps.clock.now());
  const [figures, attention, latest] = await Promise.all([
    readOverview(deps, access, range),
    readAttention(deps, access),
    listCheckouts(deps, access, everyCheckout, { kind: "first" }),
  ]);
  const base = `/dashboard/projects/${access.projectId}`;
  const may = { manageKeys: access.may("keys.manage"), manageWebhooks: access.may("webhooks.manage") };
  const attentionList = (
    <AttentionList
      base={base}
      attention={attention}
      most={attentionMost}
      chains={deps.chains}
      mayManageWebhooks={may.manageWebhooks}
    />
  );
  if (latest.items.length === 0)
    return <Welcome base={base} origin={deps.dashboardUrl} attention={attentionList} may={may} />;
  const latestCheckouts = latest.items.slice(0, latestCount);
  return (
    <OverviewPage
      base={base}
      range={range}
      rangeIgnored={ignored}
      figures={figures}
      chains={deps.chains}
      attention={attentionList}
      latest={
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
          />
        </Card>
      }
    />
  );
}

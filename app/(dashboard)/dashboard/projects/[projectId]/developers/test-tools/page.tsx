import { FlaskConical } from "lucide-react";
import { notFound } from "next/navigation";
import { CheckoutPrice, StatusBadge, tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { DevelopersFrame } from "@/components/dashboard/developers/developers-frame";
import { NewTestCheckout, ToolButtons } from "@/components/dashboard/developers/tool-buttons";
import { testToolWords as words } from "@/components/dashboard/messages/developers";
import { Card, EmptyState, Facts } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

export const generateMetadata = titled(() => words.title);

const recentCount = 15;

/** Simulates events for a checkout, and shows the results. */
export default async function TestTools({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId, "testTools.use");
  const { projectId } = access;
  const { chains, checkoutPageUrl, checkouts, localChains, testTools } = getMerchant();
  if (localChains === null) notFound();
  const { checkout: id } = await searchParams;
  const wanted = typeof id === "string" ? id.trim() : "";
  const isId = hasIdForm("chk", wanted);
  const details = isId ? await checkouts.find(projectId, wanted) : null;
  const chosen = details?.checkout ?? (wanted === "" ? null : "unknown");
  const recent = await testTools.recent(projectId, recentCount);
  const base = `/dashboard/projects/${projectId}/developers/test-tools`;
  return (
    <DevelopersFrame
      access={access}
      isTest
      description={words.description}
      actions={<NewTestCheckout projectId={projectId} />}
    >
      {chosen === "unknown" && <Notice kind="warn">{words.unknown}</Notice>}
      <div className="mt-6 flex flex-col gap-6">
        {chosen !== null && chosen !== "unknown" ? (
          <>
            {/* Payments arrive over time: refreshes while the page is visible. */}
            <RefreshWhileOpen open changed={`${chosen.id} ${chosen.status}`} slowestMs={5_000} />
            <Chosen
              projectId={projectId}
              chains={chains}
              checkoutPageUrl={checkoutPageUrl}
              checkout={chosen}
            />
            <Card title={words.toolsTitle}>
              <ToolButtons key={chosen.id} projectId={projectId} checkoutId={chosen.id} />
            </Card>
            <Link href={base} className="text-link text-sm">
              {words.other}
            </Link>
          </>
        ) : (
          <Card title={words.pick} description={words.pickDescription} flush>
            {recent.length === 0 ? (
              <EmptyState icon={FlaskConical} title={words.none}>
                {words.noneHint}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line border-line border-t">
                {recent.map(({ id, status, itemName, referenceId, createdAt }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 text-sm">
                    <Link href={`${base}?checkout=${id}`} className="wrap-anywhere font-mono hover:underline">
                      {id}
                    </Link>
                    {[...new Set([itemName, referenceId])].map(
                      (text) =>
                        text !== null && (
                          <bdi key={text} className="wrap-anywhere line-clamp-1">
                            {cleanText(text)}
                          </bdi>
                        ),
                    )}
                    <StatusBadge status={status} />
                    <span className="caption">
                      <Moment at={createdAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        )}
      </div>
    </DevelopersFrame>
  );
}

type ChosenProps = {
  projectId: string;
  chains: readonly Chain[];
  /** Origin of the payment page. */
  checkoutPageUrl: string;
  checkout: Checkout;
};

function Chosen({ projectId, chains, checkoutPageUrl, checkout }: ChosenProps) {
  const { id, status, expiresAt, totalPaidUnits, lateAcceptedAt, chainId, tokenAddress } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  return (
    <Card title={words.chosen} description={<span className="wrap-anywhere font-mono">{id}</span>}>
      <Facts
        facts={[
          {
            label: words.facts.status,
            value: <StatusBadge status={status} isLateAccepted={lateAcceptedAt !== null} />,
          },
          { label: words.facts.price, value: <CheckoutPrice checkout={checkout} chains={chains} /> },
          { label: words.facts.received, value: tokenAmount(totalPaidUnits, token, chains) },
          { label: words.facts.expires, value: <Moment at={expiresAt} exact /> },
          {
            label: words.facts.pages,
            value: (
              <span className="flex flex-wrap gap-x-6 gap-y-1">
                <a href={`${checkoutPageUrl}/c/${id}`} className="text-link">
                  {words.pay}
                </a>
                <Link href={`/dashboard/projects/${projectId}/checkouts/${id}`} className="text-link">
                  {words.details}
                </Link>
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

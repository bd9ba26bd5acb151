import { moneyWords, settlementWords } from "@/components/dashboard/messages/settlements";
import { known } from "@/components/dashboard/messages/text";
import { chainName, displayText } from "@/components/dashboard/money/display-units";
import { GasCost, OnChain, TokenAmount } from "@/components/dashboard/money/token-amount";
import { SettlementBadge } from "@/components/dashboard/settlements/settlement-table";
import { Badge, Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import type { Chain } from "@/lib/chain/chains.rules";
import { readProjectSettlement } from "@/lib/settlement/dashboard/read-settlements";
import type { SettlementItemView } from "@/lib/settlement/dashboard/settlement-views.rules";

export const generateMetadata = titled(() => settlementWords.detail.facts);

export default async function SettlementPage({ params }: ProjectPage<"settlementId">) {
  const { projectId, settlementId } = await params;
  const access = await requireProject(projectId);
  const deps = getMerchant();
  const settlement = await found(readProjectSettlement(deps, access, settlementId));
  const { chains } = deps;
  const { chainId, status, txHash, costWei, createdAt, completedAt, amounts } = settlement;
  return (
    <>
      <RefreshWhileOpen open={status === "PENDING"} changed={`${status} ${txHash}`} />
      <PageHeader
        title={words.facts}
        description={<SettlementBadge status={status} />}
        back={{ href: `/dashboard/projects/${projectId}/settlements`, label: words.back }}
      />
      <div className="flex flex-col gap-4">
        <Card title={words.facts}>
          <Facts
            facts={[
              {
                label: headers.amounts,
                value: amounts.map((amount) => (
                  <div key={amount.tokenAddress}>
                    <TokenAmount {...amount} chains={chains} chainId={chainId} />
                  </div>
                )),
              },
              { label: headers.network, value: chainName(chains, chainId) },
              {
                label: headers.transaction,
                value:
                  txHash === null ? (
                    settlementWords.noTransaction
                  ) : (
                    <OnChain chains={chains} chainId={chainId} tx={txHash} what={moneyWords.transaction} />
                  ),
              },
              { label: headers.gas, value: <GasCost wei={costWei} chains={chains} chainId={chainId} /> },
              { label: headers.opened, value: <Moment at={createdAt} /> },
              {
                label: words.completed,
                value: completedAt === null ? words.none : <Moment at={completedAt} />,
              },
              { label: words.id, value: <ShortHex value={settlement.id} what={words.id} /> },
            ]}
          />
        </Card>
        <Card title={words.items} flush>
          <DataTable
            caption={words.items}
            columns={itemColumns(projectId, chains, chainId)}
            rows={settlement.items}
            rowKey={({ checkoutId, tokenAddress }) => `${checkoutId} ${tokenAddress}`}
          />
        </Card>
      </div>
    </>
  );
}

const { detail: words, columns: headers } = settlementWords;
const tones = { PENDING: "accent", SWEPT: "ok", FAILED: "bad" } as const;

function itemColumns(
  projectId: string,
  chains: readonly Chain[],
  chainId: number,
): Column<SettlementItemView>[] {
  return [
    {
      key: "checkout",
      header: headers.checkout,
      cell: ({ checkoutId, referenceId }) => (
        <Link
          href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`}
          className="text-link wrap-anywhere"
        >
          {displayText(referenceId) ?? checkoutId}
        </Link>
      ),
    },
    {
      key: "amount",
      header: headers.amounts,
      align: "end",
      cell: ({ tokenAddress, units }) =>
        units === null ? (
          words.none
        ) : (
          <TokenAmount chains={chains} chainId={chainId} tokenAddress={tokenAddress} units={units} />
        ),
    },
    {
      key: "status",
      header: headers.status,
      cell: ({ status }) => <Badge tone={tones[status]}>{settlementWords.itemStatuses[status]}</Badge>,
    },
    {
      key: "why",
      header: headers.why,
      cell: ({ failureReason }) =>
        failureReason === null
          ? ""
          : (known(settlementWords.failures, failureReason) ?? settlementWords.failed),
    },
  ];
}

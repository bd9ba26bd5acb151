import { Landmark } from "lucide-react";
import { redirect } from "next/navigation";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import { listWords } from "@/components/dashboard/messages/shell";
import { counted } from "@/components/dashboard/messages/text";
import { callNetwork } from "@/components/dashboard/money/call-network";
import { chainName } from "@/components/dashboard/money/display-units";
import { SignBatch } from "@/components/dashboard/money/sign-sweep";
import { GasCost, TokenAmount } from "@/components/dashboard/money/token-amount";
import { BooksCard, bookFiles } from "@/components/dashboard/settlements/books-card";
import { SettlementTable } from "@/components/dashboard/settlements/settlement-table";
import { UnsweptCard } from "@/components/dashboard/settlements/unswept-card";
import { Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { ExportLink, ListCard } from "@/components/dashboard/ui/list/list-card";
import { ListFilter } from "@/components/dashboard/ui/list/list-filter";
import { chipsOf, dayChips, ListTools } from "@/components/dashboard/ui/list/list-tools";
import { Notice } from "@/components/dashboard/ui/notice";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { viewsOfList } from "@/lib/api/dashboard/saved-views";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { readPeriod } from "@/lib/books/movement.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { paramOf, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { batchSize } from "@/lib/projects/settings/settlement-policy.rules";
import { listProjectSettlements, readUnswept } from "@/lib/settlement/dashboard/read-settlements";
import {
  type ClosedBatch,
  everySettlement,
  readSettlementFilter,
  type SettlementStatus,
  settlementCursors,
  settlementListParams,
  settlementStatuses,
} from "@/lib/settlement/dashboard/settlement-views.rules";

export const generateMetadata = titled(() => settlementWords.title);

export default async function SettlementsPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const query = await searchParams;
  const deps = getMerchant();
  const { projectId } = access;
  const refusedPeriod = access.may("project.export") ? leadToFile(query, projectId, deps.clock.now()) : null;
  const place = placeOf(query, settlementCursors);
  // The days of a refused export are not those of the list.
  const filter = readSettlementFilter(refusedPeriod === null ? query : {}, pageTimeZone());
  const [part, { gas, ...unswept }, saved] = await Promise.all([
    listProjectSettlements(deps, access, filter, place),
    readUnswept(deps, access),
    viewsOfList(deps, access, "settlements"),
  ]);
  const { chains } = deps;
  const sweeping = {
    projectId,
    chains,
    canSweep: access.may("settlements.request"),
  };
  const here = `/dashboard/projects/${projectId}/settlements`;
  const filled = settlementListParams(filter);
  return (
    <>
      <RefreshWhileOpen
        open={part.items.some(({ status }) => status === "PENDING")}
        changed={part.items.map(({ id, status, txHash }) => `${id} ${status} ${txHash}`).join()}
      />
      <PageHeader
        title={settlementWords.title}
        description={settlementWords.description}
        actions={
          access.may("project.export") && (
            <ExportLink href={`/api/dashboard/projects/${projectId}/settlements.csv?${filled}`} />
          )
        }
      />
      <div className="mb-6 flex flex-col gap-4">
        <ClosedBatchesCard {...sweeping} batches={unswept.closed} />
        <UnsweptCard {...sweeping} unswept={unswept} />
        <GasCard chains={chains} gas={gas} />
        {access.may("project.export") && <BooksCard path={here} refused={refusedPeriod} />}
      </div>
      <ListTools
        {...saved}
        path={here}
        query={filled}
        presets={(["PENDING", "FAILED"] as const).map((status) => ({
          label: statuses[status],
          query: settlementListParams({ ...everySettlement, status }),
        }))}
        chips={settlementChips(filled, chains)}
      >
        <ListFilter
          path={here}
          query={filled}
          fields={[
            {
              kind: "choice",
              name: "status",
              label: labels.status,
              options: settlementStatuses.map((status) => ({
                value: status.toLowerCase(),
                label: statuses[status],
              })),
            },
            {
              kind: "choice",
              name: "chain",
              label: labels.network,
              options: chains.map(({ chainId, name }) => ({ value: `${chainId}`, label: name })),
            },
            { kind: "day", name: "from", label: listWords.createdFrom },
            { kind: "day", name: "to", label: listWords.createdTo },
          ]}
        />
      </ListTools>
      <ListCard
        path={here}
        query={filled}
        place={place}
        part={part}
        cursors={settlementCursors}
        empty={{
          icon: Landmark,
          title: settlementWords.empty.title,
          text: settlementWords.empty.text,
          next: { href: `/dashboard/projects/${projectId}/links`, label: settlementWords.empty.next },
        }}
      >
        <SettlementTable projectId={projectId} chains={chains} settlements={part.items} />
      </ListCard>
    </>
  );
}

/** Redirects to the file that the export's form asks for. @returns the days of a period that isn't valid */
function leadToFile(query: SearchParams, projectId: string, now: Date): { from: string; to: string } | null {
  const file = bookFiles.find((kind) => kind === paramOf(query, "books"));
  if (file === undefined) return null;
  const days = { from: paramOf(query, "from") ?? "", to: paramOf(query, "to") ?? "" };
  try {
    readPeriod(query, now, pageTimeZone());
  } catch (error) {
    if (error instanceof CheckoutError) return days;
    throw error;
  }
  return redirect(`/api/dashboard/projects/${projectId}/movements.${file}?${new URLSearchParams(days)}`);
}

type ClosedBatchesCardProps = {
  projectId: string;
  chains: readonly Chain[];
  batches: readonly ClosedBatch[];
  canSweep: boolean;
};

const { batches: words } = settlementWords;

/** Deposits of contract wallets in strict mode: one transaction of the wallet sweeps all on a network. */
function ClosedBatchesCard({ projectId, chains, batches, canSweep }: ClosedBatchesCardProps) {
  if (batches.length === 0) return null;
  return (
    <Card title={words.title} description={words.text} flush>
      <ul className="divide-y divide-line border-line border-t">
        {batches.map(({ chainId, wallet, deposits, sums, isDeployed }) => {
          const network = chainName(chains, chainId);
          return (
            <li
              key={`${chainId} ${wallet}`}
              className="flex flex-wrap items-start justify-between gap-3 px-5 py-4"
            >
              <div className="flex min-w-0 flex-col gap-1 text-sm">
                <h3 className="font-medium">{counted(words.deposits, deposits, { network })}</h3>
                <ul className="flex flex-wrap gap-x-4">
                  {sums.map((sum) => (
                    <li key={sum.tokenAddress}>
                      <TokenAmount chains={chains} chainId={chainId} {...sum} />
                    </li>
                  ))}
                </ul>
                <p className="text-muted">
                  {words.sweptBy} <ShortHex value={wallet} what={words.sweptBy} />
                </p>
                {deposits > batchSize && (
                  <p className="caption">{fill(words.limited, { most: batchSize })}</p>
                )}
                {!isDeployed && <Notice kind="warn">{fill(words.notDeployed, { network })}</Notice>}
              </div>
              {canSweep && isDeployed && (
                <SignBatch
                  projectId={projectId}
                  chainId={chainId}
                  wallet={wallet}
                  network={callNetwork(chains, chainId)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type Gas = {
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY";
  transactions: number;
  costWei: bigint;
};

const { gas: wordsOfGasCard } = settlementWords;

/** Gas that the service paid for the project, in native coin. */
function GasCard({ chains, gas }: { chains: readonly Chain[]; gas: readonly Gas[] }) {
  return (
    <Card title={wordsOfGasCard.title}>
      {gas.length === 0 ? (
        <p className="text-muted text-sm">{wordsOfGasCard.none}</p>
      ) : (
        <Facts
          facts={gas.map(({ chainId, purpose, transactions, costWei }) => ({
            label: `${wordsOfGasCard.purposes[purpose]} · ${chainName(chains, chainId)}`,
            value: (
              <>
                <GasCost wei={costWei} chains={chains} chainId={chainId} />{" "}
                <span className="text-muted">{counted(wordsOfGasCard.transactions, transactions)}</span>
              </>
            ),
          }))}
        />
      )}
    </Card>
  );
}

const { filter: labels, statuses } = settlementWords;

function settlementChips(query: URLSearchParams, chains: readonly Chain[]) {
  return chipsOf(query, {
    status: (value) => statuses[value.toUpperCase() as SettlementStatus],
    chain: (value) => chainName(chains, Number(value)),
    ...dayChips,
  });
}

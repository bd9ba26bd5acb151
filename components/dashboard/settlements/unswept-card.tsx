import { counted, grouped } from "@/components/dashboard/messages/text";
import { chainName, shortId } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import { findToken } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import type { ClosedBatch, UnsweptSum, WaitingSum } from "@/lib/settlement/dashboard/settlement-views.rules";
import { settlementWords } from "../messages/settlements";
import { callNetwork } from "../money/call-network";
import { SignSweep } from "../money/sign-sweep";
import { SweepNow } from "../money/sweep-now";
import { TokenAmount } from "../money/token-amount";
import { countText } from "../overview/figure-text";
import { Card } from "../ui/card";
import { type Column, DataTable } from "../ui/list/data-table";
import { Notice } from "../ui/notice";

export type UnsweptView = {
  policy: SettlementPolicy;
  sums: readonly UnsweptSum[];
  isWhole: boolean;
  waiting: readonly WaitingSum[];
  closed: readonly ClosedBatch[];
};

type Props = {
  projectId: string;
  chains: readonly Chain[];
  unswept: UnsweptView;
  canSweep: boolean;
};

const { unswept: words, reasons } = settlementWords;

/** The money at deposit addresses: amounts, reasons, and actions. */
export function UnsweptCard({ projectId, chains, unswept, canSweep }: Props) {
  const { policy, sums, isWhole, waiting } = unswept;
  const listed = sums.filter((sum) => findToken(chains, sum) !== null);
  // No button on a network where everything waits for the merchant's own wallet.
  const holding = chains.filter(
    ({ chainId }) =>
      listed.some((sum) => sum.chainId === chainId) &&
      !(
        isWhole &&
        waiting.every(
          (sum) => sum.chainId !== chainId || sum.reason === "closed" || sum.reason === "not_deployed",
        )
      ),
  );
  const listedDeposits = sums.reduce((total, { deposits }) => total + deposits, 0);
  return (
    <Card
      title={words.title}
      description={
        <>
          {settlementWords.policies[policy]}{" "}
          <Link href={`/dashboard/projects/${projectId}/settings/advanced`} className="text-link">
            {words.change}
          </Link>
        </>
      }
      actions={
        canSweep &&
        holding.map(({ chainId, name }) => (
          <SweepNow
            key={chainId}
            projectId={projectId}
            what={{ kind: "chain", chainId, networkName: name }}
          />
        ))
      }
      flush
    >
      {listed.length === 0 ? (
        <p className="px-5 pb-4 text-muted text-sm">{words.none}</p>
      ) : (
        <>
          <dl className="grid gap-x-8 gap-y-3 px-5 pb-4 sm:grid-cols-2 lg:grid-cols-4">
            {listed.map((sum) => (
              <div key={`${sum.chainId} ${sum.tokenAddress}`}>
                <dt className="caption">{chainName(chains, sum.chainId)}</dt>
                <dd className="text-long">
                  <TokenAmount {...sum} chains={chains} />
                </dd>
                <dd className="caption">{counted(words.deposits, sum.deposits)}</dd>
              </div>
            ))}
          </dl>
          {!isWhole && (
            <div className="px-5 pb-4">
              <Notice kind="info">{fill(words.partial, { deposits: grouped(listedDeposits) })}</Notice>
            </div>
          )}
          <DataTable
            caption={words.caption}
            columns={columnsOf({ projectId, chains, canSweep })}
            rows={waiting.filter((sum) => findToken(chains, sum) !== null)}
            rowKey={({ chainId, tokenAddress, reason }) => `${chainId} ${tokenAddress} ${reason}`}
          />
        </>
      )}
    </Card>
  );
}

function columnsOf({ projectId, chains, canSweep }: Omit<Props, "unswept">): Column<WaitingSum>[] {
  const { columns } = words;
  return [
    {
      key: "amount",
      header: columns.amount,
      cell: (sum) => <TokenAmount {...sum} chains={chains} withNetwork />,
    },
    { key: "deposits", header: columns.deposits, align: "end", cell: ({ deposits }) => countText(deposits) },
    {
      key: "why",
      header: columns.why,
      cell: ({ reason, policy }) =>
        reason === null
          ? policy === "MANUAL"
            ? settlementWords.readyByHand
            : settlementWords.ready
          : reasons[reason],
    },
    {
      key: "examples",
      header: columns.examples,
      cell: ({ chainId, tokenAddress, reason, checkoutIds }) => (
        <ul className="flex flex-col gap-1">
          {checkoutIds.slice(0, reason === "closed" ? 5 : 2).map((checkoutId) => (
            <li key={checkoutId} className="flex flex-wrap items-center gap-2">
              <Link
                href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`}
                translate="no"
                className="text-link font-mono"
              >
                <span className="sr-only">{checkoutId}</span>
                <span aria-hidden="true">{shortId(checkoutId)}</span>
              </Link>
              {canSweep && reason === "closed" && (
                <SignSweep
                  projectId={projectId}
                  checkoutId={checkoutId}
                  chainId={chainId}
                  tokenAddress={tokenAddress}
                  network={callNetwork(chains, chainId)}
                />
              )}
            </li>
          ))}
        </ul>
      ),
    },
  ];
}

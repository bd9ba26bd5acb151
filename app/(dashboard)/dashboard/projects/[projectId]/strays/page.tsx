import { Compass } from "lucide-react";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { moneyWords, strayWords } from "@/components/dashboard/messages/settlements";
import { callNetwork } from "@/components/dashboard/money/call-network";
import { displayText, shortId } from "@/components/dashboard/money/display-units";
import { StrayActs, type StrayActsProps } from "@/components/dashboard/money/stray-acts";
import { OnChain, TokenAmount } from "@/components/dashboard/money/token-amount";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import { listStrays } from "@/lib/strays/list-strays";
import { canCount, type StrayHolding, strayCursors } from "@/lib/strays/stray.rules";

export const generateMetadata = titled(() => strayWords.title);

export default async function StraysPage({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getMerchant();
  const place = placeOf(await searchParams, strayCursors);
  const { projectId } = access;
  const { chains } = deps;
  const part = await listStrays(deps, access, place);
  const view = {
    projectId,
    chains,
    may: {
      return: access.may("refunds.request"),
      count: access.may("payments.accept"),
      sweep: access.may("settlements.request"),
    },
  };
  const hasUnknown = part.items.some((stray) => stray.tokenAddress !== null && !isListed(chains, stray));
  return (
    <>
      <PageHeader title={strayWords.title} description={strayWords.description} />
      <ListCard
        path={`/dashboard/projects/${projectId}/strays`}
        place={place}
        part={part}
        cursors={strayCursors}
        empty={{ icon: Compass, ...strayWords.empty }}
      >
        <DataTable
          caption={strayWords.caption}
          columns={columnsOf(view)}
          rows={part.items}
          rowKey={strayCursors.write}
        />
      </ListCard>
      {part.items.length > 0 && (
        <div className="mt-4 flex flex-col gap-3">
          <Notice>
            <p className="font-medium">{explain.title}</p>
            <p className="mt-1">{explain.text}</p>
          </Notice>
          {hasUnknown && <Notice kind="warn">{explain.unknown}</Notice>}
        </div>
      )}
    </>
  );
}

type StraysView = {
  projectId: string;
  chains: readonly Chain[];
  /** What the member's role allows. */
  may: { return: boolean; count: boolean; sweep: boolean };
};

const { columns: headers, stays, explain } = strayWords;

function isListed(chains: readonly Chain[], { chainId, tokenAddress }: StrayHolding): boolean {
  return tokenAddress !== null && findToken(chains, { chainId, tokenAddress }) !== null;
}

function columnsOf(view: StraysView): Column<StrayHolding>[] {
  const { projectId, chains } = view;
  return [
    {
      key: "what",
      header: headers.what,
      cell: (stray) => <TokenAmount {...stray} chains={chains} withNetwork />,
    },
    {
      key: "checkout",
      header: headers.checkout,
      cell: ({ checkoutId, referenceId, chainId, depositAddress }) => (
        <>
          <Link
            href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`}
            className="text-link wrap-anywhere"
          >
            {displayText(referenceId) ?? shortId(checkoutId)}
          </Link>
          <span className="block">
            <OnChain chains={chains} chainId={chainId} address={depositAddress} what={moneyWords.address} />
          </span>
        </>
      ),
    },
    {
      key: "found",
      header: headers.found,
      cell: ({ chainId, txHash, seenAt }) => (
        <>
          <Moment at={seenAt} />
          <span className="caption block">
            {txHash === null ? (
              strayWords.seen
            ) : (
              <OnChain chains={chains} chainId={chainId} tx={txHash} what={moneyWords.transaction} />
            )}
          </span>
        </>
      ),
    },
    {
      key: "act",
      header: headers.act,
      cell: (stray) => <StrayActs {...actsOf(stray, view)} />,
    },
  ];
}

function actsOf(stray: StrayHolding, { projectId, chains, may }: StraysView): StrayActsProps {
  const { checkoutId, chainId, tokenAddress, closed, refundId } = stray;
  const reason = staysFor(stray, may);
  const isFree = reason === null && refundId === null;
  return {
    projectId,
    checkoutId,
    chainId,
    tokenAddress,
    amount: tokenAddress === null ? "" : tokenAmount(stray.units, { chainId, tokenAddress }, chains),
    can: {
      return: isFree && may.return && tokenAddress !== null,
      count: isFree && may.count && canCount(stray, chains),
      sweep: isFree && may.sweep,
    },
    reason,
    refundId,
    signedBy: isListed(chains, stray) && !closed ? null : callNetwork(chains, chainId),
  };
}

function staysFor({ frozen, beingSettled, offered }: StrayHolding, may: StraysView["may"]): string | null {
  if (frozen) return stays.frozen;
  if (beingSettled) return stays.settling;
  if (offered) return stays.open;
  return may.return || may.count || may.sweep ? null : stays.role;
}

import { Compass } from "lucide-react";
import Link from "next/link";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { type Chain, findToken } from "@/lib/core/chains";
import type { ListPart, Place } from "@/lib/core/dashboard/list/list-place";
import { type StrayCursor, type StrayHolding, strayCursors } from "@/lib/core/dashboard/list/stray-holding";
import { moneyWords } from "../messages/money";
import { strayWords } from "../messages/strays";
import { chainName, explorerUrl } from "../money/chain-names";
import { shownText } from "../money/shown-text";
import { SignSweep } from "../money/sign-sweep";
import { SweepNow } from "../money/sweep-now";
import { TokenAmount } from "../money/token-amount";
import { type Column, DataTable } from "../ui/list/data-table";
import { ListCard } from "../ui/list/list-card";
import { Moment } from "../ui/moment";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { ShortHex } from "../ui/short-hex";

type Props = {
  projectId: string;
  chains: readonly Chain[];
  /** Where the part was asked for. */
  place: Place<StrayCursor>;
  part: ListPart<StrayHolding, StrayCursor>;
  canSweep: boolean;
  walletWords: LiveMessages;
};

const { columns: headers, stays, explain } = strayWords;

export function StrayList({ projectId, chains, place, part, canSweep, walletWords }: Props) {
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
          columns={columnsOf({ projectId, chains, canSweep, walletWords })}
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

function isListed(chains: readonly Chain[], { chainId, tokenAddress }: StrayHolding): boolean {
  return tokenAddress !== null && findToken(chains, { chainId, tokenAddress }) !== null;
}

function columnsOf({
  projectId,
  chains,
  canSweep,
  walletWords,
}: Pick<Props, "projectId" | "chains" | "canSweep" | "walletWords">): Column<StrayHolding>[] {
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
            {shownText(referenceId) ?? checkoutId}
          </Link>
          <span className="block">
            <ShortHex
              value={depositAddress}
              what={moneyWords.address}
              href={explorerUrl(chains, chainId, "address", depositAddress)}
            />
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
              <ShortHex
                value={txHash}
                what={moneyWords.transaction}
                href={explorerUrl(chains, chainId, "tx", txHash)}
              />
            )}
          </span>
        </>
      ),
    },
    {
      key: "act",
      header: headers.act,
      cell: (stray) => {
        const reason = staysFor(stray, canSweep);
        if (reason !== null) return <span className="text-muted">{reason}</span>;
        const { checkoutId, chainId, tokenAddress, closed } = stray;
        if (isListed(chains, stray) && !closed)
          return <SweepNow projectId={projectId} what={{ kind: "checkout", checkoutId }} />;
        const blockExplorerUrl =
          chains.find((chain) => chain.chainId === chainId)?.blockExplorerUrl?.replace(/\/$/, "") ?? "";
        const network = { networkName: chainName(chains, chainId), blockExplorerUrl, walletWords };
        return (
          <SignSweep
            projectId={projectId}
            checkoutId={checkoutId}
            chainId={chainId}
            tokenAddress={tokenAddress}
            network={network}
          />
        );
      },
    },
  ];
}

function staysFor({ checkoutStatus, frozen, beingSettled }: StrayHolding, canSweep: boolean): string | null {
  if (frozen) return stays.frozen;
  if (beingSettled) return stays.settling;
  if (checkoutStatus === "PENDING" || checkoutStatus === "DETECTED") return stays.open;
  return canSweep ? null : stays.role;
}

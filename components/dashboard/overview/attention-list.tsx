import { ChevronRight, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { attentionWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { countText } from "./figure-text";

/** Where each kind is dealt with, below the project's own address. */
const pages = {
  latePayments: "/late",
  refundsAwaitingApproval: "/refunds",
  refundsAwaitingSignature: "/refunds",
  refundsAwaitingAddress: "/refunds",
  endpointsFailing: "/developers/webhooks",
  endpointsDisabled: "/developers/webhooks",
  strayFunds: "/strays",
  frozen: "/settlements",
  closed: "/settlements",
  parked: "/settlements",
} as const;
type Kind = keyof typeof pages;
const kinds = Object.keys(pages) as Kind[];

type Props = {
  /** The project's own address. */
  base: string;
  attention: Readonly<Record<Kind, number>> & {
    incidents: readonly unknown[];
    waitingWallet: { effectiveAt: Date } | null;
  };
  /** A count of it stands for that or more. */
  most: number;
};

/** What waits for somebody, each with the way there; nothing at all when nothing does. */
export function AttentionList({ base, attention, most }: Props) {
  const waiting = kinds.filter((kind) => attention[kind] > 0);
  const { incidents, waitingWallet } = attention;
  if (waiting.length === 0 && incidents.length === 0 && waitingWallet === null) return null;
  const written = (count: number) => (count >= most ? words.orMore(most) : countText(count));
  return (
    <Card title={words.title} flush>
      <ul className="divide-y divide-line border-line border-t">
        {waiting.map((kind) => (
          <Item
            key={kind}
            href={base + pages[kind]}
            kind={words.kinds[kind]}
            text={words.counts[kind](written(attention[kind]))}
          />
        ))}
        {waitingWallet !== null && (
          <Item
            href={`${base}/settings`}
            kind={words.wallet}
            text={
              <>
                {words.walletWaits} <Moment at={waitingWallet.effectiveAt} />
              </>
            }
          />
        )}
        {incidents.length > 0 && <Item kind={words.incidentOf} text={words.incidents(incidents.length)} />}
      </ul>
    </Card>
  );
}

function Item({ href, kind, text }: { href?: string; kind: string; text: React.ReactNode }) {
  const content = (
    <>
      <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{kind}</span>: {text}
      </span>
    </>
  );
  const look = "flex min-h-11 items-center gap-3 px-5 py-2 text-sm";
  return (
    <li>
      {href === undefined ? (
        <p className={look}>{content}</p>
      ) : (
        <Link href={href} className={`${look} hover:bg-well`}>
          {content}
          <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}

import { ChevronRight, TriangleAlert } from "lucide-react";
import { incidentText } from "@/components/dashboard/messages/overview";
import { chainName } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fill, fillCount } from "@/lib/platform/i18n/message.rules";
import { attentionWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { countText } from "./figure-text";

const webhooks = "/developers/webhooks";

/** The page for each kind, below the project's own. */
const pages = {
  latePayments: "/inbox",
  excessRequests: "/inbox?kind=over",
  refundsAwaitingApproval: "/refunds",
  refundsAwaitingSignature: "/refunds",
  refundsAwaitingAddress: "/refunds",
  endpointsFailing: webhooks,
  endpointsDisabled: webhooks,
  strayFunds: "/inbox?kind=stray",
  frozen: "/inbox?kind=stuck",
  closed: "/settlements",
  parked: "/inbox?kind=stuck",
} as const;
type Kind = keyof typeof pages;
const kinds = Object.keys(pages) as Kind[];

type Props = {
  /** The project's own address. */
  base: string;
  attention: Readonly<Record<Kind, number>> & {
    incidents: readonly { kind: string; chainId: number | null; checkoutId: string | null }[];
    waitingWallet: { effectiveAt: Date } | null;
  };
  /** A count at this limit means that or more. */
  most: number;
  chains: readonly Chain[];
  /** Without the permission, endpoints are listed without a link. */
  mayManageWebhooks: boolean;
};

/** What needs a decision, each with a link; nothing when nothing does. */
export function AttentionList({ base, attention, most, chains, mayManageWebhooks }: Props) {
  const waiting = kinds.filter((kind) => attention[kind] > 0);
  const { incidents, waitingWallet } = attention;
  if (waiting.length === 0 && incidents.length === 0 && waitingWallet === null) return null;
  // Two wallets without gas on one network are one item for the reader.
  const matters = new Map(
    incidents.map((one) => [`${one.kind} ${one.chainId} ${one.checkoutId}`, one] as const),
  );
  const written = (count: number) => (count >= most ? fill(words.orMore, { count: most }) : countText(count));
  return (
    <Card title={words.title} flush>
      <ul className="divide-y divide-line border-line border-t">
        {waiting.map((kind) => (
          <Item
            key={kind}
            href={pages[kind] === webhooks && !mayManageWebhooks ? undefined : base + pages[kind]}
            text={fillCount(words.counts[kind], attention[kind], dashboardLanguage(), {
              count: written(attention[kind]),
            })}
          />
        ))}
        {waitingWallet !== null && (
          <Item
            href={`${base}/settings/security`}
            kind={words.wallet}
            text={
              <>
                {words.walletWaits} <Moment at={waitingWallet.effectiveAt} />
              </>
            }
          />
        )}
        {[...matters].map(([key, { kind, chainId, checkoutId }]) => (
          <Item
            key={key}
            href={checkoutId === null ? undefined : `${base}/checkouts/${checkoutId}`}
            kind={words.incidentOf}
            text={incidentText(kind, chainId === null ? null : chainName(chains, chainId))}
          />
        ))}
      </ul>
    </Card>
  );
}

type ItemProps = { href?: string | undefined; kind?: string; text: React.ReactNode };

function Item({ href, kind, text }: ItemProps) {
  const content = (
    <>
      <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {kind !== undefined && (
          <>
            <span className="font-medium">{kind}</span>:{" "}
          </>
        )}
        {text}
      </span>
    </>
  );
  const rowStyle = "flex min-h-11 items-center gap-3 px-5 py-2 text-sm";
  return (
    <li>
      {href === undefined ? (
        <p className={rowStyle}>{content}</p>
      ) : (
        <Link href={href} className={`${rowStyle} hover:bg-well`}>
          {content}
          <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}

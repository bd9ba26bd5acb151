import {
  ArrowDownToLine,
  ArrowRight,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  Plus,
  TriangleAlert,
  Undo2,
  Webhook,
} from "lucide-react";
import { ReplayDelivery } from "@/components/dashboard/developers/webhooks/replay";
import { counted, grouped } from "@/components/dashboard/messages/text";
import { OnChain } from "@/components/dashboard/money/token-amount";
import { Link } from "@/components/dashboard/ui/link";
import type { Chain } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { TimelineMark } from "@/lib/webhooks/events.rules";
import { detailWords as words } from "../../messages/checkout-detail";
import { Moment } from "../../ui/moment";
import type { TimelineItem } from "./timeline-items";

const marks: Readonly<Record<TimelineItem["mark"], { icon: LucideIcon; color: string }>> = {
  made: { icon: Plus, color: "text-muted" },
  money: { icon: ArrowDownToLine, color: "text-accent" },
  good: { icon: CircleCheck, color: "text-ok" },
  warn: { icon: TriangleAlert, color: "text-warn" },
  bad: { icon: CircleX, color: "text-bad" },
  over: { icon: Clock, color: "text-muted" },
  refund: { icon: Undo2, color: "text-muted" },
  webhook: { icon: Webhook, color: "text-muted" },
};

type Props = {
  projectId: string;
  items: readonly TimelineItem[];
  chains: readonly Chain[];
  mayResend: boolean;
};

/** The timeline, in order of time. */
export function Timeline({ projectId, items, chains, mayResend }: Props) {
  return (
    <ol className="flex flex-col">
      {items.map((item) => (
        <li key={item.key} className="group flex gap-3">
          <Mark mark={item.mark} />
          <div className="min-w-0 flex-1 pb-5 text-sm group-last:pb-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="wrap-anywhere min-w-0 font-medium">{item.title}</p>
              <span className="caption">
                <Moment at={item.at} exact />
              </span>
            </div>
            {item.note !== undefined && <p className="wrap-anywhere text-muted">{item.note}</p>}
            {item.next !== undefined && (
              <p className="text-muted">
                {item.next.label}: <Moment at={item.next.at} exact />
              </p>
            )}
            <Ways projectId={projectId} item={item} chains={chains} mayResend={mayResend} />
            {item.webhooks !== undefined && (
              <Webhooks projectId={projectId} items={item.webhooks} chains={chains} mayResend={mayResend} />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The webhooks of an entry, folded unless one of them failed. */
function Webhooks({ items, ...rest }: Props) {
  const failed = items.filter(({ mark }) => mark !== "webhook").length;
  const webhooks = counted(words.webhooks, items.length);
  return (
    <details open={failed > 0} className="mt-1">
      <summary className="flex min-h-6 w-fit cursor-pointer items-center gap-1.5 text-muted">
        <Webhook className="size-3.5 shrink-0" aria-hidden="true" />
        {failed === 0 ? webhooks : fill(words.webhooksFailed, { webhooks, failed: grouped(failed) })}
      </summary>
      <ul className="mt-1 flex flex-col gap-2 border-line border-s ps-3">
        {items.map((item) => (
          <li key={item.key}>
            <p className="wrap-anywhere">{item.title}</p>
            <p className={`wrap-anywhere ${item.mark === "webhook" ? "text-muted" : marks[item.mark].color}`}>
              {item.note} · <Moment at={item.at} exact />
            </p>
            {item.next !== undefined && (
              <p className="text-muted">
                {item.next.label}: <Moment at={item.next.at} exact />
              </p>
            )}
            <Ways {...rest} item={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The entry's icon, and the line to the next. */
function Mark({ mark }: { mark: TimelineMark }) {
  const { icon: Icon, color } = marks[mark];
  return (
    <span className="flex flex-col items-center" aria-hidden="true">
      <span
        className={`grid size-7 shrink-0 place-items-center rounded-full border border-line bg-card ${color}`}
      >
        <Icon className="size-4" />
      </span>
      <span className="w-px flex-1 bg-line group-last:hidden" />
    </span>
  );
}

/** Links and actions of an entry. */
function Ways({ projectId, item, chains, mayResend }: Omit<Props, "items"> & { item: TimelineItem }) {
  const { transaction, deliveryId } = item;
  // Without the permission to replay, there is no page of deliveries.
  const page = item.page?.startsWith("/developers/") === true && !mayResend ? undefined : item.page;
  if (transaction === undefined && page === undefined && deliveryId === undefined) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
      {transaction !== undefined && (
        <OnChain
          chains={chains}
          chainId={transaction.chainId}
          tx={transaction.txHash}
          what={words.transaction}
        />
      )}
      {page !== undefined && (
        <Link href={`/dashboard/projects/${projectId}${page}`} className="text-link">
          {words.details}
          <span className="sr-only">: {item.title}</span>
          <ArrowRight className="size-3.5 rtl:rotate-180" aria-hidden="true" />
        </Link>
      )}
      {deliveryId !== undefined && mayResend && (
        <ReplayDelivery projectId={projectId} deliveryId={deliveryId} event={item.title} />
      )}
    </div>
  );
}

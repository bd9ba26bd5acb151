import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { incidentText } from "@/components/dashboard/messages/checkout-detail";
import { grouped, known } from "@/components/dashboard/messages/text";
import { chainName, displayUnits } from "@/components/dashboard/money/display-units";
import type { Chain } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory, HistoryDelivery } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { eventKinds, events, type TimelineMark } from "@/lib/webhooks/events.rules";
import { detailWords } from "../../messages/checkout-detail";
import { checkoutWords } from "../../messages/checkouts";
import { refundStatusText } from "../../messages/refunds";
import { settlementWords } from "../../messages/settlements";

/** One timeline entry in words. */
export type TimelineItem = {
  key: string;
  at: Date;
  mark: TimelineMark;
  title: string;
  /** Details, in a second line. */
  note?: string;
  /** The next step, and when. */
  next?: { label: string; at: Date };
  transaction?: { chainId: number; txHash: string };
  /** The page that shows it, below the project's own. */
  page?: string;
  /** A finished delivery, which can be replayed. */
  deliveryId?: string;
  /** The webhooks that told of this entry. */
  webhooks?: readonly TimelineItem[];
};

const words = detailWords.events;

/**
 * Everything that happened to a checkout, each after its cause. Webhooks stand with the entry that they told of. The
 * chain's clock and ours differ: a sweep never comes before its settlement, nor after the status that follows from it.
 */
export function timelineItems(
  { checkout, timeline }: { checkout: Checkout; timeline: readonly TimelineEntry[] },
  history: CheckoutHistory,
  chains: readonly Chain[],
): TimelineItem[] {
  const { chainId, tokenAddress } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  // Entries of the same time keep the order in which they were written.
  const deliveries = new Set(history.deliveries.toReversed());
  const items = [
    ...timeline.toReversed().map((entry, index) => {
      const item = toItem(entry, `event-${index}`, { token, chains });
      const webhooks = webhooksOf(entry, deliveries).map(deliveryItem);
      return webhooks.length === 0 ? item : { ...item, webhooks };
    }),
    ...settlementItems(history, chains),
    // Their entry is older than those shown.
    ...[...deliveries].map(deliveryItem),
    ...history.incidents.toReversed().map(({ incidentId, kind, createdAt, resolvedAt }) => ({
      key: incidentId,
      at: createdAt,
      mark: "bad" as const,
      title: incidentText(kind),
      ...(resolvedAt === null ? {} : { next: { label: words.incidentResolved, at: resolvedAt } }),
    })),
  ];
  const settledAt = timeline.findLast(({ kind }) => kind === "checkout.settled")?.at.getTime();
  const orderOf = ({ key, at }: TimelineItem) =>
    key.startsWith("sweep-") && settledAt !== undefined
      ? Math.min(at.getTime(), settledAt - 1)
      : at.getTime();
  return items.sort((a, b) => orderOf(a) - orderOf(b));
}

/** Takes the deliveries of the entry's event. Older entries don't name it: its kind and its time are theirs. */
function webhooksOf(entry: TimelineEntry, deliveries: Set<HistoryDelivery>): HistoryDelivery[] {
  const named = textOf(entry.details?.eventId);
  const reported = [...deliveries].filter(({ eventId, eventKind, createdAt }) =>
    named === null
      ? eventKind === entry.kind && createdAt.getTime() === entry.at.getTime()
      : eventId === named,
  );
  for (const delivery of reported) deliveries.delete(delivery);
  return reported;
}

type Context = { token: TokenRef | null; chains: readonly Chain[] };

function toItem({ kind, details, at }: TimelineEntry, key: string, context: Context): TimelineItem {
  const txHash = textOf(details?.txHash);
  const chainId = numberOf(details?.chainId) ?? context.token?.chainId ?? null;
  const refundId = textOf(details?.refundId);
  return {
    key,
    at,
    ...inWords(kind, details ?? {}, context),
    ...(txHash === null || chainId === null ? {} : { transaction: { chainId, txHash } }),
    ...(refundId === null ? {} : { page: `/refunds/${refundId}` }),
  };
}

type Words = Pick<TimelineItem, "mark" | "title" | "note">;
type Details = NonNullable<TimelineEntry["details"]>;

/** What the words of an entry are filled with. */
type Filling = { details: Details; amount: string; network: string; coins: string };

/** The entries that are no webhook events, by kind. */
const entryWords: Readonly<Record<string, (given: Filling) => Words>> = {
  "checkout.replaced": () => ({ mark: "over", title: words.replaced }),
  "checkout.selected": (given) => ({ mark: "made", title: fill(words.selected, given) }),
  "transfer.received": ({ details, ...given }) =>
    details.counts === false
      ? { mark: "warn", title: fill(words.receivedStray, given) }
      : { mark: "money", title: fill(words.received, given) },
  "transfer.reverted": (given) => ({ mark: "bad", title: fill(words.reverted, given) }),
  "checkout.redeemed": () => ({ mark: "good", title: words.redeemed }),
  "stray.counted": (given) => ({ mark: "good", title: fill(words.strayCounted, given) }),
  "test.time_ended": () => ({ mark: "over", title: words.timeEnded }),
  "settlement.waits_for_merchant": () => ({ mark: "warn", title: words.waitsForMerchant }),
  "settlement.released": () => ({ mark: "good", title: words.released }),
  "native.received": ({ coins, network }) => ({
    mark: "warn",
    title: fill(words.nativeReceived, { amount: coins, network }),
  }),
  "excess.requested": requestInWords,
  "excess.dismissed": () => ({ mark: "over", title: words.excessDismissed }),
  "refund.requested": (given) => ({ mark: "refund", title: fill(words.refundRequested, given) }),
  "refund.address_named": () => ({ mark: "refund", title: words.refundAddress }),
  "refund.sent": (given) => ({
    mark: "refund",
    title: given.amount === "" ? stateTitle("PROCESSING") : fill(words.refundSent, given),
  }),
  "refund.unasked": (given) => ({ mark: "warn", title: fill(words.refundUnasked, given) }),
  "refund.stray": (given) => ({ mark: "warn", title: fill(words.refundStray, given) }),
  "refund.reverted": () => ({ mark: "bad", title: words.refundReverted }),
  "refund.reassigned": () => ({ mark: "refund", title: words.refundReassigned }),
};

function inWords(kind: string, details: Details, context: Context): Words {
  const amount = amountOf(details, context);
  const network = chainName(context.chains, numberOf(details.chainId) ?? context.token?.chainId ?? 0);
  const own = Object.hasOwn(entryWords, kind) ? entryWords[kind] : undefined;
  if (own !== undefined) return own({ details, amount, network, coins: coinsOf(details, context) });
  return (
    acceptanceInWords(kind, details, amount) ??
    eventInWords(kind, details, amount) ??
    stepInWords(kind, details)
  );
}

/** The merchant accepted a partial or late payment: these events report both the payment and its acceptance. */
function acceptanceInWords(kind: string, details: Details, amount: string): Words | null {
  if (kind === "checkout.late_paid" && details.from === "LATE_PAID")
    return { mark: "good", title: words.lateAccepted };
  const isAccepted =
    (kind === "checkout.detected" || kind === "checkout.late_paid") && details.acceptedAmount !== undefined;
  return isAccepted ? { mark: "good", title: fill(words.partAccepted, { amount }) } : null;
}

/** Null for an entry that isn't a webhook event. */
function eventInWords(kind: string, details: Details, amount: string): Words | null {
  const event = eventKinds.find((known) => known === kind);
  if (event === undefined) return null;
  const { mark, ...title } = events[event].timeline;
  const by = known(checkoutWords.createdVia, String(details.createdVia)) ?? detailWords.none;
  const status = statusWord(details.to);
  return { mark, title: fill(title[dashboardLanguage()], { by, amount, status }) };
}

/** Without an amount, only money in another token or on another network is there. */
function requestInWords({ details, amount }: Filling): Words {
  const isStray = details.amount === "0";
  return {
    mark: "warn",
    title: isStray ? words.strayRequested : fill(words.excessRequested, { amount }),
  };
}

/** A status of a later version shows its name. */
function stateTitle(status: string): string {
  return fill(words.refundState, { state: refundStatusText(status) ?? status });
}

/** The step of a refund; what a later version wrote shows its name. */
function stepInWords(kind: string, { status }: Details): Words {
  return kind.startsWith("refund.") && typeof status === "string"
    ? { mark: "refund", title: stateTitle(status) }
    : { mark: "made", title: kind };
}

function settlementItems({ settlements, sweeps }: CheckoutHistory, chains: readonly Chain[]): TimelineItem[] {
  const begun = settlements
    .toReversed()
    .map(({ settlementId, status, failureReason, chainId, txHash, createdAt }) => ({
      key: `${settlementId}-${failureReason ?? ""}`,
      at: createdAt,
      mark: status === "FAILED" ? ("bad" as const) : ("made" as const),
      title:
        status === "FAILED"
          ? fill(words.settlementFailed, { reason: failureText(failureReason) })
          : words.settlementBegun,
      page: `/settlements/${settlementId}`,
      ...(txHash === null ? {} : { transaction: { chainId, txHash } }),
    }));
  const moved = sweeps.toReversed().map((sweep, index) => {
    const amount = tokenAmount(sweep.amountUnits, sweep, chains);
    return {
      key: `sweep-${index}`,
      at: laterOf(sweep.at, settlements.find(({ txHash }) => txHash === sweep.txHash)?.createdAt),
      mark: sweep.status === "reverted" ? ("bad" as const) : ("money" as const),
      title:
        sweep.status === "reverted" ? fill(words.sweepReverted, { amount }) : fill(words.swept, { amount }),
      transaction: { chainId: sweep.chainId, txHash: sweep.txHash },
    };
  });
  return [...begun, ...moved];
}

function laterOf(at: Date, other: Date | undefined): Date {
  return other !== undefined && other > at ? other : at;
}

function failureText(reason: string | null): string {
  return reason === null
    ? detailWords.none
    : (known(settlementWords.failures, reason) ?? settlementWords.failed);
}

/** An amount of a network's own coin. */
function coinsOf({ amountWei, chainId }: Details, { chains, token }: Context): string {
  const units = textOf(amountWei);
  if (units === null || !/^\d{1,90}$/.test(units)) return "";
  const coin = nativeCurrencyOf(chains, numberOf(chainId) ?? token?.chainId ?? 0);
  return `${displayUnits(BigInt(units), coin.decimals)} ${coin.symbol}`;
}

function deliveryItem(delivery: HistoryDelivery): TimelineItem {
  const { deliveryId, url, eventKind, status, attemptCount, nextAttemptAt, createdAt, lastAttempt } =
    delivery;
  const why = lastAttempt?.error ?? (lastAttempt?.statusCode ?? detailWords.none).toString();
  const about = {
    key: deliveryId,
    at: lastAttempt?.startedAt ?? createdAt,
    title: fill(words.webhook, { kind: eventKind, host: hostOf(url) }),
    page: `/developers/webhooks/deliveries/${deliveryId}`,
  };
  switch (status) {
    case "DELIVERED":
      return {
        ...about,
        mark: "webhook",
        note: fill(attemptCount > 1 ? words.deliveredAgain : words.delivered, {
          status: lastAttempt?.statusCode ?? 200,
          ms: grouped(lastAttempt?.durationMs ?? 0),
          attempts: attemptCount,
        }),
        deliveryId,
      };
    case "FAILED":
      return { ...about, mark: "bad", note: fill(words.gaveUp, { why, attempts: attemptCount }), deliveryId };
    case "PENDING":
      return attemptCount === 0 || lastAttempt === null
        ? { ...about, mark: "webhook", note: words.beingSent }
        : {
            ...about,
            mark: "warn",
            note: fill(words.attemptFailed, { why, attempts: attemptCount }),
            next: { label: words.nextAttempt, at: nextAttemptAt },
            deliveryId,
          };
    default:
      return status satisfies never;
  }
}

/** In the entry's token, else in the checkout's own. */
function amountOf(details: Details, { token, chains }: Context): string {
  const units = textOf(details.amount) ?? textOf(details.totalPaid) ?? textOf(details.acceptedAmount);
  if (units === null || !/^\d{1,90}$/.test(units)) return "";
  const chainId = numberOf(details.chainId);
  const tokenAddress = textOf(details.tokenAddress);
  const named =
    chainId === null || tokenAddress === null ? token : { chainId, tokenAddress: tokenAddress as Hex };
  return tokenAmount(BigInt(units), named, chains);
}

function statusWord(status: unknown): string {
  return known(checkoutWords.statuses, String(status)) ?? detailWords.none;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function textOf(value: Details[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: Details[string] | undefined): number | null {
  return typeof value === "number" ? value : null;
}

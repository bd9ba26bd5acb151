import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { refundLine, refundNext } from "@/components/dashboard/messages/refunds";
import { listOf } from "@/components/dashboard/messages/text";
import {
  chainName,
  displayFiat,
  displayText,
  displayUnits,
  shortId,
} from "@/components/dashboard/money/display-units";
import { durationText } from "@/components/dashboard/overview/figure-text";
import type { Permission } from "@/lib/accounts/roles.rules";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { refundProgress } from "@/lib/checkouts/refund-progress.rules";
import {
  type Advice,
  adviseExcess,
  adviseLate,
  advisePart,
  adviseStray,
  adviseStuck,
  type InboxAct,
  type InboxItem,
  isRoutine,
  shortBps,
} from "@/lib/insights/inbox/inbox.rules";
import type { InboxTask } from "@/lib/insights/inbox/tasks.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";
import { possibleDecisions, type StrayHolding, strayCursors } from "@/lib/strays/stray.rules";
import type { Choice } from "./inbox-acts";

/** One row of the inbox, in words. */
export type InboxRow = {
  id: string;
  /** Null if the row has no checkout. */
  checkoutId: string | null;
  /** How a person names it: its reference, else its short id. */
  name: string;
  item: string | null;
  /** The amount; `happened` is the sentence after it. */
  amount: string;
  happened: string;
  why: string;
  at: Date;
  /** Since then. */
  age: string;
  recommended: InboxAct | null;
  choices: readonly Choice[];
  /** Several of one group may be decided together; null for one that is decided alone. */
  group: Group | null;
  /** The page on which it is done, below the project's own. */
  link: { path: string; text: string } | null;
  /** A stray that only a wallet can sweep. */
  signed: StrayHolding | null;
};

const overWords = { paid: "over", cancelled: "overCancelled", refunded: "overRefunded" } as const;

/** Rows of one kind with one suggestion, and their money. */
export type Group = {
  kind: InboxItem["kind"];
  act: InboxAct;
  symbol: string;
  decimals: number;
  units: bigint;
};

type View = { chains: readonly Chain[]; now: Date; may: (permission: Permission) => boolean };

type RowFacts = Omit<InboxRow, "age" | "group"> & {
  /** May be decided together with others. */
  isRoutine: boolean;
  money: (TokenRef & { units: bigint }) | null;
};

const permissions: Readonly<Record<InboxAct, Permission>> = {
  accept: "payments.accept",
  count: "payments.accept",
  refund: "refunds.request",
  keep: "refunds.request",
  return: "refunds.request",
  sweep: "settlements.request",
  retry: "settlements.request",
};

export function inboxRow(item: InboxItem | InboxTask, view: View): InboxRow {
  const { isRoutine: isTogether, money, ...row } = isTask(item) ? taskRow(item, view) : rowOf(item, view);
  const choices = row.choices.filter(({ act }) => view.may(permissions[act]));
  const isAllowed = choices.length > 0 || row.choices.length === 0;
  const recommended = choices.some(({ act }) => act === row.recommended) ? row.recommended : null;
  const age = durationText(Math.max(0, view.now.getTime() - row.at.getTime()));
  const token = money === null ? null : findToken(view.chains, money);
  const group =
    recommended === null || !isTogether || isTask(item) || money === null || token === null
      ? null
      : { kind: item.kind, act: recommended, units: money.units, ...token.token };
  return { ...row, age, choices, recommended, group, why: isAllowed ? row.why : words.role };
}

function isTask(item: InboxItem | InboxTask): item is InboxTask {
  return item.kind === "refund" || item.kind === "endpoint" || item.kind === "gas";
}

/** A refund, an endpoint or a wallet that needs attention on its own page. */
function taskRow(task: InboxTask, { chains, may }: View): RowFacts {
  const none = { recommended: null, choices: [], signed: null, isRoutine: false, money: null } as const;
  switch (task.kind) {
    case "refund": {
      const { refund } = task;
      const { id, checkoutId, status, createdAt } = refund;
      const amount = tokenAmount(refund.amountUnits, refund, chains);
      const act = status === "AWAITING_APPROVAL" ? "refunds.approve" : "refunds.sign";
      const isSent = refundProgress(refund).step === "sent";
      const text = may(act) && !isSent ? words.tasks.acts[status] : words.openRefund;
      return {
        ...none,
        ...named(refund, checkoutId),
        id,
        amount,
        happened: fill(words.tasks.what.refund, { state: refundLine(refund) }),
        why: refundNext(refund),
        at: createdAt,
        link: { path: `/refunds/${id}`, text: withAmount(text, amount) },
      };
    }
    case "endpoint": {
      const { id, url, since, isDisabled } = task.endpoint;
      return {
        ...none,
        id,
        checkoutId: null,
        name: URL.canParse(url) ? new URL(url).host : url,
        item: null,
        amount: "",
        happened: isDisabled ? words.tasks.what.disabled : words.tasks.what.failing,
        why: words.tasks.why.endpoint,
        at: since,
        link: { path: `/developers/webhooks/${id}`, text: words.tasks.acts.endpoint },
      };
    }
    case "gas": {
      const { chainId, wallet, since } = task.gas;
      return {
        ...none,
        id: `gas-${chainId}`,
        checkoutId: null,
        name: chainName(chains, chainId),
        item: wallet,
        amount: "",
        happened: fill(words.tasks.what.gas, { network: chainName(chains, chainId) }),
        why: fill(words.tasks.why.gas, { coin: nativeCurrencyOf(chains, chainId).symbol }),
        at: since,
        link: null,
      };
    }
    default:
      return task satisfies never;
  }
}

/** @example withAmount("Refund", "12.00 USDC") // "Refund 12.00" */
export function withAmount(act: string, amount: string): string {
  return fill(words.actAmount, { act, amount: amount.split(" ")[0] ?? "" });
}

/** Groups of two rows and more that can be decided in one go, with the sum of their money. */
export function groupsOf(rows: readonly InboxRow[]): { ids: string[]; act: InboxAct; sum: string }[] {
  const groups = new Map<string, { ids: string[]; act: InboxAct; sums: Map<string, bigint> }>();
  for (const { id, group } of rows) {
    if (group === null) continue;
    const key = `${group.kind} ${group.act}`;
    const found = groups.get(key) ?? { ids: [], act: group.act, sums: new Map<string, bigint>() };
    const token = `${group.decimals} ${group.symbol}`;
    found.ids.push(id);
    found.sums.set(token, (found.sums.get(token) ?? 0n) + group.units);
    groups.set(key, found);
  }
  return [...groups.values()].flatMap(({ ids, act, sums }) => {
    if (ids.length < 2) return [];
    const texts = [...sums].map(([token, units]) => {
      const [decimals = "0", ...symbol] = token.split(" ");
      return `${displayUnits(units, Number(decimals))} ${symbol.join(" ")}`;
    });
    return [{ ids, act, sum: listOf(texts) }];
  });
}

function rowOf(item: InboxItem, { chains }: View): RowFacts {
  switch (item.kind) {
    case "late": {
      const { late } = item;
      const advice = adviseLate(late, late.movedBps);
      const isCancelled = late.cancelledAt !== null;
      const lateMs = (late.paidAt ?? late.expiresAt).getTime() - late.expiresAt.getTime();
      return {
        ...unpaidRow(late, chains, advice, late.movedBps ?? 0),
        happened: fill(
          isCancelled ? words.what.lateCancelled : lateMs > 0 ? words.what.late : words.what.lateFound,
          {
            late: durationText(Math.max(0, lateMs)),
            price: priceOf(late, chains),
          },
        ),
      };
    }
    case "partial": {
      const { part } = item;
      return {
        ...unpaidRow(part, chains, advisePart(part), shortBps(part)),
        happened: fill(words.what.partial, { price: priceOf(part, chains) }),
      };
    }
    case "over": {
      const { over } = item;
      const { id: checkoutId, excessUnits, orderState } = over;
      const advice = adviseExcess(over, chains);
      const refund =
        orderState === "cancelled"
          ? { checkoutId, refundType: "CANCELLATION" }
          : { checkoutId, refundType: "OVERPAYMENT", amount: excessUnits.toString() };
      return {
        ...named(over, checkoutId),
        id: `over-${checkoutId}`,
        amount: tokenAmount(excessUnits, over, chains),
        money: { ...over, units: excessUnits },
        happened: fill(words.what[overWords[orderState]], {
          paid: tokenAmount(over.paidUnits, over, chains),
          price: tokenAmount(over.amountUnits ?? 0n, over, chains),
        }),
        why: whyText(advice),
        at: over.createdAt,
        recommended: advice.act,
        isRoutine: isRoutine(advice),
        choices: [
          { act: "refund", action: "requestRefund", input: refund, takesAddress: true },
          { act: "keep", action: "dismissExcess", input: { checkoutId }, takesAddress: false },
        ],
      };
    }
    case "stray":
      return strayRow(item.stray, chains);
    case "stuck": {
      const { stuck } = item;
      const { checkoutId } = stuck;
      const advice = adviseStuck(stuck);
      return {
        ...named(stuck, checkoutId),
        id: `stuck-${strayCursors.write(stuck)}`,
        amount: tokenAmount(stuck.units, stuck, chains),
        money: stuck,
        happened: fill(words.what.stuck, { network: chainName(chains, stuck.chainId) }),
        why: whyText(advice),
        at: stuck.createdAt,
        recommended: advice.act,
        isRoutine: isRoutine(advice),
        choices: stuck.isFrozen
          ? []
          : [
              {
                act: "retry",
                action: "sweepNow",
                input: { kind: "checkout", checkoutId },
                takesAddress: false,
              },
            ],
      };
    }
    default:
      return item satisfies never;
  }
}

/** A late or a partial payment: both can be accepted or refunded. */
function unpaidRow(
  late: LatePayment,
  chains: readonly Chain[],
  advice: Advice,
  bps: number,
): Omit<RowFacts, "happened"> {
  const { id: checkoutId, status, totalPaidUnits, refundedUnits, refundingUnits } = late;
  const gone = refundedUnits + refundingUnits;
  const isLate = status === "LATE_PAID";
  const why = whyText(advice, bps);
  const returned = gone > 0n ? fill(words.goesBack, { amount: tokenAmount(gone, late, chains) }) : null;
  return {
    ...named(late, checkoutId),
    id: `${isLate ? "late" : "partial"}-${checkoutId}`,
    amount: tokenAmount(late.paidUnits, late, chains),
    money: { ...late, units: late.paidUnits },
    why: returned === null ? why : `${returned} ${why}`,
    at: late.paidAt ?? late.expiresAt,
    recommended: advice.act,
    isRoutine: isRoutine(advice),
    choices: [
      {
        act: "accept",
        action: "acceptPayment",
        input: { checkoutId, amount: totalPaidUnits.toString() },
        takesAddress: false,
      },
      {
        act: "refund",
        action: "requestRefund",
        input: { checkoutId, refundType: isLate ? "LATE_PAYMENT" : "CUSTOMER_REQUEST" },
        takesAddress: true,
      },
    ],
  };
}

function strayRow(stray: StrayHolding, chains: readonly Chain[]): RowFacts {
  const { checkoutId, chainId, tokenAddress, units, seenAt, refundId } = stray;
  const advice = adviseStray(stray, chains);
  const coin = nativeCurrencyOf(chains, chainId);
  const input = { checkoutId, chainId, tokenAddress };
  const isListed = tokenAddress !== null && advice.why !== "unlisted";
  const isSigned = !isListed || stray.closed;
  const possible = possibleDecisions(stray, chains);
  const all: readonly (Choice & { act: "count" | "return" | "sweep" })[] = [
    { act: "return", action: "returnStray", input, takesAddress: true },
    { act: "count", action: "countStray", input, takesAddress: false },
    { act: "sweep", action: "sweepStray", input, takesAddress: false },
  ];
  const isFree = !stray.frozen && !stray.beingSettled && !stray.offered && refundId === null;
  return {
    ...named({ ...stray, itemName: null }, checkoutId),
    id: `stray-${strayCursors.write(stray)}`,
    amount:
      tokenAddress === null
        ? `${formatUnits(units, coin.decimals)} ${coin.symbol}`
        : tokenAmount(units, { chainId, tokenAddress }, chains),
    money: tokenAddress === null ? null : { chainId, tokenAddress, units },
    happened: fill(words.what.stray, { network: chainName(chains, chainId) }),
    why: whyText(advice),
    at: seenAt,
    recommended: advice.act,
    isRoutine: isRoutine(advice),
    choices: all.filter(({ act }) => possible.includes(act) && !(act === "sweep" && isSigned)),
    link: refundId === null ? null : { path: `/refunds/${refundId}`, text: words.openRefund },
    signed: isFree && isSigned ? stray : null,
  };
}

function named(
  { referenceId, itemName }: { referenceId: string | null; itemName: string | null },
  checkoutId: string,
) {
  return {
    checkoutId,
    name: displayText(referenceId) ?? shortId(checkoutId),
    item: displayText(itemName),
    link: null,
    signed: null,
  };
}

function priceOf(late: LatePayment, chains: readonly Chain[]): string {
  return late.fiatAmount === null
    ? tokenAmount(late.amountUnits, late, chains)
    : displayFiat(late.fiatAmount, late.fiatCurrency ?? "");
}

function whyText({ why }: Advice, bps = 0): string {
  return fill(words.why[why], { percent: percentText(bps) });
}

/** @example percentText(40) // "0.4%" */
export function percentText(bps: number): string {
  return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 }).format(bps / 10_000);
}

import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { chainName, displayFiat, displayText, shortId } from "@/components/dashboard/money/display-units";
import { durationText } from "@/components/dashboard/overview/figure-text";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { Chain } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
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
import { fill } from "@/lib/platform/i18n/message.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { LatePayment } from "@/lib/settlement/dashboard/settlement-views.rules";
import { possibleDecisions, type StrayHolding, strayCursors } from "@/lib/strays/stray.rules";
import type { Choice } from "./inbox-acts";

/** One row of the inbox, in words. */
export type InboxRow = {
  id: string;
  checkoutId: string;
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
  /** May be decided together with others. */
  isRoutine: boolean;
  choices: readonly Choice[];
  refundId: string | null;
  /** A stray that only a wallet can sweep. */
  signed: StrayHolding | null;
};

const overWords = { paid: "over", cancelled: "overCancelled", refunded: "overRefunded" } as const;

type View = { chains: readonly Chain[]; now: Date; may: (permission: Permission) => boolean };

type RowFacts = Omit<InboxRow, "age">;

const permissions: Readonly<Record<InboxAct, Permission>> = {
  accept: "payments.accept",
  count: "payments.accept",
  refund: "refunds.request",
  keep: "refunds.request",
  return: "refunds.request",
  sweep: "settlements.request",
  retry: "settlements.request",
};

export function inboxRow(item: InboxItem, view: View): InboxRow {
  const row = rowOf(item, view);
  const choices = row.choices.filter(({ act }) => view.may(permissions[act]));
  const isAllowed = choices.length > 0 || row.choices.length === 0;
  const recommended = choices.some(({ act }) => act === row.recommended) ? row.recommended : null;
  const age = durationText(Math.max(0, view.now.getTime() - row.at.getTime()));
  return { ...row, age, choices, recommended, why: isAllowed ? row.why : words.role };
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
    happened: fill(words.what.stray, { network: chainName(chains, chainId) }),
    why: whyText(advice),
    at: seenAt,
    recommended: advice.act,
    isRoutine: isRoutine(advice),
    choices: all.filter(({ act }) => possible.includes(act) && !(act === "sweep" && isSigned)),
    refundId,
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
    refundId: null,
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

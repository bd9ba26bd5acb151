import { X } from "lucide-react";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { chainName, displayDecimal } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import {
  type CheckoutFilter,
  checkoutListParams,
  everyCheckout,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

const words = checkoutWords.filters;

type Chip = { label: string; without: CheckoutFilter };

type Props = { listPath: string; filter: CheckoutFilter; chains: readonly Chain[] };

/** The filter in words, each part of it removable by one press. */
export function FilterChips({ listPath, filter, chains }: Props) {
  const chips = chipsOf(filter, chains);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={words.chips} className="flex min-w-0 max-w-full flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="min-w-0 max-w-full">
          <Link
            href={addressOf(listPath, without)}
            aria-label={fill(words.remove, { filter: label })}
            className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-card ps-3 pe-2 text-sm hover:bg-well"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link href={listPath} className="text-link flex min-h-8 items-center px-1 text-sm">
            {words.removeAll}
          </Link>
        </li>
      )}
    </ul>
  );
}

function addressOf(listPath: string, filter: CheckoutFilter): string {
  const query = checkoutListParams(filter).toString();
  return query === "" ? listPath : `${listPath}?${query}`;
}

function chipsOf(filter: CheckoutFilter, chains: readonly Chain[]): Chip[] {
  const { search, statuses, fromDay, toDay, minAmount, maxAmount, chainId, tokenAddress } = filter;
  const chip = <T,>(value: T | null, label: (value: T) => string, reset: Partial<CheckoutFilter>): Chip[] =>
    value === null ? [] : [{ label: label(value), without: { ...filter, ...reset } }];
  const isExact = minAmount !== null && minAmount === maxAmount;
  return [
    ...chip(search, ({ text }) => `“${cleanText(text)}”`, { search: null }),
    ...statuses.flatMap((status) =>
      chip(status, (each) => checkoutWords.statuses[each], {
        statuses: statuses.filter((each) => each !== status),
      }),
    ),
    ...chip(fromDay, (day) => fill(words.chip.from, { day }), { fromDay: null }),
    ...chip(toDay, (day) => fill(words.chip.to, { day }), { toDay: null }),
    ...(isExact
      ? chip(minAmount, (amount) => fill(words.chip.amount, { amount: displayDecimal(amount) }), {
          minAmount: null,
          maxAmount: null,
        })
      : [
          ...chip(minAmount, (amount) => fill(words.chip.min, { amount: displayDecimal(amount) }), {
            minAmount: null,
          }),
          ...chip(maxAmount, (amount) => fill(words.chip.max, { amount: displayDecimal(amount) }), {
            maxAmount: null,
          }),
        ]),
    ...chip(
      chainId,
      (id) => {
        const symbol =
          tokenAddress === null ? null : findToken(chains, { chainId: id, tokenAddress })?.token.symbol;
        return [symbol, chainName(chains, id)].filter(Boolean).join(" · ");
      },
      { chainId: null, tokenAddress: null },
    ),
    ...chip(filter.referenceId, (text) => fill(words.chip.reference, { reference: cleanText(text) }), {
      referenceId: null,
    }),
    ...chip(filter.createdVia, (via) => fill(words.chip.via, { via: checkoutWords.createdVia[via] }), {
      createdVia: null,
    }),
    ...chip(filter.paymentLinkId, () => words.chip.link, { paymentLinkId: everyCheckout.paymentLinkId }),
    ...chip(filter.paid, (paid) => words.paidUnevenly[paid], { paid: null }),
    ...chip(filter.lateOnly || null, () => words.lateOnly, { lateOnly: false }),
    ...chip(filter.excessOnly || null, () => words.excessOnly, { excessOnly: false }),
  ];
}

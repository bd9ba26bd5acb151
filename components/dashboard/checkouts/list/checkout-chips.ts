import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { listWords } from "@/components/dashboard/messages/shell";
import { chainName, displayDecimal } from "@/components/dashboard/money/display-units";
import type { Chip } from "@/components/dashboard/ui/list/filter-chips";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import {
  type CheckoutFilter,
  checkoutListParams,
  everyCheckout,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

const words = checkoutWords.filters;

/** The list's filter in words, part by part. */
export function checkoutChips(filter: CheckoutFilter, chains: readonly Chain[]): Chip[] {
  const { search, statuses, fromDay, toDay, minAmount, maxAmount, chainId, tokenAddress } = filter;
  const chip = <T>(value: T | null, label: (value: T) => string, reset: Partial<CheckoutFilter>): Chip[] =>
    value === null ? [] : [{ label: label(value), without: checkoutListParams({ ...filter, ...reset }) }];
  const isExact = minAmount !== null && minAmount === maxAmount;
  return [
    ...chip(search, ({ text }) => `“${cleanText(text)}”`, { search: null }),
    ...statuses.flatMap((status) =>
      chip(status, (each) => checkoutWords.statuses[each], {
        statuses: statuses.filter((each) => each !== status),
      }),
    ),
    ...chip(fromDay, (day) => fill(listWords.fromDay, { day }), { fromDay: null }),
    ...chip(toDay, (day) => fill(listWords.toDay, { day }), { toDay: null }),
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

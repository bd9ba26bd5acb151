import { Search, SlidersHorizontal } from "lucide-react";
import { listWords } from "@/components/dashboard/messages/shell";
import { chainName, displayDecimal } from "@/components/dashboard/money/display-units";
import { Link } from "@/components/dashboard/ui/link";
import { FilterForm, FilterText } from "@/components/dashboard/ui/list/filter-form";
import { FilterChoice } from "@/components/dashboard/ui/list/list-filter";
import type { Chip } from "@/components/dashboard/ui/list/list-tools";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import {
  type CheckoutFilter,
  checkoutListParams,
  createdViaValues,
  everyCheckout,
  isFiltered,
  tokenParam,
  unevenPayments,
} from "@/lib/checkouts/dashboard/checkout-views.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { checkoutWords } from "../../messages/checkouts";

const words = checkoutWords.filters;

type Props = { listPath: string; filter: CheckoutFilter; chains: readonly Chain[] };

/** The search and the filters of the list; the page's URL contains them, so it can be saved and shared. */
export function CheckoutFilters({ listPath, filter, chains }: Props) {
  const fields = checkoutListParams(filter);
  const beside = checkoutListParams({ ...filter, search: null });
  const days = fill(words.days, { zone: pageTimeZone() });
  const given = (name: string) => fields.get(name) ?? "";
  return (
    <FilterForm path={listPath} query={fields.toString()} className="flex flex-col gap-3">
      <div className="flex gap-2">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{words.searchHint}</span>
          <Search
            className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            name="q"
            type="search"
            defaultValue={given("q")}
            placeholder={words.searchHint}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="field-compact ps-9"
          />
        </label>
        <button type="submit" className="button-compact button-secondary">
          {words.go}
        </button>
      </div>
      <details className="rounded-xl border border-line bg-card">
        <summary className="flex min-h-10 items-center gap-2 px-4 text-sm">
          <SlidersHorizontal className="size-4 text-muted" aria-hidden="true" />
          {words.more}
          {beside.size > 0 && <span className="caption">{beside.size}</span>}
        </summary>
        <div className="flex flex-col gap-4 border-line border-t px-4 py-4">
          <Statuses filter={filter} />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <FilterText name="from" type="date" label={words.from} value={given("from")} hint={days} />
            <FilterText name="to" type="date" label={words.to} value={given("to")} hint={days} />
            <FilterText
              name="amount"
              label={words.amount}
              value={given("amount")}
              hint={words.amountHint}
              decimal
            />
            <div className="grid grid-cols-2 gap-2">
              <FilterText name="min" label={words.min} value={given("min")} decimal />
              <FilterText name="max" label={words.max} value={given("max")} decimal />
            </div>
            <Tokens filter={filter} chains={chains} />
            <FilterText name="reference" label={words.reference} value={given("reference")} />
            <FilterChoice name="via" label={words.createdVia} value={given("via")}>
              {createdViaValues.map((via) => (
                <option key={via} value={via}>
                  {checkoutWords.createdVia[via]}
                </option>
              ))}
            </FilterChoice>
            <FilterChoice name="paid" label={words.paid} value={given("paid")}>
              {unevenPayments.map((paid) => (
                <option key={paid} value={paid}>
                  {words.paidUnevenly[paid]}
                </option>
              ))}
            </FilterChoice>
          </div>
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="late"
              value="1"
              defaultChecked={filter.lateOnly}
              className="size-4 shrink-0 accent-accent"
            />
            {words.lateOnly}
          </label>
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="excess"
              value="1"
              defaultChecked={filter.excessOnly}
              className="size-4 shrink-0 accent-accent"
            />
            {words.excessOnly}
          </label>
          {filter.paymentLinkId !== null && <input type="hidden" name="link" value={filter.paymentLinkId} />}
          <div className="flex flex-wrap justify-end gap-2">
            {isFiltered(filter) && (
              <Link href={listPath} className="button-compact button-quiet">
                {listWords.clear}
              </Link>
            )}
            <button type="submit" className="button-compact button-primary">
              {listWords.apply}
            </button>
          </div>
        </div>
      </details>
    </FilterForm>
  );
}

function Statuses({ filter }: { filter: CheckoutFilter }) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{words.status}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {checkoutStatuses.map((status) => (
          <label key={status} className="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="status"
              value={status}
              defaultChecked={filter.statuses.includes(status)}
              className="size-4 shrink-0 accent-accent"
            />
            {checkoutWords.statuses[status]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Tokens({ filter, chains }: { filter: CheckoutFilter; chains: readonly Chain[] }) {
  const value = tokenParam(filter.chainId, filter.tokenAddress) ?? "";
  return (
    <FilterChoice name="token" label={words.token} value={value}>
      {chains.map((chain) => (
        <optgroup key={chain.chainId} label={chain.name}>
          <option value={`${chain.chainId}`}>{fill(words.anyOf, { network: chain.name })}</option>
          {chain.tokens.map((token) => (
            <option key={token.address} value={tokenParam(chain.chainId, token.address) ?? ""}>
              {token.symbol}
            </option>
          ))}
        </optgroup>
      ))}
    </FilterChoice>
  );
}

/** The most used filters. */
export function checkoutPresets(): { label: string; query: URLSearchParams }[] {
  const { paid, open } = checkoutWords.tabs;
  const preset = (label: string, filter: Partial<CheckoutFilter>) => ({
    label,
    query: checkoutListParams({ ...everyCheckout, ...filter }),
  });
  return [
    preset(paid, { statuses: ["PAID", "SETTLED"] }),
    preset(open, { statuses: ["PENDING", "DETECTED"] }),
  ];
}

/** The list's filter in words, part by part. */
export function checkoutChips(filter: CheckoutFilter, chains: readonly Chain[]): Chip[] {
  const { search, statuses, fromDay, toDay, minAmount, maxAmount, chainId, tokenAddress } = filter;
  const chip = <T,>(value: T | null, label: (value: T) => string, reset: Partial<CheckoutFilter>): Chip[] =>
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

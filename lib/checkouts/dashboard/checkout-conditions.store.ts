import { type Chain, decimalsOf } from "@/lib/chain/chains.rules";
import { waitsForExcess } from "@/lib/checkouts/checkout-row.store";
import { directionOf } from "@/lib/platform/lists/keyset";
import { dayBounds, type ListPlace } from "@/lib/platform/lists/list-place.rules";
import {
  amountPricedDecimals,
  type Decimal,
  formatUnits,
  unitsBetween,
} from "@/lib/platform/values/money.rules";
import {
  type CheckoutFilter,
  createdViaValues,
  type PaidUnevenly,
  searchedAmount,
} from "./checkout-views.rules";

/**
 * Not prepared, unlike the hot paths: PostgreSQL plans each combination of filters with its own values, because rare
 * and common values need different plans.
 */
export type Query = { text: string; values: unknown[] };

/** Collects parameters and numbers them in order of use. */
export class Values {
  private readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  query(text: string): Query {
    return { text, values: this.values };
  }
}

/** Conditions of a row with `project_id` and `created_at`; its id may have another name. */
export type Scope = (row: string, id: string) => string[];

/** The project's rows of the filter's days, beyond the cursor. */
export function scopeOf(values: Values, projectId: string, filter: CheckoutFilter, place: ListPlace): Scope {
  const project = values.add(projectId);
  const { from, before } = dayBounds(filter);
  const bounds: [beyond: string, at: string][] = [];
  if (from !== null) bounds.push([">=", values.add(from)]);
  if (before !== null) bounds.push(["<", values.add(before)]);
  const { beyond } = directionOf(place);
  const cursor =
    place.kind === "first"
      ? null
      : { at: values.add(place.cursor.createdAt), id: values.add(place.cursor.id) };
  return (row, id) => [
    `${row}.project_id = ${project}`,
    ...bounds.map(([is, at]) => `${row}.created_at ${is} ${at}::timestamptz`),
    ...(cursor === null
      ? []
      : [`(${row}.created_at, ${id}) ${beyond} (${cursor.at}::timestamptz, ${cursor.id}::text)`]),
  ];
}

/** Conditions of a `checkout`, except its status, scope and words. */
export function filterConditions(
  values: Values,
  projectId: string,
  filter: CheckoutFilter,
  chains: readonly Chain[],
): string[] {
  const conditions: string[] = [];
  const also = <T>(value: T | null, condition: (parameter: string) => string) => {
    if (value !== null) conditions.push(condition(values.add(value)));
  };
  if (filter.minAmount !== null || filter.maxAmount !== null)
    conditions.push(amountCondition(values, chains, filter)("checkout"));
  // Any origin is a condition, too: an index begins with it.
  const origins =
    filter.createdVia !== null ? [filter.createdVia] : filter.chainId !== null ? createdViaValues : null;
  also(
    origins?.map((via) => via.toUpperCase()) ?? null,
    (vias) => `checkout.created_via = ANY (${vias}::created_via[])`,
  );
  also(filter.chainId, (chainId) => `checkout.chain_id = ${chainId}::int`);
  also(filter.tokenAddress, (address) => `checkout.token_address = ${address}`);
  also(filter.referenceId, (referenceId) => `checkout.reference_id = ${referenceId}`);
  also(filter.paymentLinkId, (linkId) => `checkout.payment_link_id = ${linkId}`);
  also(filter.ids ?? null, (ids) => `checkout.id = ANY (${ids}::text[])`);
  if (filter.lateOnly) conditions.push("checkout.late_accepted_at IS NULL");
  if (filter.excessOnly) conditions.push(waitsForExcess);
  if (filter.paid !== null) conditions.push(uneven, unevenConditions[filter.paid]);
  if (filter.search?.kind === "id") also(filter.search.text, (id) => `checkout.id = ${id}`);
  if (filter.search?.kind === "address" || filter.search?.kind === "transaction")
    // Not the project of the other conditions: the planner has to see it as a constant.
    conditions.push(chainSearch(filter.search.kind, values.add(filter.search.text), values.add(projectId)));
  return conditions;
}

/** Of a partial index, by which they are found. */
const uneven = "checkout.total_paid_units > 0 AND checkout.total_paid_units <> checkout.amount_units";

const unevenConditions: Readonly<Record<PaidUnevenly, string>> = {
  over: "checkout.total_paid_units > checkout.amount_units",
  under: "checkout.total_paid_units < checkout.amount_units AND checkout.paid_at IS NOT NULL",
  partial: "checkout.total_paid_units < checkout.amount_units AND checkout.paid_at IS NULL",
};

/**
 * Checkouts with this deposit address, a payment from this address or a refund to it; or with a transfer or a refund
 * in this transaction.
 *
 * @param text, project the parameters of what is searched and of the project's id
 */
export function chainSearch(kind: "address" | "transaction", text: string, project: string): string {
  return kind === "address"
    ? `checkout.id IN (
        SELECT id FROM checkouts WHERE deposit_address = ${text}
        UNION ALL SELECT log.checkout_id FROM transfers AS log WHERE log.from_address = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = ${project} AND back.destination_address = ${text})`
    : `checkout.id IN (
        SELECT log.checkout_id FROM transfers AS log WHERE log.tx_hash = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = ${project} AND back.tx_hash = ${text})`;
}

type AmountFilter = Pick<CheckoutFilter, "minAmount" | "maxAmount" | "chainId" | "tokenAddress">;

/**
 * Compares a row's price in the smallest units of its own token. Amounts without a token have six decimals; so have
 * tokens that are no longer listed.
 */
function amountCondition(
  values: Values,
  chains: readonly Chain[],
  { minAmount, maxAmount, chainId, tokenAddress }: AmountFilter,
): (row: string) => string {
  const bounds = (decimals: number) => {
    const { least, most } = unitsBetween(minAmount, maxAmount, decimals);
    const limits: [is: string, units: bigint | null][] =
      least !== null && least === most
        ? [["=", least]]
        : [
            [">=", least],
            ["<=", most],
          ];
    const parameters = limits.flatMap(([is, units]) =>
      units === null ? [] : [`${is} ${values.add(units)}`],
    );
    return (row: string) => parameters.map((limit) => `${row}.amount_units ${limit}::numeric`).join(" AND ");
  };
  if (chainId !== null && tokenAddress !== null) return bounds(decimalsOf(chains, { chainId, tokenAddress }));
  const usual = bounds(amountPricedDecimals);
  const others = chains
    .filter((chain) => chainId === null || chain.chainId === chainId)
    .flatMap((chain) => chain.tokens.map((token) => ({ ...token, chainId: chain.chainId })))
    .filter(({ decimals }) => decimals !== amountPricedDecimals);
  if (others.length === 0) return usual;
  const groups = [...new Set(others.map(({ decimals }) => decimals))].map((decimals) => ({
    tokens: others
      .filter((token) => token.decimals === decimals)
      .map((token) => `(${values.add(token.chainId)}::int, ${values.add(token.address)})`),
    within: bounds(decimals),
  }));
  const all = groups.flatMap(({ tokens }) => tokens);
  const isOf = (row: string, tokens: readonly string[]) =>
    `(${row}.chain_id, ${row}.token_address) IN (${tokens.join(", ")})`;
  return (row) => {
    const ofGroups = groups.map(({ tokens, within }) => `${within(row)} AND ${isOf(row, tokens)}`);
    return `(${usual(row)} AND (${isOf(row, all)}) IS NOT TRUE OR ${ofGroups.join(" OR ")})`;
  };
}

/**
 * Checkouts with these words, or with the amount that the text may mean: `hits` has their ids and times, unordered;
 * `inRow` tests one of a few rows.
 */
export function wordMatch(
  values: Values,
  projectId: string,
  text: string,
  scope: Scope,
  chains: readonly Chain[],
): { hits: string; inRow: (row: string) => string } {
  const words = `checkout_query(${values.add(projectId)}, ${values.add(text)})`;
  const amount = searchedAmount(text);
  const query = amount === null ? words : `${words} || ${values.add(priceQuery(projectId, amount))}::tsquery`;
  const inUnits =
    amount === null ? null : amountCondition(values, chains, { ...exactly(amount), ...anyToken });
  const worded = `
    SELECT term.checkout_id AS id, term.created_at FROM checkout_terms AS term
    WHERE ${[...scope("term", "term.checkout_id"), `term.terms @@ (${query})`].join(" AND ")}`;
  return {
    hits:
      inUnits === null
        ? worded
        : `${worded} UNION SELECT priced.id, priced.created_at FROM checkouts AS priced
           WHERE ${[...scope("priced", "priced.id"), inUnits("priced")].join(" AND ")}`,
    // The limit keeps the planner from reading the index of words for it.
    inRow: (row) =>
      `((SELECT term.terms FROM checkout_terms AS term WHERE term.checkout_id = ${row}.id LIMIT 1) @@ (${query})
      ${inUnits === null ? "" : `OR ${inUnits(row)}`})`,
  };
}

const anyToken = { chainId: null, tokenAddress: null };

function exactly({ digits, scale }: Decimal): Pick<AmountFilter, "minAmount" | "maxAmount"> {
  const amount = formatUnits(digits, scale, 0);
  return { minAmount: amount, maxAmount: amount };
}

/** A price as the trigger notes it, without zeros at its end. */
function priceQuery(projectId: string, { digits, scale }: Decimal): string {
  return `'%${projectId}' & '$${formatUnits(digits, scale, 0)}'`;
}

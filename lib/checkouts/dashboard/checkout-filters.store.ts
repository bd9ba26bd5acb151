import { type Chain, decimalsOf } from "@/lib/chain/chains.rules";
import { waitsForExcess } from "@/lib/checkouts/checkout-row.store";
import type { ListDefinition, Param, WordShape, Words } from "@/lib/platform/lists/list-definition.store";
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

/** The SQL of each filter of a `checkout`, and of its project `$1`. */
export function checkoutFilters(
  chains: readonly Chain[],
): ListDefinition<CheckoutFilter, never, never, never>["filters"] {
  const within = (param: Param, filter: CheckoutFilter) => amountCondition(param, chains, filter)("checkout");
  return {
    statuses: null,
    minAmount: (_, param, filter) => within(param, filter),
    maxAmount: (_, param, filter) => (filter.minAmount === null ? within(param, filter) : "true"),
    createdVia: (via, param) => `checkout.created_via = ${param.literal(via.toUpperCase())}`,
    // Any origin is a condition, too: an index begins with it.
    chainId: (chainId, param, { createdVia }) =>
      `checkout.chain_id = ${param(chainId)}::int${createdVia === null ? ` AND checkout.created_via = ANY (${param(anyOrigin)}::created_via[])` : ""}`,
    tokenAddress: (address, param) => `checkout.token_address = ${param(address)}`,
    referenceId: (referenceId, param) => `checkout.reference_id = ${param(referenceId)}`,
    paymentLinkId: (linkId, param) => `checkout.payment_link_id = ${param(linkId)}`,
    ids: (ids, param) => `checkout.id = ANY (${param(ids)}::text[])`,
    lateOnly: () => "checkout.late_accepted_at IS NULL",
    excessOnly: () => waitsForExcess,
    paid: (paid) => `${uneven} AND ${unevenConditions[paid]}`,
    search: ({ kind, text }, param) => {
      if (kind === "text") return "true";
      return kind === "id" ? `checkout.id = ${param(text)}` : chainSearch(kind, param(text));
    },
    address: (address, param) => chainSearch("address", param(address)),
    txHash: (txHash, param) => chainSearch("transaction", param(txHash)),
  };
}

const anyOrigin = createdViaValues.map((via) => via.toUpperCase());

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
 */
function chainSearch(kind: "address" | "transaction", text: string): string {
  return kind === "address"
    ? `checkout.id IN (
        SELECT id FROM checkouts WHERE deposit_address = ${text}
        UNION ALL SELECT log.checkout_id FROM transfers AS log WHERE log.from_address = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = $1 AND back.destination_address = ${text})`
    : `checkout.id IN (
        SELECT log.checkout_id FROM transfers AS log WHERE log.tx_hash = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = $1 AND back.tx_hash = ${text})`;
}

type AmountFilter = Pick<CheckoutFilter, "minAmount" | "maxAmount" | "chainId" | "tokenAddress">;

/**
 * Compares a row's price in the smallest units of its own token. Amounts without a token have six decimals; so have
 * tokens that are no longer listed.
 */
function amountCondition(
  param: Param,
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
    const parameters = limits.flatMap(([is, units]) => (units === null ? [] : [`${is} ${param(units)}`]));
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
      .map((token) => `(${param(token.chainId)}::int, ${param(token.address)})`),
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
  { owner, param, scope }: WordShape,
  text: string,
  chains: readonly Chain[],
): Pick<Words, "hits" | "inRow"> {
  const words = `checkout_query($1, ${param(text)})`;
  const amount = searchedAmount(text);
  const query = amount === null ? words : `${words} || ${param(priceQuery(owner, amount))}::tsquery`;
  const inUnits =
    amount === null ? null : amountCondition(param, chains, { ...exactly(amount), ...anyToken });
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

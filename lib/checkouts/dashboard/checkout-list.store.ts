import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutSelectList } from "@/lib/checkouts/checkout-row.store";
import type { ListCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import type { Paged } from "@/lib/platform/answer-fields.schema";
import type { Connections } from "@/lib/platform/database";
import { byCreation, defineList } from "@/lib/platform/lists/define-list.store";
import type { CountedList, ListCursor } from "@/lib/platform/lists/list-place.rules";
import { dayBounds } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { checkoutFilters, wordMatch } from "./checkout-filters.store";
import { type CheckoutFilter, everyCheckout } from "./checkout-views.rules";

/** A search reads this many of the newest checkouts before it asks the index of words. */
const usuallyWalked = 2_000;

/** A project's checkouts, fast with a million of them. */
const checkoutList = (chains: readonly Chain[], walked = usuallyWalked) =>
  defineList<CheckoutFilter, Checkout>({
    name: "checkout_list",
    table: "checkouts",
    row: "checkout",
    owner: "project_id",
    order: byCreation,
    filters: checkoutFilters(chains),
    within: dayBounds,
    each: { column: "status", type: "checkout_status", of: wantedStatuses },
    words: ({ search }, shape) =>
      search?.kind === "text"
        ? {
            ...wordMatch(shape, search.text, chains),
            reads:
              "checkout.id, checkout.created_at, checkout.amount_units, checkout.chain_id, checkout.token_address",
            walked,
          }
        : null,
    isPlannedByValues: true,
    columns: checkoutSelectList,
  });

/** No status means all; null means that none can match. */
function wantedStatuses({ statuses, lateOnly }: CheckoutFilter): CheckoutFilter["statuses"] | null {
  if (!lateOnly) return statuses;
  return statuses.length === 0 || statuses.includes("LATE_PAID") ? ["LATE_PAID"] : null;
}

/** `next` is null on the last page. */
export type CheckoutPage = Paged<Checkout> & { next: ListCursor | null };

/** A page of a project's checkouts for the API, newest first, with the total, both of the same moment. */
export function listCheckouts(
  pool: Connections["pool"],
  projectId: string,
  { take, skip, after, status, ...filters }: ListCheckoutsQuery,
  byApiKey = false,
): Promise<CheckoutPage> {
  const filter: CheckoutFilter = {
    ...everyCheckout,
    ...filters,
    referenceId: filters.referenceId ?? null,
    statuses: status === undefined ? [] : [status],
    createdVia: byApiKey ? "api_key" : null,
  };
  return apiList(pool).paged(projectId, filter, { take, skip, after });
}

/** Its filters have no amounts. */
const apiList = checkoutList([]);

/** A project's checkouts by the dashboard's filters. */
export type CheckoutListStore = CountedList<CheckoutFilter, Checkout> & {
  /** The sender of each payment; a checkout without a payment is not in it. */
  payers(checkouts: readonly Pick<Checkout, "id" | "paymentTxHash">[]): Promise<Map<string, Hex>>;
};

/** A project's checkouts by the dashboard's filters, in Postgres. */
export function createCheckoutListStore(
  { pool }: Connections,
  chains: readonly Chain[],
  walked = usuallyWalked,
): CheckoutListStore {
  return {
    ...checkoutList(chains, walked)(pool),

    payers: async (checkouts) => {
      const paid = checkouts.filter(({ paymentTxHash }) => paymentTxHash !== null);
      if (paid.length === 0) return new Map();
      const { rows } = await pool.query<{ checkout_id: string; from_address: Hex }>({
        text: `
          SELECT log.checkout_id, log.from_address
          FROM unnest($1::text[], $2::text[]) AS paid (checkout_id, tx_hash)
          JOIN transfers AS log ON log.tx_hash = paid.tx_hash AND log.checkout_id = paid.checkout_id
          WHERE NOT log.orphaned ORDER BY log.log_index`,
        values: [paid.map(({ id }) => id), paid.map(({ paymentTxHash }) => paymentTxHash)],
      });
      return new Map(rows.map((row) => [row.checkout_id, row.from_address]));
    },
  };
}

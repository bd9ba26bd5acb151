import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Paged } from "@/lib/platform/pagination.schema";
import type { Checkout } from "./checkout.rules";
import type { ListCheckoutsQuery } from "./checkout.schema";
import { type CheckoutRow, checkoutSelectList, toCheckout } from "./checkout-row.store";

/** A part of a project's checkouts, newest first, and how many there are in all, both of the same moment. */
export async function listCheckouts(
  connection: Queryable,
  projectId: string,
  { status, referenceId, take, skip }: ListCheckoutsQuery,
  byApiKey = false,
): Promise<Paged<Checkout>> {
  const statement = listStatement({
    byApiKey,
    byStatus: status !== undefined,
    byReference: referenceId !== undefined,
  });
  const filters = [status, referenceId].filter((value) => value !== undefined);
  const rows = await run<ListRow>(connection, statement, [projectId, take, skip, ...filters]);
  return {
    items: rows.flatMap((row) => (row.id === null ? [] : [toCheckout(row)])),
    total: rows[0]?.total ?? 0,
  };
}

/** The total stands beside every checkout, and beside none when the page is empty. */
type ListRow = { total: number } & (CheckoutRow | { id: null });

/**
 * Each combination of filters is a statement of its own, for which an index has the order: one that takes absent
 * filters for "any" would have to sort the whole project.
 */
function listStatement({
  byApiKey,
  byStatus,
  byReference,
}: Record<"byApiKey" | "byStatus" | "byReference", boolean>): Statement {
  const chosen = `checkout.project_id = $1
    ${byApiKey ? "AND checkout.created_via = 'API_KEY'" : ""}
    ${byStatus ? "AND checkout.status = $4::checkout_status" : ""}
    ${byReference ? `AND checkout.reference_id = $${byStatus ? 5 : 4}` : ""}`;
  return {
    name: `checkout_list${byApiKey ? "_by_api_key" : ""}${byStatus ? "_by_status" : ""}${byReference ? "_by_reference" : ""}`,
    text: `
      WITH page AS (
        SELECT ${checkoutSelectList} FROM checkouts AS checkout WHERE ${chosen}
        ORDER BY checkout.created_at DESC, checkout.id DESC LIMIT $2 OFFSET $3
      ), counted AS (
        SELECT count(*)::int AS total FROM checkouts AS checkout WHERE ${chosen}
      )
      SELECT counted.total, page.* FROM counted LEFT JOIN page ON true
      ORDER BY page.created_at DESC, page.id DESC`,
  };
}

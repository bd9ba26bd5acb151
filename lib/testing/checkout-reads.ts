import type { Checkout } from "@/lib/core/checkout";
import type { TestStores } from "./stores";

/** What tests ask of checkouts, whatever else they have around them. */
export type CheckoutReads = {
  find(checkout: Pick<Checkout, "id">): Promise<Checkout>;
  /** Kinds of the checkout's events in their order. Throws when their sequence has a gap. */
  eventKinds(checkout: Pick<Checkout, "id">): Promise<string[]>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
};

export function checkoutReads({ checkouts, database }: TestStores): CheckoutReads {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows as Row[];
  return {
    query,
    find: async ({ id }) => {
      const found = await checkouts.findPublic(id);
      if (found === null) throw new Error(`there is no ${id}`);
      return found.checkout;
    },
    eventKinds: async ({ id }) => {
      const rows = await query<{ kind: string; sequence: number }>(
        "SELECT kind, sequence FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence",
        [id],
      );
      const gap = rows.findIndex(({ sequence }, index) => sequence !== index + 1);
      if (gap >= 0) throw new Error(`event ${gap + 1} of ${id} is missing`);
      return rows.map(({ kind }) => kind);
    },
  };
}

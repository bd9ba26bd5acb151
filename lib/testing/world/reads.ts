import { isDeepStrictEqual } from "node:util";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { webhookEvents } from "@/lib/checkouts/views/webhook-event.schema";
import type { EventKind } from "@/lib/webhooks/events.rules";
import type { TestStores } from "./stores";

/** Reads of checkouts that tests share. */
export type CheckoutReads = {
  find(checkout: Pick<Checkout, "id">): Promise<Checkout>;
  /**
   * Kinds of the checkout's events in their order. Throws when their sequence has a gap, and when a stored body is
   * not what the document says of its kind, or not of this event.
   */
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
      const rows = await query<{ id: string; kind: EventKind; sequence: number; body: string }>(
        "SELECT id, kind, sequence, body FROM outbox_events WHERE checkout_id = $1 ORDER BY sequence",
        [id],
      );
      const gap = rows.findIndex(({ sequence }, index) => sequence !== index + 1);
      if (gap >= 0) throw new Error(`event ${gap + 1} of ${id} is missing`);
      for (const { body, kind, ...row } of rows) {
        const sent = JSON.parse(body);
        const read = webhookEvents[kind].parse(sent);
        // Reading drops what the schema does not name.
        const isWhole = isDeepStrictEqual(read, sent) && read.data.checkoutId === id;
        if (!isWhole || read.id !== row.id || read.sequence !== row.sequence)
          throw new Error(`the body of ${row.id} is not that of ${kind} ${row.sequence} of ${id}: ${body}`);
      }
      return rows.map(({ kind }) => kind);
    },
  };
}

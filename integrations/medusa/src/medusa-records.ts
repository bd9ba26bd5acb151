import type { Logger } from "@medusajs/framework/types";
import type { Refund } from "../../../packages/client/src/generated/types";
import { medusaRefundOf, refundNote } from "./refunds";

export type Session = {
  id: string;
  data?: Record<string, unknown>;
  provider_id: string;
  payment_collection: { id: string } | null;
};

/** The payment module's own services, which share its container with the provider. */
export type ModuleServices = {
  logger: Logger;
  paymentSessionService: {
    list(filter: { id: string } | { payment_collection_id: string }, config: object): Promise<Session[]>;
  };
  refundService: {
    list(filter: { id: string }, config: object): Promise<{ id: string; note?: string | null }[]>;
    update(changes: { id: string; note: string }): Promise<unknown>;
  };
};

/** The other sessions with which the same cart is paid through the same provider. */
export async function otherSessions(
  { paymentSessionService: sessions }: ModuleServices,
  id: string,
): Promise<Session[]> {
  const [session] = await sessions.list({ id }, { relations: ["payment_collection"] });
  const collection = session?.payment_collection?.id;
  if (session === undefined || collection === undefined) return [];
  const all = await sessions.list({ payment_collection_id: collection }, { take: null });
  return all.filter((other) => other.id !== id && other.provider_id === session.provider_id);
}

/** Medusa counts a refund as done once it is requested: its note says how its money stands. */
export async function noteRefund(
  { refundService }: ModuleServices,
  refund: Refund,
  baseUrl: string,
): Promise<void> {
  const id = medusaRefundOf(refund);
  if (id === null) return;
  const [own] = await refundService.list({ id }, {});
  if (own !== undefined) await refundService.update({ id, note: refundNote(refund, baseUrl, own.note) });
}

import type { Logger } from "@medusajs/framework/types";
import type { Refund } from "../../../packages/client/src/types";
import { medusaRefundOf, refundNote } from "./refund-note";

export type Session = {
  id: string;
  amount: unknown;
  data?: Record<string, unknown>;
  provider_id: string;
  payment_collection: { id: string; amount: unknown } | null;
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

export async function findSession(
  { paymentSessionService }: ModuleServices,
  id: string | undefined,
): Promise<Session | undefined> {
  if (id === undefined) return undefined;
  const [session] = await paymentSessionService.list({ id }, { relations: ["payment_collection"] });
  return session;
}

/** The other sessions with which the same cart is paid through the same provider. */
export async function otherSessions(services: ModuleServices, id: string): Promise<Session[]> {
  const session = await findSession(services, id);
  const collection = session?.payment_collection?.id;
  if (session === undefined || collection === undefined) return [];
  const all = await services.paymentSessionService.list(
    { payment_collection_id: collection },
    { take: null },
  );
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

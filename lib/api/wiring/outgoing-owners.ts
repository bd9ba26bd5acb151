import "server-only";
import type { OutgoingOwners } from "@/lib/chain/sender/outgoing/outgoing-owners.port";
import { outgoingRefund } from "@/lib/refunds/outgoing-refund.store";
import { outgoingSettlement } from "@/lib/settlement/outgoing-settlement.store";
import { outgoingAuthorization } from "@/lib/signed/outgoing-authorization.store";

/** What the service's wallets send transactions for. */
export const outgoingOwners: OutgoingOwners = {
  SETTLEMENT: outgoingSettlement,
  REFUND: outgoingRefund,
  RELAY: outgoingAuthorization,
};

import { eventType } from "inngest";
import { z } from "zod";

const chainId = z.int().positive();

/** Watch one chain from its cursor on. `chainId` is the EIP-155 id. */
export const chainWatch = eventType("chain.watch", { schema: z.strictObject({ chainId }) });

/** No instance expires checkouts. */
export const expiryDue = eventType("expiry.due", { schema: z.strictObject({}) });

/** No instance does the small jobs and finds missed work. */
export const upkeepDue = eventType("upkeep.due", { schema: z.strictObject({}) });

/** At least one event was written: its deliveries are due. */
export const outboxCreated = eventType("outbox.created", { schema: z.strictObject({}) });

/** At least one checkout on the chain is paid and due for settlement. */
export const settlementDue = eventType("settlement.due", { schema: z.strictObject({ chainId }) });

/** At least one signed payment on the chain is due for submission. */
export const relayDue = eventType("relay.due", { schema: z.strictObject({ chainId }) });

/** At least one refund on the chain is due for sending. */
export const refundsDue = eventType("refunds.due", { schema: z.strictObject({ chainId }) });

/** At least one e-mail is due. */
export const mailDue = eventType("mail.due", { schema: z.strictObject({}) });

/** Names of the leases under which background work runs (`work_leases`). */
export const leaseNames = {
  watch: (chainId: number) => `watch-chain ${chainId}`,
  settle: (chainId: number) => `settle-checkouts ${chainId}`,
  refund: (chainId: number) => `send-refunds ${chainId}`,
  relay: (chainId: number) => `relay-payments ${chainId}`,
  /** Each instance delivers: the deliveries themselves are leased. */
  deliver: (instanceId: string) => `deliver-webhooks ${instanceId}`,
  mail: "send-mail",
  expire: "expire-checkouts",
  upkeep: "upkeep",
};

import { eventType } from "inngest";
import { z } from "zod";

const chainId = z.int().positive();

/** Watch one chain from its cursor on. `chainId` is the EIP-155 id. */
export const chainWatch = eventType("chain.watch", { schema: z.strictObject({ chainId }) });

/** No one does what the clock starts. */
export const upkeepDue = eventType("upkeep.due", { schema: z.strictObject({}) });

/** At least one event was written: its deliveries are due. */
export const outboxCreated = eventType("outbox.created", { schema: z.strictObject({}) });

/** At least one checkout on the chain is paid and due to be settled. */
export const settlementDue = eventType("settlement.due", { schema: z.strictObject({ chainId }) });

/** At least one signed payment on the chain is to be submitted. */
export const relayDue = eventType("relay.due", { schema: z.strictObject({ chainId }) });

/** At least one refund on the chain waits for no one but the service. */
export const refundsDue = eventType("refunds.due", { schema: z.strictObject({ chainId }) });

/** At least one letter is to be sent. */
export const mailDue = eventType("mail.due", { schema: z.strictObject({}) });

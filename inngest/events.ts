import { eventType } from "inngest";
import { z } from "zod";

const chainId = z.int().positive();

/** Watch one chain from its cursor on. `chainId` is the EIP-155 id. */
export const chainWatch = eventType("chain.watch", { schema: z.strictObject({ chainId }) });

/** The outbox holds at least one event that has not been turned into deliveries yet. */
export const outboxCreated = eventType("outbox.created", { schema: z.strictObject({}) });

/** At least one checkout on the chain is paid and due to be settled. */
export const settlementDue = eventType("settlement.due", { schema: z.strictObject({ chainId }) });

/** The exchange rates should be fetched again. */
export const ratesRefresh = eventType("rates.refresh", { schema: z.strictObject({}) });

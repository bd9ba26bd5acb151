import { type Limit, limitsAmongClients } from "@/lib/platform/limits/client-limits.rules";
import { dayMs } from "@/lib/platform/values/time.rules";

/** A receipt by e-mail must cost its requester more than the mail is worth to a spammer. */
const leastTokens = 1n;

/** Whether a payment is large enough for a receipt by e-mail. */
export function allowsReceipt(paidUnits: bigint, decimals: number): boolean {
  return paidUnits >= leastTokens * 10n ** BigInt(decimals);
}

/** In a day. */
const mostPerAddress = 3;
const mostOfProject = { each: 20, all: 1_000, windowMs: dayMs };

/**
 * Limits of one receipt. An address gets few in a day, one for each checkout; a project and a client network send a
 * limited number.
 *
 * @param addressHash of the address, which is deleted with its e-mail
 * @param client the requester's network
 */
export function receiptLimits(
  checkoutId: string,
  projectId: string,
  addressHash: string,
  client: string,
): Limit[] {
  return [
    { bucket: `receipt:${checkoutId}:${addressHash}`, most: 1, windowMs: dayMs },
    { bucket: `receipt-address:${addressHash}`, most: mostPerAddress, windowMs: dayMs },
    ...limitsAmongClients({ bucket: `receipts:${projectId}`, ...mostOfProject }, client),
  ];
}

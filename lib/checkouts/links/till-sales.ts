import { dayIn, startOfDayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { LinkParts } from "./payment-links";
import type { LinkSales } from "./till.rules";

/**
 * What a link sold today, for members of its project alone: a customer may open the till's page, too.
 *
 * @param timeZone in which today begins at midnight
 */
export async function readTillSales(
  { clock, paymentLinks }: LinkParts,
  { projectId }: { projectId: string },
  linkId: string,
  timeZone: string,
): Promise<LinkSales> {
  const midnight = startOfDayIn(dayIn(clock.now(), timeZone), timeZone);
  return paymentLinks.salesSince(projectId, linkId, midnight);
}

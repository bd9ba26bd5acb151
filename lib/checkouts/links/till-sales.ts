import type { Clock } from "@/lib/platform/clock";
import { dayIn, startOfDayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { PaymentLinkStore } from "./payment-link.store";
import type { LinkSales } from "./till.rules";

/**
 * What a link sold today, for members of its project alone: a customer may open the till's page, too.
 *
 * @param timeZone in which today begins at midnight
 */
export async function readTillSales(
  { clock, paymentLinks }: { clock: Clock; paymentLinks: Pick<PaymentLinkStore, "salesSince"> },
  { projectId }: Pick<ProjectAccess, "projectId">,
  linkId: string,
  timeZone: string,
): Promise<LinkSales> {
  const midnight = startOfDayIn(dayIn(clock.now(), timeZone), timeZone);
  return paymentLinks.salesSince(projectId, linkId, midnight);
}

import type { Clock } from "@/lib/platform/clock";
import { dayMs } from "@/lib/platform/values/time.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { PaymentLinkStore } from "./payment-link.store";
import type { LinkSales } from "./till.rules";

/**
 * What a link sold in the last 24 hours, for members of its project alone: a customer may open the till's page, too.
 * Not since midnight: the service doesn't know the counter's time zone.
 */
export async function readTillSales(
  { clock, paymentLinks }: { clock: Clock; paymentLinks: Pick<PaymentLinkStore, "salesSince"> },
  { projectId }: Pick<ProjectAccess, "projectId">,
  linkId: string,
): Promise<LinkSales> {
  return paymentLinks.salesSince(projectId, linkId, new Date(clock.now().getTime() - dayMs));
}

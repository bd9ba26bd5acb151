import type { PaymentLink } from "@/lib/checkouts/payment-link.rules";
import type { PaymentLinkStore } from "@/lib/checkouts/payment-link.store";
import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import type { Acting } from "@/lib/projects/access/operator-access";

const perPage = 50;

/** A part of the project's links, newest first. */
export async function listLinks(
  { paymentLinks }: { paymentLinks: Pick<PaymentLinkStore, "page"> },
  { projectId }: Acting,
  place: ListPlace,
): Promise<ListPart<PaymentLink>> {
  return toListPart(await paymentLinks.page(projectId, place, perPage + 1), place, perPage);
}

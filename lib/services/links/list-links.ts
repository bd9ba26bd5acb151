import type { PaymentLink } from "@/lib/core/payment-link";
import type { ProjectAccess } from "@/lib/services/access/project-access";
import type { PaymentLinkStore } from "@/lib/services/ports/dashboard/payment-link-store";

const pageSize = 50;

/** A page of the project's links, newest first; `nextAfter` asks for the next one, and is null at the end. */
export async function listLinks(
  { paymentLinks }: { paymentLinks: Pick<PaymentLinkStore, "list"> },
  access: ProjectAccess,
  after: string | null,
): Promise<{ links: readonly PaymentLink[]; nextAfter: string | null }> {
  const found = await paymentLinks.list(access.projectId, after, pageSize + 1);
  const links = found.slice(0, pageSize);
  return { links, nextAfter: found.length > pageSize ? (links.at(-1)?.id ?? null) : null };
}

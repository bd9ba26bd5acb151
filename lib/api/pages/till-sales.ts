import "server-only";
import { readSession } from "@/lib/api/auth/session";
import { timeZoneOf } from "@/lib/api/dashboard/action-route";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getProjects } from "@/lib/api/wiring/projects";
import type { LinkSales } from "@/lib/checkouts/links/payment-link.rules";
import { readTillSales } from "@/lib/checkouts/links/payment-links";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { openProject } from "@/lib/projects/project-access";

/** Today's sales of a link, if the page's visitor is a member of its project; otherwise null. */
export async function visitorsTillSales({
  id,
  projectId,
}: {
  id: string;
  projectId: string;
}): Promise<LinkSales | null> {
  const signedIn = await readSession();
  if (signedIn === null) return null;
  try {
    const access = await openProject(getProjects(), signedIn, projectId);
    return await readTillSales(getCheckouts(), access, id, await timeZoneOf(access));
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "PROJECT_NOT_FOUND") return null;
    throw error;
  }
}

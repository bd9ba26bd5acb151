import "server-only";
import type { Checkout } from "@/lib/core/checkout";
import { type CheckoutResource, type ListCheckoutsQuery, toResource } from "@/lib/schemas/checkout";
import type { Pagination } from "@/lib/schemas/pagination";
import type { Deps } from "@/lib/server/deps";
import type { Project } from "@/lib/services/ports/project-store";

type Shown = { deps: Deps; project: Project };

/** How the project's checkouts are shown to its merchant. */
export function resourceOf({ deps, project }: Shown): (checkout: Checkout) => CheckoutResource {
  const context = {
    merchantName: project.name,
    chains: deps.chains,
    checkoutPageUrl: deps.checkoutPageUrl,
  };
  return (checkout) => toResource(checkout, context);
}

/** A part of the project's checkouts. */
export async function listAnswer({
  deps,
  project,
  query,
}: Shown & { query: ListCheckoutsQuery }): Promise<{ data: CheckoutResource[]; pagination: Pagination }> {
  const { items, total } = await deps.checkouts.list(project.id, query);
  const { take, skip } = query;
  return { data: items.map(resourceOf({ deps, project })), pagination: { total, take, skip } };
}

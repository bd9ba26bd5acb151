import "server-only";
import type { Deps } from "@/lib/api/deps";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import {
  type CheckoutDetailsResource,
  type CheckoutResource,
  type ListCheckoutsQuery,
  type ResourceContext,
  toDetailsResource,
  toPublishedResource,
  toResource,
} from "@/lib/checkouts/views/checkout.schema";
import type { Pagination } from "@/lib/platform/answer-fields.schema";
import type { Project } from "@/lib/projects/project.store";

type Shown = { deps: Deps; project: Project };
type Asked = Shown & { query: ListCheckoutsQuery };

/** The project's checkouts as its merchant sees them. */
export function resourceOf(shown: Shown): (checkout: Checkout) => CheckoutResource {
  const context = contextOf(shown);
  return (checkout) => toResource(checkout, context);
}

/** One of them with all its records. */
export function detailsOf(shown: Shown): (details: CheckoutDetails) => CheckoutDetailsResource {
  const context = contextOf(shown);
  return (details) => toDetailsResource(details, context);
}

function contextOf({ deps, project }: Shown): ResourceContext {
  return {
    merchantName: project.name,
    logoDigest: project.logoDigest,
    chains: deps.chains,
    checkoutPageUrl: deps.checkoutPageUrl,
  };
}

/** A page of the project's checkouts, as its API key may read them. */
export async function listAnswerByApiKey({ deps, project, query }: Asked): ReturnType<typeof listAnswer> {
  if (project.apiKeyUse === "SERVER") return listAnswer({ deps, project, query });
  const { items, total } = await deps.checkouts.list(project.id, query, true);
  const { take, skip, referenceId } = query;
  const show = resourceOf({ deps, project });
  return {
    data: items.map((checkout) => toPublishedResource(show(checkout), referenceId)),
    pagination: { total, take, skip },
  };
}

/** A page of the project's checkouts. */
export async function listAnswer({
  deps,
  project,
  query,
}: Asked): Promise<{ data: CheckoutResource[]; pagination: Pagination }> {
  const { items, total } = await deps.checkouts.list(project.id, query);
  const { take, skip } = query;
  return { data: items.map(resourceOf({ deps, project })), pagination: { total, take, skip } };
}

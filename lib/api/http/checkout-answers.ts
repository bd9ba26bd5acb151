import "server-only";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutPage } from "@/lib/checkouts/dashboard/checkout-list.store";
import { checkoutCursors } from "@/lib/checkouts/dashboard/checkout-views.rules";
import {
  type CheckoutDetailsResource,
  type CheckoutResource,
  type ListCheckoutsQuery,
  toDetailsResource,
  toPublishedResource,
  toResource,
} from "@/lib/checkouts/views/checkout.schema";
import type { ViewContext } from "@/lib/checkouts/views/shared-fields.schema";
import type { CheckoutPagination } from "@/lib/platform/answer-fields.schema";
import type { Project } from "@/lib/projects/project.store";

type ListRequest = { project: Project; query: ListCheckoutsQuery };

/** The project's checkouts as its merchant sees them. */
export function resourceOf(project: Project): (checkout: Checkout) => CheckoutResource {
  const context = contextOf(project);
  return (checkout) => toResource(checkout, context);
}

/** One of them with all its records. */
export function detailsOf(project: Project): (details: CheckoutDetails) => CheckoutDetailsResource {
  const context = contextOf(project);
  return (details) => toDetailsResource(details, context);
}

function contextOf(project: Project): ViewContext {
  const { chains, checkoutPageUrl } = getCheckouts();
  return {
    merchantName: project.name,
    logoDigest: project.logoDigest,
    chains,
    checkoutPageUrl,
  };
}

/** A page of the project's checkouts, as its API key may read them. */
export async function listAnswerByApiKey({ project, query }: ListRequest): ReturnType<typeof listAnswer> {
  if (project.apiKeyUse === "SERVER") return listAnswer({ project, query });
  const page = await getCheckouts().checkouts.list(project.id, query, true);
  const show = resourceOf(project);
  return pageOf(page, query, (checkout) => toPublishedResource(show(checkout), query.referenceId));
}

/** A page of the project's checkouts. */
export async function listAnswer({
  project,
  query,
}: ListRequest): Promise<{ data: CheckoutResource[]; pagination: CheckoutPagination }> {
  return pageOf(await getCheckouts().checkouts.list(project.id, query), query, resourceOf(project));
}

function pageOf(
  { items, total, next }: CheckoutPage,
  { take, skip }: ListCheckoutsQuery,
  show: (checkout: Checkout) => CheckoutResource,
): Awaited<ReturnType<typeof listAnswer>> {
  const cursor = next === null ? null : checkoutCursors.write(next);
  return { data: items.map(show), pagination: { total, take, skip, next: cursor } };
}

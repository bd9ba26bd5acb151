import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
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
import { x402Payability } from "@/lib/checkouts/views/x402-payability";
import type { CheckoutPagination } from "@/lib/platform/answer-fields.schema";
import type { Project } from "@/lib/projects/project.store";
import type { Acting } from "@/lib/projects/project-access";

export type CheckoutAnswerParts = Parameters<typeof x402Payability>[0] & {
  chains: readonly Chain[];
  checkoutPageUrl: string;
};

type ListParts = CheckoutAnswerParts & { checkouts: Pick<CheckoutStore, "list"> };

type ListRequest = { project: Project; query: ListCheckoutsQuery };

/** The project's checkouts as its merchant sees them: new ones, and these. */
export async function resourceOf(
  parts: CheckoutAnswerParts,
  project: Project,
  checkouts: readonly Checkout[] = [],
): Promise<(checkout: Checkout) => CheckoutResource> {
  const context = await contextOf(parts, project, checkouts);
  return (checkout) => toResource(checkout, context);
}

/** One of them with all its records. */
export async function detailsOf(
  parts: CheckoutAnswerParts,
  project: Project,
  details: CheckoutDetails,
): Promise<CheckoutDetailsResource> {
  return toDetailsResource(details, await contextOf(parts, project, [details.checkout]));
}

async function contextOf(
  parts: CheckoutAnswerParts,
  project: Project,
  checkouts: readonly Checkout[],
): Promise<ViewContext> {
  const { chains, checkoutPageUrl } = parts;
  return {
    merchantName: project.name,
    logoDigest: project.logoDigest,
    chains,
    checkoutPageUrl,
    isPayableByX402: await x402Payability(parts, project, checkouts),
  };
}

/** A page of the project's checkouts, as its API key may read them. */
export async function listAnswerByApiKey(
  parts: ListParts,
  { project, query }: ListRequest,
): ReturnType<typeof listAnswer> {
  if (project.apiKeyUse === "SERVER") return listAnswer(parts, { project, query });
  const page = await parts.checkouts.list(project.id, query, true);
  const show = await resourceOf(parts, project, page.items);
  return pageOf(page, query, (checkout) => toPublishedResource(show(checkout), query.referenceId));
}

/** A page of the project's checkouts, as they are stored. */
export function readCheckouts(
  { checkouts }: Pick<ListParts, "checkouts">,
  { projectId }: Acting,
  query: ListCheckoutsQuery,
): Promise<CheckoutPage> {
  return checkouts.list(projectId, query);
}

/** A page of the project's checkouts. */
export async function listAnswer(
  parts: ListParts,
  { project, query }: ListRequest,
): Promise<{ data: CheckoutResource[]; pagination: CheckoutPagination }> {
  const page = await parts.checkouts.list(project.id, query);
  return pageOf(page, query, await resourceOf(parts, project, page.items));
}

function pageOf(
  { items, total, next }: CheckoutPage,
  { take, skip }: ListCheckoutsQuery,
  show: (checkout: Checkout) => CheckoutResource,
): Awaited<ReturnType<typeof listAnswer>> {
  const cursor = next === null ? null : checkoutCursors.write(next);
  return { data: items.map(show), pagination: { total, take, skip, next: cursor } };
}

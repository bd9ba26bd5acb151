import type { CreateRefundBody } from "@/lib/checkouts/refund.schema";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { type RequestedRefund, type RequestRefundDeps, requestRefund } from "./request-refund";

export type RequestAsMemberDeps = RequestRefundDeps & { projects: Pick<ProjectStore, "findById"> };

/**
 * A member asks for a refund in the dashboard. An owner's word is the approval itself; that of anybody else counts towards
 * the same day's limit as refunds by API, so that neither a stolen key nor one member empties the till.
 *
 * @throws CheckoutError FORBIDDEN, and as `requestRefund`
 */
export async function requestRefundAsMember(
  deps: RequestAsMemberDeps,
  access: ProjectAccess,
  checkoutId: string,
  body: CreateRefundBody,
): Promise<RequestedRefund> {
  access.require("refunds.request");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const member = { kind: "member", userId: access.userId, approves: access.may("refunds.approve") } as const;
  return requestRefund(deps, project, checkoutId, body, null, member);
}

import type { InsightParts } from "@/lib/insights/insights.parts";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { InboxTask } from "./tasks.rules";

/** Refunds, failing endpoints and low gas, for the inbox. */
export async function readTasks({ tasks }: InsightParts, access: ProjectAccess): Promise<InboxTask[]> {
  const { projectId } = access;
  const [refunds, endpoints, gas] = await Promise.all([
    tasks.refunds(projectId),
    access.may("webhooks.manage") ? tasks.endpoints(projectId) : [],
    access.may("settlementWallet.change") ? tasks.gas() : [],
  ]);
  return [
    ...refunds.map((refund) => ({ kind: "refund" as const, refund })),
    ...gas.map((each) => ({ kind: "gas" as const, gas: each })),
    ...endpoints.map((endpoint) => ({ kind: "endpoint" as const, endpoint })),
  ];
}

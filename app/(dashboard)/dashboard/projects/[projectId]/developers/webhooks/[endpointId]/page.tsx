import { DeliveryList } from "@/components/dashboard/developers/webhooks/delivery-list";
import { EndpointDetails } from "@/components/dashboard/developers/webhooks/endpoint-page";
import { readDeliveryFilter } from "@/lib/core/dashboard/delivery-filter";
import type { SearchParams } from "@/lib/core/dashboard/list-place";
import { eventHelp } from "@/lib/schemas/openapi/webhooks";
import { requireProject } from "@/lib/server/dashboard/access";
import { found } from "@/lib/server/dashboard/found";
import { getDeps } from "@/lib/server/deps";
import { getEndpoint } from "@/lib/services/webhooks/get-endpoint";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";

export const metadata = { title: "Webhook endpoint" };

const perPage = 25;

type Props = {
  params: Promise<{ projectId: string; endpointId: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function EndpointPage({ params, searchParams }: Props) {
  const { projectId: id, endpointId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const filter = readDeliveryFilter(await searchParams);
  const deps = getDeps();
  const [{ endpoint, secrets }, { deliveries, next }] = await found(
    Promise.all([
      getEndpoint(deps, projectId, endpointId),
      listDeliveries(deps, projectId, endpointId, { ...filter, take: perPage }),
    ]),
  );
  return (
    <>
      <EndpointDetails projectId={projectId} endpoint={endpoint} secrets={secrets} kindHelp={eventHelp} />
      <DeliveryList
        projectId={projectId}
        endpointId={endpointId}
        isDisabled={endpoint.disabledAt !== null}
        status={filter.status}
        isFirstPage={filter.after === undefined}
        deliveries={deliveries}
        next={next}
      />
    </>
  );
}

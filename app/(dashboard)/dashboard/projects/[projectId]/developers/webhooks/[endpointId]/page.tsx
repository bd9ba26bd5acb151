import { DeliveryList } from "@/components/dashboard/developers/webhooks/delivery-list";
import { EndpointDetails } from "@/components/dashboard/developers/webhooks/endpoint-page";
import { found, requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { eventHelp } from "@/lib/api/openapi/webhooks";
import { placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { getEndpoint, listEndpointDeliveries } from "@/lib/webhooks/endpoints/read-endpoints";
import { deliveryCursors, readDeliveryFilter } from "@/lib/webhooks/webhook-schedule.rules";

export const metadata = { title: "Webhook endpoint" };

type Props = {
  params: Promise<{ projectId: string; endpointId: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function EndpointPage({ params, searchParams }: Props) {
  const { projectId: id, endpointId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const query = await searchParams;
  const filter = readDeliveryFilter(query);
  const place = placeOf(query, deliveryCursors);
  const deps = getDeps();
  const [{ endpoint, secrets }, part] = await found(
    Promise.all([
      getEndpoint(deps, projectId, endpointId),
      listEndpointDeliveries(deps, projectId, endpointId, filter, place),
    ]),
  );
  return (
    <>
      <EndpointDetails projectId={projectId} endpoint={endpoint} secrets={secrets} kindHelp={eventHelp} />
      <DeliveryList
        projectId={projectId}
        endpointId={endpointId}
        isDisabled={endpoint.disabledAt !== null}
        filter={filter}
        place={place}
        part={part}
      />
    </>
  );
}

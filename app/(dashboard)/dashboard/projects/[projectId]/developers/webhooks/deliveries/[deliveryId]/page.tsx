import { DeliveryPage } from "@/components/dashboard/developers/webhooks/delivery-page";
import { found, requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { getDelivery } from "@/lib/webhooks/endpoints/read-endpoints";

export const metadata = { title: "Webhook delivery" };

type Props = { params: Promise<{ projectId: string; deliveryId: string }> };

export default async function WebhookDeliveryPage({ params }: Props) {
  const { projectId: id, deliveryId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const delivery = await found(getDelivery(getDeps(), projectId, deliveryId));
  return <DeliveryPage projectId={projectId} delivery={delivery} />;
}

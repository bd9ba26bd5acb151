import { DeliveryPage } from "@/components/dashboard/developers/webhooks/delivery-page";
import { requireProject } from "@/lib/api/dashboard/access";
import { found } from "@/lib/api/dashboard/found";
import { getDeps } from "@/lib/api/deps";
import { getDelivery } from "@/lib/webhooks/endpoints/get-delivery";

export const metadata = { title: "Webhook delivery" };

type Props = { params: Promise<{ projectId: string; deliveryId: string }> };

export default async function WebhookDeliveryPage({ params }: Props) {
  const { projectId: id, deliveryId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const delivery = await found(getDelivery(getDeps(), projectId, deliveryId));
  return <DeliveryPage projectId={projectId} delivery={delivery} />;
}

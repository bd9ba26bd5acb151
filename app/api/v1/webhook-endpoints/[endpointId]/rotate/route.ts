import { keyAccess } from "@/lib/api/http/key-access";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { timestamp } from "@/lib/platform/primitives.schema";
import { type RotatedSecret, rotateSecret } from "@/lib/webhooks/endpoints/manage-endpoints";

const show = ({ secret, overlapUntil }: RotatedSecret) => ({
  secret,
  previousExpiresAt: overlapUntil === null ? null : timestamp(overlapUntil),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withServerKey(operations.rotateWebhookSecret, async (call) => {
    const by = keyAccess(call).as("webhooks.manage");
    const id = call.params.endpointId ?? "";
    return { data: show(await rotateSecret(getWebhooks(), by, id, call.body, call.keep(show))) };
  }),
});

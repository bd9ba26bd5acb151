import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";
import type { ProjectActor } from "@/lib/projects/project-actor";
import type { CreateWebhookEndpointBody } from "@/lib/webhooks/webhook-endpoint.schema";
import type { WebhookEndpoint } from "@/lib/webhooks/webhook-endpoint-store.port";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-url.port";
import { endpointEntry, type OwnEndpointDeps } from "./own-endpoint";
import { requireSendable } from "./require-sendable";

const maxEndpoints = 16;

export type CreateEndpointDeps = OwnEndpointDeps & {
  newId: NewId;
  checkWebhookUrl: CheckWebhookUrl;
  newWebhookSecret: () => string;
};

/**
 * Makes an endpoint, which receives what happens from now on. Its secret is told this once.
 *
 * @throws CheckoutError VALIDATION_ERROR for an address that is not sent to, WEBHOOK_ENDPOINT_LIMIT, PROJECT_NOT_FOUND
 */
export async function createEndpoint(
  deps: CreateEndpointDeps,
  by: ProjectActor,
  { url, kinds, description }: CreateWebhookEndpointBody,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await requireSendable(deps, url);
  const secret = deps.newWebhookSecret();
  return deps.endpoints.transaction(async (tx) => {
    const count = await tx.lockProject(by.projectId);
    if (count === null) throw new CheckoutError("PROJECT_NOT_FOUND", "There is no such project.");
    if (count >= maxEndpoints) {
      throw new CheckoutError(
        "WEBHOOK_ENDPOINT_LIMIT",
        `A project has at most ${maxEndpoints} webhook endpoints. Delete one first.`,
      );
    }
    const now = deps.clock.now();
    const created = {
      id: deps.newId("whe"),
      projectId: by.projectId,
      url,
      kinds,
      description,
      createdAt: now,
    };
    await tx.insert(created, secret);
    await tx.audit(endpointEntry(by, "created", created.id, { url, kinds: kinds.join(" ") }, now));
    return {
      endpoint: { ...created, failingSince: null, disabledAt: null, disabledReason: null },
      secret,
    };
  });
}

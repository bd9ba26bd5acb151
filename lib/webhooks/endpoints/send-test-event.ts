import { testEventBody } from "@/lib/checkouts/webhook-event.schema";
import { minuteMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { NewId } from "@/lib/platform/ids.port";
import type { ProjectActor } from "@/lib/projects/project-actor";
import { endpointDisabled, endpointEntry, lockEndpoint, type OwnEndpointDeps } from "./own-endpoint";

const maxTests = 10;
const withinMs = minuteMs;

/**
 * Sends an event to an endpoint that says nothing but that it is a test, whatever kinds the endpoint receives; signed,
 * retried and logged as every other.
 *
 * @throws CheckoutError WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_ENDPOINT_DISABLED, RATE_LIMIT_EXCEEDED
 */
export function sendTestEvent(
  deps: OwnEndpointDeps & { newId: NewId },
  by: ProjectActor,
  endpointId: string,
): Promise<{ eventId: string; deliveryId: string }> {
  return deps.endpoints.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, by, endpointId);
    if (endpoint.disabledAt !== null) throw endpointDisabled();
    const now = deps.clock.now();
    const tests = await tx.testsSince(endpoint, new Date(now.getTime() - withinMs));
    const freed = tests.at(-maxTests);
    if (freed !== undefined) {
      const waitMs = freed.getTime() + withinMs - now.getTime();
      throw new CheckoutError(
        "RATE_LIMIT_EXCEEDED",
        `An endpoint takes ${maxTests} tests a minute. Wait as long as Retry-After says.`,
        { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
      );
    }
    const eventId = deps.newId("evt");
    const body = testEventBody(eventId, endpointId, now);
    const { deliveryId } = await tx.insertTest(endpoint, { id: eventId, body, createdAt: now });
    await tx.audit(endpointEntry(by, "tested", endpointId, { eventId }, now));
    return { eventId, deliveryId };
  });
}

import { buildCheckout, buildEvent, noon } from "./builders";
import type { TestStores } from "./stores";

/** An endpoint that hears of every checkout that is created. */
export async function createHearingEndpoint(
  stores: TestStores,
  projectId: string,
  url = "https://shop.example/hook",
): Promise<string> {
  const secret = "whsec_c2VjcmV0";
  const endpoint = { projectId, url, kinds: ["checkout.created" as const], secret, at: noon };
  return (await stores.createWebhookEndpoint(endpoint)).endpointId;
}

/** One event of a checkout of its own, with a delivery for every endpoint there is. @returns the event's id */
export async function tellCreated(stores: TestStores, projectId: string, createdAt = noon): Promise<string> {
  const checkout = buildCheckout({ projectId });
  const event = buildEvent(checkout, { createdAt, body: `{"for":"${checkout.id}"}` });
  await stores.checkouts.insert(checkout, null, [], event, null);
  return event.id;
}

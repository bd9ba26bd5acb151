import { afterEach, beforeEach, expect, it } from "vitest";
import { later } from "@/lib/testing/builders";
import { type EndpointDesk, openEndpointDesk } from "@/lib/testing/endpoint-desk";
import { outcome } from "@/lib/testing/till";
import { disableEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { getDelivery } from "@/lib/webhooks/endpoints/read-endpoints";
import { sendTestEvent } from "./replay-deliveries";

let desk: EndpointDesk;

beforeEach(async () => {
  desk = await openEndpointDesk();
});

afterEach(() => desk?.close());

const test = (endpoint: { id: string }) => sendTestEvent(desk.deps, desk.owner, endpoint.id);

it("is sent to this endpoint alone, whatever kinds it has", async () => {
  const endpoint = await desk.create({ kinds: ["refund.failed"] });
  const other = await desk.create();
  const { eventId, deliveryId } = await test(endpoint);
  expect(await desk.deliveries(other)).toEqual([]);
  const [claimed, ...more] = await desk.claim();
  expect(more).toEqual([]);
  expect(claimed).toMatchObject({ id: deliveryId, eventId, endpointId: endpoint.id, kind: "endpoint.test" });
  expect(JSON.parse(claimed?.body ?? "")).toMatchObject({
    id: eventId,
    event: "endpoint.test",
    sequence: 0,
    timestamp: desk.now.toISOString(),
  });
  expect(await getDelivery(desk.deps, desk.owner.projectId, deliveryId)).toMatchObject({
    kind: "endpoint.test",
    checkoutId: null,
    body: claimed?.body,
  });
  expect(await desk.audited(endpoint.id)).toEqual(["webhook_endpoint.created", "webhook_endpoint.tested"]);
});

it("is not written for an endpoint that is disabled", async () => {
  const endpoint = await desk.create();
  await disableEndpoint(desk.deps, desk.owner, endpoint.id);
  expect(await outcome(test(endpoint))).toBe("WEBHOOK_ENDPOINT_DISABLED");
  expect(await desk.query("SELECT FROM outbox_events")).toEqual([]);
});

it("is sent ten times a minute and endpoint, however often at once it is asked for", async () => {
  const endpoint = await desk.create();
  const other = await desk.create();
  const ends = await Promise.all(Array.from({ length: 14 }, () => outcome(test(endpoint))));
  expect(ends.filter((end) => end === "done")).toHaveLength(10);
  expect(ends.filter((end) => end === "RATE_LIMIT_EXCEEDED")).toHaveLength(4);
  expect(await outcome(test(other))).toBe("done");
  desk.now = later(59_000, desk.now);
  await expect(test(endpoint)).rejects.toMatchObject({
    code: "RATE_LIMIT_EXCEEDED",
    retryAfterSeconds: 1,
  });
  desk.now = later(1_000, desk.now);
  expect(await outcome(test(endpoint))).toBe("done");
});

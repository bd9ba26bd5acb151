import { describe, expect, it } from "vitest";
import { type IdempotencyClaim, LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import { later } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { replayDelivery, sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "./manage-endpoints";
import { listEndpointPage } from "./read-endpoints";
import { createWebhookEndpointBody } from "./webhook-endpoint.schema";

const world = testWorld();
const desk = endpointDesk(world);

describe("listEndpointPage", () => {
  const page = async (place: ListPlace, take: number) => {
    const { items, newer, older } = await listEndpointPage(world.deps, desk.owner.projectId, place, take);
    return { ids: items.map(({ id }) => id), newer, older };
  };

  it.each([1, 2, 3, 5, 6])("pages forward and back through all endpoints, %i at once", async (take) => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      // Two of them within one moment.
      world.now = later(60_000 + Math.floor(count / 2));
      ids.push((await desk.create()).id);
    }
    const newestFirst = (
      await world.query<{ id: string }>(
        "SELECT id FROM webhook_endpoints WHERE project_id = $1 ORDER BY created_at DESC, id DESC",
        [desk.owner.projectId],
      )
    ).map(({ id }) => id);
    expect(newestFirst.toSorted()).toEqual(ids.toSorted());

    const forward: string[] = [];
    let last: ListPlace = { kind: "first" };
    for (let place: ListPlace | null = last; place !== null; ) {
      const part: Awaited<ReturnType<typeof page>> = await page(place, take);
      expect(part.ids.length).toBeLessThanOrEqual(take);
      expect(part.newer === null).toBe(place.kind === "first");
      forward.push(...part.ids);
      last = place;
      place = part.older;
    }
    expect(forward).toEqual(newestFirst);

    const back: string[] = [];
    for (let place: ListPlace | null = (await page(last, take)).newer; place !== null; ) {
      const part: Awaited<ReturnType<typeof page>> = await page(place, take);
      back.unshift(...part.ids);
      place = part.newer;
    }
    const ofLast = (await page(last, take)).ids.length;
    expect(back).toEqual(newestFirst.slice(0, -ofLast));
  });

  it("has no endpoints of another project, and no neighbours without any", async () => {
    await desk.create();
    const { projectId } = await desk.stranger();
    expect(await listEndpointPage(world.deps, projectId, { kind: "first" }, 2)).toEqual({
      items: [],
      newer: null,
      older: null,
    });
  });
});

describe("an act with an idempotency key", () => {
  const claimed = async (key: string): Promise<IdempotencyClaim> => {
    const { projectId } = desk.owner;
    const claim = await world.stores.idempotency.claim({ projectId, key }, "f".repeat(64), world.now);
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    return claim.claim;
  };
  const keeping = (claim: IdempotencyClaim) => () => ({ claim, answer: { status: 200, body: "kept" } });
  type Keep = ReturnType<typeof keeping>;

  const acts: Record<string, (ids: { endpoint: string; delivery: string }, keep: Keep) => Promise<unknown>> =
    {
      createEndpoint: (_, keep) => {
        const body = createWebhookEndpointBody.parse({ url: "https://shop.example/new" });
        return createEndpoint(world.deps, desk.owner, body, keep);
      },
      updateEndpoint: ({ endpoint }, keep) =>
        updateEndpoint(world.deps, desk.owner, endpoint, { description: "Till" }, keep),
      disableEndpoint: ({ endpoint }, keep) => disableEndpoint(world.deps, desk.owner, endpoint, keep),
      enableEndpoint: ({ endpoint }, keep) => enableEndpoint(world.deps, desk.owner, endpoint, keep),
      rotateSecret: ({ endpoint }, keep) =>
        rotateSecret(world.deps, desk.owner, endpoint, { overlap: true }, keep),
      sendTestEvent: ({ endpoint }, keep) => sendTestEvent(world.deps, desk.owner, endpoint, keep),
      replayDelivery: ({ delivery }, keep) => replayDelivery(world.deps, desk.owner, delivery, keep),
    };

  it.each(Object.entries(acts))("%s writes its answer with it, or neither", async (_, act) => {
    const { id: endpoint } = await desk.create();
    await desk.tell();
    const [delivery] = await desk.deliveries({ id: endpoint });
    const ids = { endpoint, delivery: delivery?.id ?? "" };
    const state = () =>
      world.query(`SELECT jsonb_build_object('endpoints', (SELECT jsonb_agg(e) FROM webhook_endpoints AS e),
        'secrets', (SELECT jsonb_agg(s) FROM webhook_secrets AS s),
        'deliveries', (SELECT jsonb_agg(d) FROM webhook_deliveries AS d),
        'events', (SELECT count(*) FROM outbox_events), 'audit', (SELECT count(*) FROM audit_log)) AS all`);
    const before = await state();
    const lost = { ...(await claimed("lost")), leasedUntil: later(1) };
    await expect(act(ids, keeping(lost))).rejects.toBeInstanceOf(LeaseLostError);
    expect(await state()).toEqual(before);

    await act(ids, keeping(await claimed("kept")));
    const kept = await world.query(
      "SELECT key, status_code FROM idempotency_keys WHERE key = 'kept' AND own(project_id)",
    );
    expect(kept).toEqual([{ key: "kept", status_code: 200 }]);
  });
});

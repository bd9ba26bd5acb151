import { expect, test } from "vitest";
import { later, noon, openPromise } from "@/lib/testing/builders";
import type { ClaimedDelivery, WebhookResponse } from "@/lib/webhooks/webhook-store.port";
import { createWebhookDelivery } from "./create-webhook-delivery";

const delivery: ClaimedDelivery = {
  id: "whd_1",
  endpointId: "whe_1",
  eventId: "evt_1",
  kind: "checkout.paid",
  url: "https://shop.example/hooks",
  secrets: ["whsec_c2VjcmV0"],
  body: "{}",
  requestId: null,
  attemptsMade: 0,
  scheduleStart: 0,
  fencingToken: 1,
  leasedUntil: noon,
};
const quiet = () => undefined;

const answered: WebhookResponse = { kind: "answered", statusCode: 204, retryAfterMs: null, body: "" };

test("claims again for a full endpoint once an attempt is stored, while another endpoint's post hangs", async () => {
  const hanging = openPromise<WebhookResponse>();
  const due = { whe_full: ["whd_1", "whd_2", "whd_3"], whe_slow: ["whd_4"] };
  const searches = [Object.keys(due)];
  const posted: string[] = [];
  const { deliver } = createWebhookDelivery({
    clock: { now: () => noon },
    log: { info: quiet, warn: quiet, error: quiet },
    random: () => 0.5,
    webhookSender: {
      post: async ({ eventId }) => {
        posted.push(eventId);
        return eventId === "whd_4" ? hanging.promise : answered;
      },
    },
    webhooks: {
      // Only the first search finds the endpoints: the rest has to follow from the records.
      findDue: async () => ({ endpointIds: searches.pop() ?? [], nextDueAt: null }),
      // One at a time of each.
      claim: async ({ endpoints }) => {
        const claimed = endpoints.flatMap(({ id: endpointId }) =>
          due[endpointId as keyof typeof due].splice(0, 1).map((id) => ({ endpointId, id })),
        );
        return {
          deliveries: claimed.map((row) => ({ ...delivery, ...row, eventId: row.id })),
          full: claimed.map(({ endpointId }) => endpointId),
          passedOver: [],
        };
      },
      record: async (finished) => new Set(finished.map((attempt) => attempt.delivery.id)),
    },
  });
  const working = deliver();
  await expect.poll(() => posted.toSorted()).toEqual(["whd_1", "whd_2", "whd_3", "whd_4"]);
  hanging.resolve(answered);
  expect(await working).toMatchObject({ kind: "idle", attempted: 4 });
});

test("a stop waits only for the posts in progress, even when woken meanwhile", async () => {
  const posted = openPromise();
  const answer = openPromise<WebhookResponse>();
  const due = [delivery];
  const recorded: string[] = [];
  const { deliver, stop } = createWebhookDelivery({
    clock: { now: () => noon },
    log: { info: quiet, warn: quiet, error: quiet },
    random: () => 0.5,
    webhookSender: {
      post: () => {
        posted.resolve();
        return answer.promise;
      },
    },
    webhooks: {
      findDue: async () => ({ endpointIds: due.map(({ endpointId }) => endpointId), nextDueAt: null }),
      claim: async () => ({ deliveries: due.splice(0), full: [], passedOver: [] }),
      record: async (finished) => {
        recorded.push(...finished.map((attempt) => attempt.delivery.id));
        return new Set(recorded);
      },
    },
  });
  const working = deliver();
  await posted.promise;
  const stopped = stop(3_600_000);
  due.push({ ...delivery, id: "whd_2" });
  expect(await deliver()).toEqual({ kind: "joined" });
  // A whole turn of the woken loop.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(due).toHaveLength(1);
  answer.resolve(answered);
  await stopped;
  expect(await working).toMatchObject({ kind: "idle", attempted: 1 });
  expect(recorded).toEqual(["whd_1"]);
});

test("attempts that the database refuses are kept while their lease lasts, and stored one by one", async () => {
  const due = ["whd_1", "whd_2", "whd_over"].map((id) => ({
    ...delivery,
    id,
    leasedUntil: id === "whd_over" ? noon : later(60_000),
  }));
  const records: string[][] = [];
  const { deliver } = createWebhookDelivery({
    clock: { now: () => noon },
    log: { info: quiet, warn: quiet, error: quiet },
    random: () => 0.5,
    webhookSender: { post: async () => answered },
    webhooks: {
      findDue: async () => ({ endpointIds: due.map(({ endpointId }) => endpointId), nextDueAt: null }),
      claim: async () => ({ deliveries: due.splice(0), full: [], passedOver: [] }),
      record: async (finished) => {
        records.push(finished.map((attempt) => attempt.delivery.id));
        if (records.length === 1) throw new Error("the database refuses one of them");
        return new Set(records.at(-1));
      },
    },
  });
  expect(await deliver()).toMatchObject({ kind: "idle", attempted: 3 });
  expect(records).toEqual([["whd_1", "whd_2", "whd_over"], ["whd_1"], ["whd_2"]]);
});

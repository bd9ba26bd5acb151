import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Failure } from "@/lib/api/envelope.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();

type Sent = {
  to?: DemoManifest;
  target?: string;
  apiKey?: string;
  key: string;
  /** As text: the key belongs to these bytes. */
  body?: string;
};
type Told = { status: number; text: string; isReplayed: boolean; headers: Headers };

/** A POST with an `Idempotency-Key`, and the answer's own bytes. */
async function post({ to = demo, target = "/v1/checkouts", apiKey, key, body }: Sent): Promise<Told> {
  const { status, headers, text } = await exchange(to.baseUrl, {
    method: "POST",
    target,
    headers: {
      "x-api-key": apiKey ?? to.serverKey,
      "idempotency-key": key,
      ...(body !== undefined && { "content-type": "application/json" }),
      "content-length": String(Buffer.byteLength(body ?? "")),
    },
    ...(body !== undefined && { body }),
  });
  return { status, text, headers, isReplayed: headers.get("idempotent-replayed") === "true" };
}

/** A body that no other test sends: its reference finds the checkout. */
function newOrder(to = demo): { referenceId: string; key: string; body: string } {
  const referenceId = `order-${randomUUID()}`;
  const usdc = { chainId: chainOf(to).chainId, tokenAddress: tokenOf(chainOf(to)) };
  return {
    referenceId,
    key: `key of ${referenceId}`,
    body: JSON.stringify({ amount: "3000000", referenceId, ...usdc }),
  };
}

/** Ids of the checkouts with this reference. */
async function made(referenceId: string, to = demo, serverKey = to.serverKey): Promise<string[]> {
  const query = new URLSearchParams({ referenceId, take: "100" });
  const { body } = await call<{ id: string }[]>(`${to.baseUrl}/v1/checkouts?${query}`, {
    headers: { "x-api-key": serverKey },
  });
  if (!body.ok) throw new Error(JSON.stringify(body));
  return body.data.map(({ id }) => id);
}

const errorOf = ({ text }: Told) => (JSON.parse(text) as Failure).error;
const idOf = ({ text }: Told) => (JSON.parse(text) as { data: { id: string } }).data.id;
const times = <T>(many: number, work: () => Promise<T>) => Promise.all(Array.from({ length: many }, work));

test("a hundred creates at once with one key make one checkout, and every repeat gets its bytes", async () => {
  const order = newOrder();
  const answers = await times(100, () => post(order));
  const first = answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed);
  expect(first).toHaveLength(1);
  const bytes = first[0]?.text;
  for (const answer of answers.filter(({ isReplayed }) => isReplayed))
    expect([answer.status, answer.text]).toEqual([201, bytes]);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect([answer.status, errorOf(answer).code]).toEqual([409, "IDEMPOTENCY_KEY_IN_USE"]);
    expect(answer.headers.get("retry-after")).toBe("1");
  }

  for (const repeat of await times(20, () => post(order)))
    expect([repeat.status, repeat.text, repeat.isReplayed]).toEqual([201, bytes, true]);
  expect(await made(order.referenceId)).toHaveLength(1);
});

test("the key is shared by both forms of the address, and every repeat has its own request id", async () => {
  const order = newOrder();
  const first = await post(order);
  const again = await post({ ...order, target: "/api/v1/checkouts" });
  expect([again.text, again.isReplayed]).toEqual([first.text, true]);
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
});

test("two projects' same key are two keys", async () => {
  const order = newOrder();
  const { serverKey } = demo.secondProject;
  const [one, two] = await Promise.all([post(order), post({ ...order, apiKey: serverKey })]);
  expect([one.status, two.status, one.isReplayed, two.isReplayed]).toEqual([201, 201, false, false]);
  expect(await made(order.referenceId)).toEqual([idOf(one)]);
  expect(await made(order.referenceId, demo, serverKey)).toEqual([idOf(two)]);
  expect((await post({ ...order, apiKey: serverKey })).text).toBe(two.text);
});

test("another request with the key is refused, and changes nothing of the first", async () => {
  const order = newOrder();
  const first = await post(order);
  for (const other of [
    { body: order.body.replace("3000000", "3000001") },
    { body: ` ${order.body}` },
    { target: `/v1/checkouts/${idOf(first)}/cancel` },
  ]) {
    const refused = await post({ ...order, ...other });
    expect([refused.status, errorOf(refused).code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  }
  expect((await post(order)).text).toBe(first.text);
  expect(await made(order.referenceId)).toHaveLength(1);
});

test("a key sent with an API key is separate", async () => {
  const order = newOrder();
  const first = await post(order);
  const target = `/dashboard/projects/${demo.projectId}/checkouts`;
  const second = await post({ ...order, target, apiKey: demo.apiKey });
  expect([second.status, second.isReplayed]).toEqual([201, false]);
  expect(idOf(second)).not.toBe(idOf(first));
  expect((await post({ ...order, target, apiKey: demo.apiKey })).text).toBe(second.text);
  expect((await post(order)).text).toBe(first.text);
});

test("a stored refusal is returned with the present request's id", async () => {
  const key = randomUUID();
  const body = JSON.stringify({ amount: "0" });
  const first = await post({ key, body });
  const again = await post({ key, body });
  expect([first.status, first.isReplayed, again.status, again.isReplayed]).toEqual([400, false, 400, true]);
  expect(errorOf(first).requestId).toBe(first.headers.get("x-request-id"));
  expect(errorOf(again)).toEqual({ ...errorOf(first), requestId: again.headers.get("x-request-id") });
});

test("a refusal before the service leaves the key unused", async () => {
  const order = newOrder();
  for (const [wrong, status] of [
    [{ body: "{" }, 400],
    [{ body: JSON.stringify({ amount: "1.5" }) }, 400],
    [{ apiKey: demo.apiKey }, 403],
    [{ apiKey: `svc_server_${"0".repeat(49)}` }, 404],
  ] as const)
    expect((await post({ ...order, ...wrong })).status).toBe(status);
  expect(await post(order)).toMatchObject({ status: 201, isReplayed: false });
});

test("a key has 1 to 255 printable characters", async () => {
  const { body, referenceId } = newOrder();
  for (const key of ["", "k".repeat(256), "caf\u00e9", "a\tb"]) {
    const refused = await post({ key, body });
    expect(refused.status).toBe(400);
    expect(errorOf(refused)).toMatchObject({ code: "VALIDATION_ERROR", param: "Idempotency-Key" });
  }
  expect(await made(referenceId)).toEqual([]);
  const longest = referenceId.padEnd(255, "~");
  expect(await post({ key: longest, body })).toMatchObject({ status: 201, isReplayed: false });
  expect(await post({ key: longest, body })).toMatchObject({ status: 201, isReplayed: true });
});

test("a cancellation can be repeated, and its key belongs to one checkout", async () => {
  const [one, two] = await times(2, () => createCheckout(demo, { amount: "1000000" }));
  const key = randomUUID();
  const cancel = (id = "") => post({ key, target: `/v1/checkouts/${id}/cancel` });
  const answers = await times(20, () => cancel(one?.id));
  expect(answers.filter(({ status, isReplayed }) => status === 200 && !isReplayed)).toHaveLength(1);
  const again = await cancel(one?.id);
  expect([again.status, again.isReplayed]).toEqual([200, true]);
  expect(JSON.parse(again.text)).toEqual({ ok: true, data: { id: one?.id, status: "CANCELLED" } });
  expect((await cancel(two?.id)).status).toBe(422);
  const withoutKey = await post({ key: randomUUID(), target: `/v1/checkouts/${one?.id}/cancel` });
  expect([withoutKey.status, errorOf(withoutKey).code]).toEqual([409, "CHECKOUT_NOT_CANCELLABLE"]);
});

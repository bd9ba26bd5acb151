import type { Failure } from "@/lib/api/envelope.schema";
import type { CheckoutDetailsResource, CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import type { Pagination } from "@/lib/platform/answer-fields.schema";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { watchAnswer } from "./watch";

type Success<T> = { ok: true; data: T; pagination?: Pagination };
export type Answer<T> = { status: number; headers: Headers; body: Success<T> | Failure };

/** Far above any answer's duration: a lost answer fails by name, not by the test's time limit. */
const answeredWithinMs = 100_000;

/** A call like a merchant's backend makes it: real HTTP. The answer must match the service's document. */
export async function call<T>(url: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer<T>> {
  const { json, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const { method = "GET" } = init;
  const body = json === undefined ? init.body : JSON.stringify(json);
  const asked = fetch(url, {
    ...rest,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  }).then(async (response) => ({ response, text: await response.text() }));
  const { response, text } = await withTimeLimit(answeredWithinMs, `${method} ${url}`, asked);
  const { status } = response;
  const { origin } = new URL(url);
  await watchAnswer(
    origin,
    { method, target: url.slice(origin.length), headers, body: typeof body === "string" ? body : null },
    { status, headers: response.headers, text },
  );
  try {
    return { status, headers: response.headers, body: JSON.parse(text) };
  } catch {
    throw new Error(`${method} ${url} answered ${status} without JSON: ${text.slice(0, 300)}`);
  }
}

/** The data of an answer that must be a success. */
function dataOf<T>(answer: Answer<T>): T {
  if (!answer.body.ok) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export async function createCheckout(
  demo: DemoManifest,
  body: object,
  serverKey = demo.serverKey,
): Promise<CheckoutResource> {
  const headers = { "x-api-key": serverKey };
  return dataOf(
    await call<CheckoutResource>(`${demo.baseUrl}/v1/checkouts`, { method: "POST", headers, json: body }),
  );
}

export async function getCheckout(demo: DemoManifest, id: string): Promise<CheckoutDetailsResource> {
  const headers = { "x-api-key": demo.serverKey };
  return dataOf(await call<CheckoutDetailsResource>(`${demo.baseUrl}/v1/checkouts/${id}`, { headers }));
}

export async function getPublic(demo: DemoManifest, id: string): Promise<PublicCheckoutView> {
  return dataOf(await call<PublicCheckoutView>(`${demo.baseUrl}/c/${id}`));
}

/** Waits until the checkout has the status; throws with what it had instead. */
export async function untilStatus(
  demo: DemoManifest,
  id: string,
  status: CheckoutResource["status"],
  withinMs = 60_000,
): Promise<CheckoutDetailsResource> {
  const deadline = Date.now() + withinMs;
  let last = await getCheckout(demo, id);
  while (last.status !== status) {
    if (Date.now() > deadline)
      throw new Error(`${id} is ${last.status}, not ${status}, after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    last = await getCheckout(demo, id);
  }
  return last;
}

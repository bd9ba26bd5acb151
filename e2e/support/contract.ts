import { expect } from "@playwright/test";
import { getAddress } from "viem";
import { z } from "zod";
import { type Failure, failure } from "@/lib/api/envelope.schema";
import { type CheckoutResource, checkoutResource } from "@/lib/checkouts/views/checkout.schema";
import { type PublicCheckoutView, publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { type CheckoutPagination, checkoutPagination } from "@/lib/platform/answer-fields.schema";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { type Answer, call } from "./api";

const checkoutIdPattern = /^chk_[0-9a-hjkmnp-tv-z]{26}$/;
const requestIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const unitsPattern = /^(0|[1-9]\d{0,77})$/;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An id of the right shape that no checkout has. */
export const unknownId = "chk_00000000000000000000000000";

type Request = RequestInit & { json?: unknown };

/** The two forms of base address (spec D1). */
export function baseForms(demo: DemoManifest): string[] {
  return [demo.baseUrl, `${demo.baseUrl}/api`];
}

/** A create by the first project, unless other headers say otherwise. */
export function postCheckout(
  demo: DemoManifest,
  request: Request,
  base = demo.baseUrl,
): Promise<Answer<CheckoutResource>> {
  const headers = { "x-api-key": demo.serverKey, "content-type": "application/json" };
  return call(`${base}/v1/checkouts`, {
    method: "POST",
    ...request,
    headers: { ...headers, ...(request.headers as Record<string, string> | undefined) },
  });
}

/** A public POST: `select`, `verify` or `authorize` of the checkout. */
export function postPublic<T = PublicCheckoutView>(
  demo: DemoManifest,
  id: string,
  action: "select" | "verify" | "authorize" | "request-excess",
  json: unknown,
): Promise<Answer<T>> {
  return call<T>(`${demo.baseUrl}/c/${id}/${action}`, { method: "POST", json });
}

/** What every answer of the API carries. */
export function expectCommon(answer: Pick<Answer<unknown>, "headers">): void {
  const { headers } = answer;
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("x-request-id")).toMatch(requestIdPattern);
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-powered-by")).toBeNull();
  const vary = (headers.get("vary") ?? "").toLowerCase().split(/,\s*/);
  expect(vary).toEqual(expect.arrayContaining(["accept", "x-api-key"]));
}

/** The error envelope with the code, its status and, where a field is at fault, that field. */
export function expectFailure(answer: Answer<unknown>, code: ErrorCode, param?: string): Failure["error"] {
  expect(answer.body).toMatchObject({ ok: false, error: { code } });
  expect(answer.status).toBe(errorStatuses[code]);
  expectCommon(answer);
  // Equal to what the schema reads: nothing undocumented, a stack least of all.
  const { error } = failure.parse(answer.body);
  expect(answer.body).toEqual({ ok: false, error });
  expect(error.requestId).toBe(answer.headers.get("x-request-id"));
  expect(error.message).not.toMatch(/node_modules|\n\s+at |\bat .+:\d+:\d+/);
  if (param !== undefined) expect(error.param).toBe(param);
  if (param !== undefined && code === "VALIDATION_ERROR")
    expect(error.details?.map((detail) => detail.param)).toContain(param);
  return error;
}

/** The data of a success that is exactly what the schema says. */
export function expectData<T extends z.ZodType>(
  answer: Answer<unknown>,
  status: 200 | 201,
  schema: T,
): z.output<T> {
  expect(answer.body).toMatchObject({ ok: true });
  expect(answer.status).toBe(status);
  expectCommon(answer);
  // Equal to what the schema reads: nothing missing, nothing undocumented.
  const { data } = z.object({ data: z.unknown() }).parse(answer.body);
  const read = schema.parse(data);
  expect(answer.body).toEqual({ ok: true, data: read });
  return read;
}

/** A checkout object: every field there, addresses in EIP-55, times in UTC, amounts as integers. */
export function expectResource(answer: Answer<unknown>, status: 200 | 201): CheckoutResource {
  const resource = expectData(answer, status, checkoutResource);
  expectCheckout(resource);
  return resource;
}

function expectCheckout(resource: CheckoutResource): void {
  expect(resource.id).toMatch(checkoutIdPattern);
  for (const address of [resource.tokenAddress, resource.depositAddress, resource.merchantAddress])
    if (address !== null) expect(address).toBe(getAddress(address));
  expectTimes([resource.createdAt, resource.expiresAt, resource.exchangeRateAt, resource.paidAt]);
  expectUnits([resource.amount, resource.totalPaid, resource.paidAmount, resource.refundedAmount]);
  // A token is known with its chain, and the address to pay to with both.
  expect(resource.tokenAddress === null).toBe(resource.depositAddress === null);
}

/** A part of a list of checkouts, with `pagination` beside it. */
export function expectPage(answer: Answer<unknown>): {
  items: CheckoutResource[];
  pagination: CheckoutPagination;
} {
  expect(answer.status).toBe(200);
  expectCommon(answer);
  const page = z.object({
    ok: z.literal(true),
    data: checkoutResource.array(),
    pagination: checkoutPagination,
  });
  const read = page.parse(answer.body);
  expect(answer.body).toEqual(read);
  expect(read.data.length).toBeLessThanOrEqual(read.pagination.take);
  return { items: read.data, pagination: read.pagination };
}

/** The public view: addresses in lower case. */
export function expectView(answer: Answer<unknown>): PublicCheckoutView {
  const view = expectData(answer, 200, publicCheckoutView);
  expect(view.id).toMatch(checkoutIdPattern);
  const offered = view.options.map(({ tokenAddress }) => tokenAddress);
  for (const address of [view.tokenAddress, view.depositAddress, ...offered])
    if (address !== null) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  expectTimes([view.createdAt, view.expiresAt, view.serverTime, view.exchangeRateAt, view.paidAt]);
  expectUnits([
    view.amount,
    view.totalPaid,
    view.remainingAmount,
    ...view.options.map(({ amount }) => amount),
  ]);
  expect(view.token === null).toBe(view.tokenAddress === null);
  expect(view.network === null).toBe(view.tokenAddress === null);
  return view;
}

function expectTimes(times: readonly (string | null)[]): void {
  for (const time of times) {
    if (time === null) continue;
    expect(time).toMatch(isoPattern);
    expect(new Date(time).toISOString()).toBe(time);
  }
}

function expectUnits(amounts: readonly (string | null)[]): void {
  for (const amount of amounts) if (amount !== null) expect(amount).toMatch(unitsPattern);
}

import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { CheckoutDetailsResource, CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { RefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import type { testEvent, WebhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type * as copied from "./generated/types";

/** An intersection as the one object that it is. */
type Flat<T> = { [Member in keyof T]: T[Member] };

/** An event, or each one of a union, with its data as the one object that it is. */
type FlatEvent<T> = T extends { data: infer Data } ? Flat<Omit<T, "data"> & { data: Flat<Data> }> : never;

test("match the service's own types", () => {
  expectTypeOf<copied.Checkout>().toEqualTypeOf<CheckoutResource>();
  expectTypeOf<Flat<copied.CheckoutDetails>>().toEqualTypeOf<CheckoutDetailsResource>();
  expectTypeOf<copied.Refund>().toEqualTypeOf<RefundResource>();
  expectTypeOf<FlatEvent<copied.WebhookEvent>>().toEqualTypeOf<FlatEvent<WebhookEvent>>();
  expectTypeOf<FlatEvent<copied.EndpointTestEvent>>().toEqualTypeOf<FlatEvent<z.infer<typeof testEvent>>>();
  expectTypeOf<copied.ErrorCode>().toEqualTypeOf<ErrorCode>();
});

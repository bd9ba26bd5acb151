import { describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { buildCheckout, later, noon, usdc } from "@/lib/testing/builders";
import { type EventKind, eventKinds } from "@/lib/webhooks/events.rules";
import { testEventBody } from "@/lib/webhooks/events.schema";
import { toRefundResource } from "./refund-resource.schema";
import { eventBody, testEvent, webhookEvent, webhookEvents } from "./webhook-event.schema";

const checkout = buildCheckout({
  projectId: "prj_1",
  status: "PAID",
  totalPaidUnits: 5_000_000n,
  paidUnits: 4_500_000n,
  paymentTxHash: `0x${"ab".repeat(32)}`,
  eventSequence: 3,
});

const refund: Refund = {
  id: "rfd_1",
  projectId: checkout.projectId,
  checkoutId: checkout.id,
  chainId: 31337,
  tokenAddress: usdc,
  amountUnits: 1_000_000n,
  reason: "cold",
  refundType: "CUSTOMER_REQUEST",
  status: "COMPLETED",
  destinationAddress: `0x${"f1".repeat(20)}`,
  txHash: `0x${"cd".repeat(32)}`,
  failureCode: null,
  viaApi: true,
  stray: false,
  createdAt: noon,
  completedAt: later(1_000),
};

function event(kind: EventKind, facts: Partial<Checkout> = {}) {
  const about = kind.startsWith("refund.") ? refund : null;
  return JSON.parse(eventBody("evt_1", kind, { ...checkout, ...facts }, later(1_000), { refund: about }));
}

test("checkout.paid carries the specified fields and the event's time", () => {
  expect(event("checkout.paid")).toMatchObject({
    id: "evt_1",
    event: "checkout.paid",
    timestamp: later(1_000).toISOString(),
    sequence: 3,
    data: {
      checkoutId: checkout.id,
      status: "PAID",
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      exchangeRateUsed: "1",
      paymentTxHash: `0x${"ab".repeat(32)}`,
      paidAmount: "4500000",
      referenceId: "order-1",
      createdVia: "server_key",
    },
  });
});

test.each(eventKinds)("%s has the shape of its schema, with every common field though it be null", (kind) => {
  const nulls = {
    fiatAmount: null,
    fiatCurrency: null,
    exchangeRateUsed: null,
    paymentTxHash: null,
    referenceId: null,
  };
  const body = event(kind, { ...nulls, chainId: null, tokenAddress: null, amountUnits: null });
  // Parsing drops what a schema does not name.
  expect(webhookEvents[kind].parse(body)).toEqual(body);
  expect(webhookEvent.parse(body)).toEqual(body);
  expect(body.data).toMatchObject({
    ...nulls,
    createdVia: "server_key",
    paidAmount: "4500000",
    amount: null,
  });
});

test("a refund's event carries the API's refund beside the checkout's fields", () => {
  const { data } = JSON.parse(eventBody("evt_1", "refund.completed", checkout, later(1_000), { refund }));
  expect(data).toMatchObject({ checkoutId: checkout.id, status: "PAID", refund: toRefundResource(refund) });
  expect(event("checkout.paid").data).not.toHaveProperty("refund");
});

describe("checkout.expired", () => {
  test.each([
    [0n, false],
    [1n, true],
  ])("with %i units received: partiallyPaid is %s", (totalPaidUnits, partiallyPaid) => {
    expect(event("checkout.expired", { status: "EXPIRED", totalPaidUnits }).data).toMatchObject({
      totalPaid: totalPaidUnits.toString(),
      partiallyPaid,
      lateAmount: "0",
    });
  });

  test("counts on-time money as paid, and lists late money", () => {
    const late = { ...checkout, status: "EXPIRED", totalPaidUnits: 9n, paidUnits: 9n } as const;
    const payment = { onTimeUnits: 0n, finalOnTimeUnits: 0n };
    const { data } = JSON.parse(eventBody("evt_1", "checkout.expired", late, noon, { payment }));
    expect(data).toMatchObject({ totalPaid: "0", paidAmount: "0", partiallyPaid: false, lateAmount: "9" });
  });
});

test("checkout.late_paid says whether the merchant accepted", () => {
  expect(event("checkout.late_paid", { lateAcceptedAt: null }).data.accepted).toBe(false);
  expect(event("checkout.late_paid", { lateAcceptedAt: noon }).data.accepted).toBe(true);
});

test("every event says whether a partial or late payment was accepted, and how much", () => {
  for (const kind of eventKinds) {
    expect(event(kind).data).toMatchObject({ accepted: false, acceptedAmount: null });
    expect(event(kind, { acceptedUnits: 9_000_000n }).data).toMatchObject({
      accepted: true,
      acceptedAmount: "9000000",
    });
  }
});

test("checkout.partially_paid lists late money", () => {
  const payment = { onTimeUnits: 4n, finalOnTimeUnits: 0n };
  const late = { ...checkout, status: "EXPIRED", totalPaidUnits: 9n } as const;
  const { data } = JSON.parse(eventBody("evt_1", "checkout.partially_paid", late, noon, { payment }));
  expect(data).toMatchObject({ totalPaid: "9", lateAmount: "5" });
});

test("no other event carries these three", () => {
  for (const kind of eventKinds) {
    const { data } = event(kind);
    expect("refund" in data).toBe(kind.startsWith("refund."));
    expect("partiallyPaid" in data).toBe(kind === "checkout.expired");
    expect("lateAmount" in data).toBe(["checkout.expired", "checkout.partially_paid"].includes(kind));
  }
});

test("a refund's event requires its refund", () => {
  expect(() => eventBody("evt_1", "refund.failed", checkout, noon)).toThrow(RangeError);
});

test("an endpoint's test belongs to no checkout and no event", () => {
  const body = JSON.parse(testEventBody("evt_1", "whe_1", noon));
  expect(body).toEqual({
    id: "evt_1",
    event: "endpoint.test",
    data: { endpointId: "whe_1", message: "A test: answer 2xx and do nothing." },
    timestamp: noon.toISOString(),
    sequence: 0,
  });
  expect(testEvent.parse(body)).toEqual(body);
  expect(webhookEvent.safeParse(body).success).toBe(false);
});

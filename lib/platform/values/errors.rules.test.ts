import { describe, expect, test, vi } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { CallRefused } from "@/lib/chain/sender/chain-sender.port";
import { fault } from "@/lib/platform/faults/fault.rules";
import { LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError, errorStatuses } from "./errors.rules";

describe("shared error", () => {
  /** Every class that one bundle's adapters throw and another's services and routes catch. */
  const thrown = {
    CheckoutError: new CheckoutError("NOT_FOUND", fault("projects.pictureNotFound")),
    LeaseLostError: new LeaseLostError("taken over"),
    ChainUnavailable: new ChainUnavailable("too much", { isTooLarge: true }),
    CallRefused: new CallRefused("REVERTED", "it would fail"),
  };

  const classes = { CheckoutError, LeaseLostError, ChainUnavailable, CallRefused };

  async function copies(): Promise<typeof classes> {
    vi.resetModules();
    return {
      CheckoutError: (await import("./errors.rules")).CheckoutError,
      LeaseLostError: (await import("@/lib/platform/limits/idempotency.port")).LeaseLostError,
      ChainUnavailable: (await import("@/lib/chain/reader/chain-reader.port")).ChainUnavailable,
      CallRefused: (await import("@/lib/chain/sender/chain-sender.port")).CallRefused,
    };
  }

  const names = Object.keys(classes) as (keyof typeof classes)[];

  test.each(names)("recognises %s from another copy of its module, and no other class", async (name) => {
    const copied = await copies();
    expect(copied[name]).not.toBe(classes[name]);
    expect(thrown[name].name).toBe(name);
    for (const other of names) expect(thrown[name] instanceof copied[other], other).toBe(other === name);
  });

  test.each([new Error("CallRefused"), { name: "CallRefused" }, null, undefined, "CallRefused"])(
    "%j is none",
    (value) => {
      expect((value as object) instanceof CallRefused).toBe(false);
    },
  );

  test("has its members once it is recognised", () => {
    const error: unknown = thrown.ChainUnavailable;
    if (!(error instanceof ChainUnavailable)) throw new Error("it is not known");
    expect(error.isTooLarge).toBe(true);
  });
});

describe("errors", () => {
  test("have the codes and statuses of the public table", () => {
    expect(errorStatuses).toEqual({
      ...same(400, "SERVER_KEY_REQUIRED", "AUTH_PROJECT_REQUIRED", "VALIDATION_ERROR", "AMOUNT_TOO_SMALL"),
      ...same(400, "UNSUPPORTED_FIAT_CURRENCY", "UNSUPPORTED_CHAIN", "UNSUPPORTED_TOKEN"),
      ...same(400, "UNSUPPORTED_TOKEN_FOR_FIAT", "REFUND_AMOUNT_EXCEEDS_AVAILABLE", "INVALID_TX_HASH"),
      ...same(401, "UNAUTHORIZED"),
      ...same(
        403,
        "INVALID_KEY_TYPE",
        "INSUFFICIENT_KEY_SCOPE",
        "FORBIDDEN",
        "ORIGIN_NOT_ALLOWED",
        "MERCHANT_ADDRESS_NOT_ALLOWED",
      ),
      ...same(404, "PROJECT_NOT_FOUND", "AUTH_PROJECT_NOT_FOUND", "CHECKOUT_NOT_FOUND"),
      ...same(404, "REFUND_NOT_FOUND", "REFUND_LINK_NOT_FOUND", "TRANSACTION_NOT_FOUND", "NOT_FOUND"),
      ...same(404, "WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_DELIVERY_NOT_FOUND"),
      ...same(404, "EVENT_NOT_FOUND", "PAYMENT_LINK_NOT_FOUND", "SETTLEMENT_NOT_FOUND"),
      ...same(405, "METHOD_NOT_ALLOWED"),
      ...same(409, "CHECKOUT_NOT_CANCELLABLE", "CHECKOUT_NOT_SELECTABLE", "CHECKOUT_NOT_REFUNDABLE"),
      ...same(409, "CHECKOUT_NOT_REQUOTABLE", "RECEIPT_UNAVAILABLE"),
      ...same(
        409,
        "CHECKOUT_NOT_ACCEPTABLE",
        "ACCEPT_AMOUNT_MISMATCH",
        "CHECKOUT_EXPIRED",
        "CHECKOUT_NOT_PAYABLE",
        "CHAIN_MISMATCH",
        "TRANSFERS_STOPPED",
      ),
      ...same(409, "REFUND_NOT_CLAIMABLE", "REFUND_NOT_SIGNABLE", "REFUND_NOT_APPROVABLE"),
      ...same(409, "REFUND_NOT_CANCELLABLE", "WEBHOOK_ENDPOINT_LIMIT", "WEBHOOK_ENDPOINT_DISABLED"),
      ...same(409, "IDEMPOTENCY_KEY_IN_USE", "GASLESS_UNAVAILABLE", "PERMIT2_ALLOWANCE_REQUIRED", "CONFLICT"),
      ...same(409, "AUTHORIZATION_IN_FLIGHT", "AUTHORIZATION_USED"),
      ...same(413, "PAYLOAD_TOO_LARGE"),
      ...same(415, "UNSUPPORTED_MEDIA_TYPE"),
      ...same(422, "INVALID_AUTHORIZATION", "INSUFFICIENT_BALANCE", "WALLET_BLOCKED", "INVALID_SIGNATURE"),
      ...same(422, "TRANSACTION_REVERTED", "NO_MATCHING_TRANSFER", "IDEMPOTENCY_KEY_REUSED"),
      ...same(429, "RATE_LIMIT_EXCEEDED", "NETWORK_LIMIT_REACHED"),
      ...same(500, "INTERNAL_ERROR"),
      ...same(503, "EXCHANGE_RATE_UNAVAILABLE", "CHAIN_UNAVAILABLE", "SERVICE_UNAVAILABLE"),
    });
  });

  test("an error carries its status, and the rest only where given", () => {
    const plain = new CheckoutError("CHECKOUT_NOT_FOUND", fault("checkouts.notFound"));
    expect(plain).toBeInstanceOf(Error);
    expect(plain).toMatchObject({
      name: "CheckoutError",
      status: 404,
      message: "Checkout not found.",
      details: [],
    });
    expect([plain.param, plain.retryAfterSeconds, plain.cause]).toEqual([undefined, undefined, undefined]);

    const cause = new Error("internal detail");
    const details = [{ param: "amount", message: "is required" }];
    const full = new CheckoutError("RATE_LIMIT_EXCEEDED", fault("accounts.tooManyTries"), {
      param: "amount",
      faults: [{ param: "amount", fault: fault("fields.required") }],
      retryAfterSeconds: 7,
      cause,
    });
    expect(full).toMatchObject({ status: 429, param: "amount", details, retryAfterSeconds: 7, cause });
  });

  function same(status: number, ...codes: string[]): Record<string, number> {
    return Object.fromEntries(codes.map((code) => [code, status]));
  }
});

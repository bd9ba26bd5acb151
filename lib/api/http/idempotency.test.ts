import { beforeEach, describe, expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { fault } from "@/lib/platform/faults/fault.rules";
import { LeaseLostError } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError, type ErrorCode, fieldError } from "@/lib/platform/values/errors.rules";
import { later, noon } from "@/lib/testing/builders";
import {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStore,
} from "@/lib/testing/memory-idempotency-store";
import type { KeepAnswer } from "./idempotency";
import { withIdempotency } from "./idempotency";

const { createCheckout, cancelCheckout, getCheckout, createProjectCheckout } = operations;
const body = '{"amount":"5"}';

let store: MemoryIdempotencyStore;
let now: Date;
let warnings: string[];
/** How often the work was done to its end. */
let written: number;

beforeEach(() => {
  store = createMemoryIdempotencyStore();
  now = noon;
  warnings = [];
  written = 0;
});

type Sent = {
  key?: string | null;
  text?: string;
  operation?: Parameters<typeof withIdempotency>[0]["operation"];
  params?: Record<string, string>;
  projectId?: string;
  apiKeyUse?: "BROWSER" | "SERVER";
  address?: string;
  requestId?: string;
  url?: string;
};

/** What a use case does: it writes, and with it the answer. */
const write = async (keep: KeepAnswer) => {
  const completion = keep(({ id }: { id: string }) => ({ id }));
  store.keep(completion === null ? null : completion({ id: `chk_${written + 1}` }));
  written += 1;
  return { status: 201, body: JSON.stringify({ ok: true, data: { id: `chk_${written}` } }) };
};

async function send(sent: Sent = {}, run = write) {
  const { key = "order-1", text = body, operation = createCheckout, params = {} } = sent;
  const headers = new Headers();
  const answer = await withIdempotency(
    {
      operation,
      text,
      project: { id: sent.projectId ?? "prj_1", apiKeyUse: sent.apiKeyUse ?? "BROWSER" },
      call: {
        deps: {
          idempotency: store,
          clock: { now: () => now },
          log: {
            info: () => undefined,
            warn: (_, message) => void warnings.push(message),
            error: (_, message) => void warnings.push(message),
          },
        },
        request: new Request(sent.url ?? "http://127.0.0.1/v1/checkouts", {
          method: "POST",
          headers: {
            "x-client-address": sent.address ?? "192.0.2.1",
            ...(key !== null && { "idempotency-key": key }),
          },
        }),
        params,
        requestId: sent.requestId ?? "request-1",
        headers,
      },
    },
    run,
  );
  return { ...answer, replayed: headers.get("idempotent-replayed") };
}

async function refusal(sending: Promise<unknown>): Promise<CheckoutError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CheckoutError) return error;
  throw new Error("it was not refused", { cause: error });
}

const refuse = (code: ErrorCode) => () =>
  Promise.reject(new CheckoutError(code, fault("reasons.status", { status: code })));

describe("without a key", () => {
  test("does it every time and keeps nothing", async () => {
    expect(await send({ key: null })).toMatchObject({ status: 201, replayed: null });
    expect(await send({ key: null })).toMatchObject({ body: '{"ok":true,"data":{"id":"chk_2"}}' });
    expect(written).toBe(2);
  });

  test("an operation without idempotency ignores any header", async () => {
    await send({ operation: getCheckout });
    await send({ operation: getCheckout, key: "k".repeat(999) });
    expect(written).toBe(2);
  });
});

describe("the same request again", () => {
  test("gets the first answer's bytes and says so, while the first does not", async () => {
    const first = await send();
    expect(first).toEqual({ status: 201, body: '{"ok":true,"data":{"id":"chk_1"}}', replayed: null });
    expect(await send({ requestId: "request-2" })).toEqual({ ...first, replayed: "true" });
    expect(written).toBe(1);
  });

  test("is the same under /api", async () => {
    const first = await send();
    expect(await send({ url: "http://127.0.0.1/api/v1/checkouts" })).toEqual({ ...first, replayed: "true" });
  });

  test("receives the stored refusal with its own request id", async () => {
    const thrown = await refusal(send({}, refuse("CHECKOUT_NOT_CANCELLABLE")));
    expect(thrown.code).toBe("CHECKOUT_NOT_CANCELLABLE");
    const again = await send({ requestId: "request-2" });
    expect(again).toMatchObject({ status: 409, replayed: "true" });
    expect(JSON.parse(again.body)).toEqual({
      ok: false,
      error: {
        code: "CHECKOUT_NOT_CANCELLABLE",
        message: "its status is CHECKOUT_NOT_CANCELLABLE",
        requestId: "request-2",
      },
    });
    expect(written).toBe(0);
  });

  test("gets a kept refusal with its field and details", async () => {
    const details = [{ param: "successUrl", message: "must be an https URL" }];
    const error = fieldError("successUrl", fault("fields.httpsUrl"));
    await refusal(send({}, () => Promise.reject(error)));
    expect(JSON.parse((await send()).body).error).toMatchObject({ param: "successUrl", details });
  });

  test("runs again after 24 hours", async () => {
    await send();
    now = later(24 * 3_600_000 - 1);
    expect((await send()).replayed).toBe("true");
    now = later(24 * 3_600_000);
    expect((await send()).replayed).toBeNull();
    expect(written).toBe(2);
  });

  test("of another project is a separate request", async () => {
    await send();
    expect((await send({ projectId: "prj_2" })).replayed).toBeNull();
    expect(written).toBe(2);
  });
});

describe("a refusal that may change isn't stored", () => {
  test.each([
    "UNAUTHORIZED",
    "FORBIDDEN",
    "MERCHANT_ADDRESS_NOT_ALLOWED",
    "RATE_LIMIT_EXCEEDED",
    "EXCHANGE_RATE_UNAVAILABLE",
    "INTERNAL_ERROR",
  ] as const)("%s", async (code) => {
    expect((await refusal(send({}, refuse(code)))).code).toBe(code);
    expect(await send()).toMatchObject({ status: 201, replayed: null });
  });

  test("an unexpected failure, which goes on unchanged", async () => {
    const failure = new TypeError("a bug");
    await expect(send({}, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await send()).toMatchObject({ status: 201, replayed: null });
  });

  test("and releases the key for another request", async () => {
    await refusal(send({}, refuse("EXCHANGE_RATE_UNAVAILABLE")));
    expect(await send({ text: '{"amount":"6"}' })).toMatchObject({ status: 201 });
  });
});

describe("a failure after the write", () => {
  test("affects that answer only: the next one is the stored one", async () => {
    const failure = new Error("the commit's news was lost");
    const thrown = send({}, async (keep) => {
      await write(keep);
      throw failure;
    });
    await expect(thrown).rejects.toBe(failure);
    expect(await send()).toMatchObject({ body: '{"ok":true,"data":{"id":"chk_1"}}', replayed: "true" });
    expect(written).toBe(1);
  });
});

describe("another request with the key is refused, 422", () => {
  test.each<[string, Sent]>([
    ["another body", { text: '{"amount":"6"}' }],
    ["the same value in other bytes", { text: '{ "amount":"5"}' }],
    ["another operation", { operation: { ...createCheckout, path: "/v1/payment-links" } }],
    ["another method", { operation: { ...createCheckout, method: "GET" } }],
  ])("%s", async (_, other) => {
    await send();
    const error = await refusal(send(other));
    expect([error.code, error.status]).toEqual(["IDEMPOTENCY_KEY_REUSED", 422]);
    expect(written).toBe(1);
  });

  test("accepts the key again for another kind of API key", async () => {
    for (const apiKeyUse of ["BROWSER", "SERVER"] as const)
      await send({ operation: createProjectCheckout, params: { projectId: "prj_1" }, apiKeyUse });
    expect(await send()).toMatchObject({ status: 201, replayed: null });
    expect(written).toBe(3);
  });

  test("accepts another client's key with a published API key", async () => {
    const create = (address: string, text: string) =>
      send({ operation: createProjectCheckout, params: { projectId: "prj_1" }, address, text });
    await create("198.51.100.9", '{"amount":"1"}');
    expect(await create("192.0.2.1", body)).toMatchObject({ status: 201, replayed: null });
    expect((await create("192.0.2.1", body)).replayed).toBe("true");
    expect((await refusal(create("192.0.2.1", '{"amount":"2"}'))).code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("is the same request from every client with a secret API key", async () => {
    const create = (address: string) =>
      send({
        operation: createProjectCheckout,
        params: { projectId: "prj_1" },
        address,
        apiKeyUse: "SERVER",
      });
    const first = await create("198.51.100.9");
    expect(await create("192.0.2.1")).toEqual({ ...first, replayed: "true" });
  });

  test("the same operation on another checkout", async () => {
    const cancel = (checkoutId: string) =>
      send({ operation: cancelCheckout, params: { checkoutId }, text: "" });
    await cancel("chk_a");
    expect((await refusal(cancel("chk_b"))).code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect((await cancel("chk_a")).replayed).toBe("true");
  });

  test("also while the first request is running", async () => {
    await send({}, async (keep) => {
      expect((await refusal(send({ text: "{}" }))).code).toBe("IDEMPOTENCY_KEY_REUSED");
      return write(keep);
    });
  });
});

describe("while the first is being answered", () => {
  test("refuses the second with Retry-After, 409", async () => {
    await send({}, async (keep) => {
      const error = await refusal(send());
      expect([error.code, error.status]).toEqual(["IDEMPOTENCY_KEY_IN_USE", 409]);
      expect(error.retryAfterSeconds).toBe(1);
      return write(keep);
    });
    expect((await send()).replayed).toBe("true");
    expect(written).toBe(1);
  });

  test("lets the second take over once the lease expired, and the first writes nothing", async () => {
    const first = send({}, async (keep) => {
      now = later(60_000);
      expect(await send()).toMatchObject({ status: 201, replayed: null });
      return write(keep);
    });
    expect((await refusal(first)).code).toBe("IDEMPOTENCY_KEY_IN_USE");
    expect(written).toBe(1);
    expect(await send()).toMatchObject({ body: '{"ok":true,"data":{"id":"chk_1"}}', replayed: "true" });
  });

  test("keeps the key for the request that took over when a late refusal arrives", async () => {
    await refusal(
      send({}, async () => {
        now = later(60_000);
        await send();
        throw new CheckoutError("AMOUNT_TOO_SMALL", fault("checkouts.zeroAmount"));
      }),
    );
    expect(await send()).toMatchObject({ status: 201, replayed: "true" });
  });
});

describe("the store's own failures", () => {
  test("a claim that fails lets nothing be done", async () => {
    store.claim = () => Promise.reject(new Error("no database"));
    await expect(send()).rejects.toThrow("no database");
    expect(written).toBe(0);
  });

  test("logs a failed release of a key, and keeps the original error", async () => {
    store.release = () => Promise.reject(new Error("no database"));
    expect((await refusal(send({}, refuse("EXCHANGE_RATE_UNAVAILABLE")))).code).toBe(
      "EXCHANGE_RATE_UNAVAILABLE",
    );
    expect(warnings).toEqual(["could not release an idempotency key; its lease will expire"]);
  });

  test("a lost lease is never kept as an answer", async () => {
    const lost = refusal(send({}, () => Promise.reject(new LeaseLostError())));
    expect((await lost).code).toBe("IDEMPOTENCY_KEY_IN_USE");
    now = later(60_000);
    expect((await send()).replayed).toBeNull();
  });
});

test("fails an operation that forgets to store its answer, without a rerun", async () => {
  const forgetful = async () => {
    written += 1;
    return { status: 201, body: "{}" };
  };
  await expect(send({}, forgetful)).rejects.toThrow(/createCheckout does not keep its answer/);
  expect((await refusal(send({}, forgetful))).code).toBe("IDEMPOTENCY_KEY_IN_USE");
  expect(written).toBe(1);
});

describe("the key", () => {
  test.each([
    ["one character", "k"],
    ["255 characters", "k".repeat(255)],
    ["spaces and every sign of ASCII", "order 1: ~!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}"],
  ])("may have %s", async (_, key) => {
    await send({ key });
    expect((await send({ key })).replayed).toBe("true");
  });

  test.each([
    ["nothing", ""],
    ["spaces alone", "   "],
    ["256 characters", "k".repeat(256)],
    ["other letters", "caf\u00e9"],
    ["a tab", "a\tb"],
  ])("may not have %s", async (_, key) => {
    const error = await refusal(send({ key }));
    expect([error.code, error.param]).toEqual(["VALIDATION_ERROR", "Idempotency-Key"]);
    expect(error.details).toEqual([
      { param: "Idempotency-Key", message: "must have 1 to 255 printable ASCII characters" },
    ]);
    expect(written).toBe(0);
  });
});

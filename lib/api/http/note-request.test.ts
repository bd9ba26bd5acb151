import { expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { LoggedRequest } from "@/lib/projects/logs/logs.store";
import { noon } from "@/lib/testing/builders";
import type { Call } from "./note-request";
import { noteRequest } from "./note-request";

function noted(params: Record<string, string>, ending: { status: number; failure?: unknown }, known = true) {
  const notes: LoggedRequest[] = [];
  const secret = "svc_server_secret";
  const call = {
    deps: {
      clock: { now: () => noon },
      requestRecorder: { note: (request: LoggedRequest) => void notes.push(request) },
    },
    request: new Request(`https://pay.example/v1/checkouts/x?key=${secret}`, {
      headers: { "x-api-key": secret },
    }),
    params,
    requestId: "req_1",
    headers: new Headers(),
    ...(known && { caller: { keyId: "key_1", project: { id: "prj_1" } } }),
  } as unknown as Call;
  noteRequest(operations.getCheckout, call, {
    failure: undefined,
    startedAt: performance.now() - 5,
    ...ending,
  });
  expect(JSON.stringify(notes)).not.toContain(secret);
  return notes;
}

test("a request by a known key is noted with its path as specified, without query and key", () => {
  const [note] = noted({ checkoutId: "chk_1" }, { status: 200 });
  expect(note).toEqual({
    requestId: "req_1",
    projectId: "prj_1",
    keyId: "key_1",
    operation: "getCheckout",
    method: "GET",
    path: "/v1/checkouts/chk_1",
    statusCode: 200,
    errorCode: null,
    durationMs: expect.any(Number),
    createdAt: noon,
  });
  expect(note?.durationMs).toBeGreaterThanOrEqual(5);
});

test("logs a refusal's reason, and only the code of an unforeseen error", () => {
  const failure = new CheckoutError("CHECKOUT_NOT_FOUND", fault("checkouts.notFound"));
  expect(noted({ checkoutId: "chk_1" }, { status: 404, failure })[0]?.errorCode).toBe("CHECKOUT_NOT_FOUND");
  const bug = new Error("password=hunter2");
  const [note] = noted({ checkoutId: "chk_1" }, { status: 500, failure: bug });
  expect(note?.errorCode).toBe("INTERNAL_ERROR");
  expect(JSON.stringify(note)).not.toContain("hunter2");
});

test.each(["a\u0000b", "../../x", "x".repeat(65), "<script>"])(
  "leaves invalid ids out of the path: %j",
  (checkoutId) => {
    expect(noted({ checkoutId }, { status: 404 })[0]?.path).toBe("/v1/checkouts/{checkoutId}");
  },
);

test("records no project for an unknown key's request", () => {
  expect(noted({ checkoutId: "chk_1" }, { status: 404 }, false)).toEqual([]);
});

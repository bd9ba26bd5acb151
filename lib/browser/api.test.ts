import { afterEach, expect, it, vi } from "vitest";
import { callApi } from "./api";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: BodyInit, init?: ResponseInit) => async () => new Response(body, init);
const refusal = { ok: false, error: { code: "RATE_LIMITED", message: "Too many.", requestId: "1" } };

it("returns the service's answer and how long to wait", async () => {
  vi.stubGlobal("fetch", answering('{"ok":true,"data":{"id":"1"}}'));
  expect(await callApi("/api/x", {})).toEqual({ ok: true, data: { id: "1" } });
  vi.stubGlobal(
    "fetch",
    answering(JSON.stringify(refusal), { status: 429, headers: { "retry-after": "3" } }),
  );
  expect(await callApi("/api/x", {})).toMatchObject({
    ok: false,
    error: { code: "RATE_LIMITED", message: "Too many.", retryAfterMs: 3_000 },
  });
});

it.each([
  ["no connection", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no time left", () => Promise.reject(new DOMException("signal timed out", "TimeoutError"))],
  ["a proxy's page", answering("<h1>Bad Gateway</h1>", { status: 502 })],
  ["a proxy's JSON", answering('{"message":"no upstream"}', { status: 503 })],
  ["an answer without a word", answering("null")],
])("describes %s in plain words instead of the browser's", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  expect(await callApi("/api/x", {})).toEqual({
    ok: false,
    error: {
      code: "UNREACHABLE",
      message: "We can't reach the service. Check your connection and try again.",
      retryAfterMs: 0,
    },
  });
});

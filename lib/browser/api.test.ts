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

it("sends the tag of the answer that it holds, and keeps that answer while it is unchanged", async () => {
  const sent: (string | null)[] = [];
  const answers = [
    new Response('{"ok":true,"data":1}', { headers: { etag: 'W/"a"' } }),
    new Response(null, { status: 304, headers: { etag: 'W/"a"' } }),
    new Response('{"ok":true,"data":2}', { headers: { etag: 'W/"b"' } }),
    new Response(JSON.stringify(refusal), { status: 429 }),
    new Response(null, { status: 304 }),
    new Response('{"ok":true,"data":3}'),
  ];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get("if-none-match"));
    return answers.shift();
  });
  const held = { current: null };
  const data = [];
  for (let turn = 0; turn < 6; turn++) {
    const answer = await callApi<number>("/api/x", {}, held);
    data.push(answer.ok ? answer.data : answer.error.code);
  }
  expect(data).toEqual([1, 1, 2, "RATE_LIMITED", 2, 3]);
  expect(sent).toEqual([null, 'W/"a"', 'W/"a"', 'W/"b"', 'W/"b"', 'W/"b"']);
  expect(held.current).toBeNull();
});

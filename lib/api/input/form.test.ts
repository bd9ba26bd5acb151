import { expect, test } from "vitest";
import type { RouteHandler } from "@/lib/api/http/route";
import { orForm } from "./form";

const context = { params: Promise.resolve({ checkoutId: "chk_1" }) };
const form = { "content-type": "application/x-www-form-urlencoded" };
const page = { numbers: ["chainId"], page: ({ checkoutId = "" }) => `/c/${checkoutId}` };

function handler(answer: Response): { seen: Request[]; post: RouteHandler } {
  const seen: Request[] = [];
  const post = orForm(async (request) => {
    seen.push(request);
    return answer;
  }, page);
  return { seen, post };
}

const send = (post: RouteHandler, body: string, headers: Record<string, string> = form) =>
  post(
    new Request("http://127.0.0.1/c/chk_1/select", {
      method: "POST",
      body,
      headers: { "content-length": String(body.length), ...headers },
    }),
    context,
  );

test("default", async () => {
  const { seen, post } = handler(Response.json({ ok: true, data: {} }));
  const answer = await send(post, "chainId=8453&tokenAddress=0xabc");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/c/chk_1"]);
  expect(await seen[0]?.json()).toEqual({ chainId: 8453, tokenAddress: "0xabc" });
});

test("behavior: an error goes on to the page by its code", async () => {
  const error = { code: "CHECKOUT_NOT_SELECTABLE", message: "No.", requestId: "r" };
  const { post } = handler(Response.json({ ok: false, error }, { status: 409 }));
  const answer = await send(post, "chainId=1");
  expect(answer.headers.get("location")).toBe("/c/chk_1?problem=CHECKOUT_NOT_SELECTABLE");
});

test("behavior: the operation learns who asks and which request it is", async () => {
  const { seen, post } = handler(Response.json({ ok: true }));
  const headers = { ...form, "x-client-address": "203.0.113.7", "x-request-id": "request-1" };
  await send(post, "chainId=1", headers);
  expect(seen[0]?.headers.get("x-client-address")).toBe("203.0.113.7");
  expect(seen[0]?.headers.get("x-request-id")).toBe("request-1");
  expect(seen[0]?.headers.get("content-type")).toBe("application/json");
});

test("behavior: what is no small form goes the common way", async () => {
  const { seen, post } = handler(Response.json({ ok: true }));
  expect((await send(post, "{}", { "content-type": "application/json" })).status).toBe(200);
  expect((await send(post, `a=${"x".repeat(8_192)}`)).status).toBe(200);
  expect(seen.map((request) => request.headers.get("content-type"))).toEqual([
    "application/json",
    form["content-type"],
  ]);
});

import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { expectFailure, expectView, unknownId } from "../support/contract";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";

// A client that holds the present view of a checkout is told so without a body (RFC 9110 §13.1.2).

const demo = manifest();
let id: string;
let tag: string;

test.beforeAll(async () => {
  ({ id } = await createCheckout(demo, { amount: "1000000" }));
  tag = (await read()).headers.get("etag") ?? "";
});

const read = (held?: string, { method = "GET", path = `/c/${id}` } = {}) =>
  exchange(demo.baseUrl, {
    method,
    target: path,
    headers: { accept: "application/json", ...(held === undefined ? {} : { "if-none-match": held }) },
  });

const leftForCheckout = ({ headers }: { headers: Headers }) =>
  Number(/"checkout";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);

test("an unchanged view is 304 without a body, with the headers that caches need, and no cache stores it", async () => {
  const whole = await read();
  expectView({ ...whole, body: JSON.parse(whole.text) });
  for (const path of [`/c/${id}`, `/api/c/${id}`])
    for (const method of ["GET", "HEAD"]) {
      const answer = await read(tag, { method, path });
      expect([answer.status, answer.text]).toEqual([304, ""]);
      for (const name of [
        "etag",
        "vary",
        "cache-control",
        "content-security-policy",
        "x-content-type-options",
      ])
        expect([name, answer.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).not.toBe(whole.headers.get("x-request-id"));
      for (const name of ["date", "ratelimit", "ratelimit-policy"])
        expect(answer.headers.has(name)).toBe(true);
      for (const name of ["content-type", "content-length", "transfer-encoding"])
        expect([name, answer.headers.get(name)]).toEqual([name, null]);
    }
});

test("HEAD has the tag of GET", async () => {
  const head = await read(undefined, { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), head.text]).toEqual([200, tag, ""]);
});

test("one of several tags, a strong one, and any at all count as held", async () => {
  for (const held of [`"a", ${tag}`, tag.replace("W/", ""), "*"]) expect((await read(held)).status).toBe(304);
  for (const held of ['"a", W/"b"', "nothing", ""]) expect((await read(held)).status).toBe(200);
});

test("a changed view comes whole, with another tag", async () => {
  const [chain] = demo.chains;
  const { id } = await createCheckout(demo, { fiatAmount: "4.50", fiatCurrency: "USD" });
  const path = `/c/${id}`;
  const before = (await read(undefined, { path })).headers.get("etag") ?? "";
  expect((await read(before, { path })).status).toBe(304);
  const choice = { chainId: chain?.chainId, tokenAddress: chain?.tokens[0]?.address };
  expectView(await call(`${demo.baseUrl}${path}/select`, { method: "POST", json: choice }));
  const after = await read(before, { path });
  expect(after.status).toBe(200);
  expect(JSON.parse(after.text).data).toMatchObject({ chainId: chain?.chainId });
  expect(after.headers.get("etag")).not.toBe(before);
});

test("a tag of one checkout holds no other one, and none holds an unknown one", async () => {
  const other = await createCheckout(demo, { amount: "1000000" });
  const answer = await read(tag, { path: `/c/${other.id}` });
  expect([answer.status, JSON.parse(answer.text).data.id]).toEqual([200, other.id]);
  for (const held of [tag, "*"]) {
    const { text, ...unknown } = await read(held, { path: `/c/${unknownId}` });
    expectFailure({ ...unknown, body: JSON.parse(text) }, "CHECKOUT_NOT_FOUND");
  }
});

test("a 304 counts like any other answer", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const path = `/c/${id}`;
  const first = await read(undefined, { path });
  const second = await read(first.headers.get("etag") ?? "", { path });
  const third = await read(first.headers.get("etag") ?? "", { path });
  expect([second.status, third.status]).toEqual([304, 304]);
  expect([leftForCheckout(second), leftForCheckout(third)]).toEqual([
    leftForCheckout(first) - 1,
    leftForCheckout(first) - 2,
  ]);
});

test("other methods take no condition", async () => {
  const headers = { "if-none-match": "*" };
  expectFailure(await call(`${demo.baseUrl}/c/${id}`, { method: "DELETE", headers }), "METHOD_NOT_ALLOWED");
});

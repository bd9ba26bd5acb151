import { expect, test } from "@playwright/test";
import { createCheckout, getPublic } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { openProjects } from "../support/projects";
import { exchange } from "../support/raw";
import { claimToken } from "../support/refund-links";
import { customer, paid, shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

// Forms of pages that work without JavaScript.

const demo = manifest();
const local = chainOf(demo);
const usdc = { chainId: local.chainId, tokenAddress: tokenOf(local) };
const open = { fiatAmount: "14000", fiatCurrency: "KRW" };

const post = (target: string, body: string) =>
  exchange(demo.baseUrl, {
    method: "POST",
    target,
    headers: {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
  });

const select = (id: string, body: string) => post(`/c/${id}/select`, body);

test("a choice is made and leads back to the page", async () => {
  const { id } = await createCheckout(demo, open);
  const answer = await select(id, new URLSearchParams({ ...usdc, chainId: "31337" }).toString());
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/c/${id}`]);
  expect(await getPublic(demo, id)).toMatchObject({ amount: "10000000" });
});

test("a form that is refused leads back to the page with the problem", async () => {
  for (const [what, body, problem] of [
    ["nothing", "", "VALIDATION_ERROR"],
    ["a broken encoding", "chainId=%zz&tokenAddress=%00", "VALIDATION_ERROR"],
    ["a prototype", "__proto__=x&chainId=31337", "VALIDATION_ERROR"],
    ["another chain", `chainId=1&tokenAddress=${usdc.tokenAddress}`, "UNSUPPORTED_CHAIN"],
    ["an endless chain", `chainId=1e999&tokenAddress=${usdc.tokenAddress}`, "VALIDATION_ERROR"],
  ] as const) {
    await test.step(`${what} leads back to the page with the problem`, async () => {
      const { id } = await createCheckout(demo, open);
      const answer = await select(id, body);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/c/${id}?problem=${problem}`]);
    });
  }
});

test("redirects to this site only, with any id", async () => {
  for (const id of ["%2f%2fevil.example", "%5cevil.example", "a%0d%0alocation:%20x", "..%2f..%2fx"]) {
    const location = (await select(id, "chainId=1")).headers.get("location") ?? "";
    expect(new URL(location, demo.baseUrl).origin).toBe(demo.baseUrl);
    expect(location).toMatch(/^\/c\/[^/\\\s]+\?problem=/);
  }
});

test("refuses a form beyond 8 KiB, or without a length", async () => {
  const { id } = await createCheckout(demo, open);
  expect((await select(id, `a=${"x".repeat(9_000)}`)).status).toBe(415);
  const headers = { "transfer-encoding": "chunked" };
  const parts = { method: "POST", target: `/c/${id}/select`, body: "3\r\na=b\r\n0\r\n\r\n" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await exchange(demo.baseUrl, { ...parts, headers: { ...headers, ...form } })).status).toBe(415);
});

test("a claim of a refund is made, and leads back to its page", async () => {
  const projects = openProjects(demo);
  const shop = shopOf(
    demo,
    await projects.make({ refundMode: "CONVENIENT" }).finally(() => projects.close()),
  );
  const { id } = await paid(shop, 1_000_000n);
  const token = await claimToken(shop, id);
  const claim = (destinationAddress: string) =>
    post(`/api/r/${token}`, new URLSearchParams({ destinationAddress }).toString());
  const refused = await claim(usdc.tokenAddress);
  expect([refused.status, refused.headers.get("location")]).toEqual([
    303,
    `/r/${token}?problem=VALIDATION_ERROR`,
  ]);
  const taken = await claim(customer);
  expect([taken.status, taken.headers.get("location")]).toEqual([303, `/r/${token}`]);
});

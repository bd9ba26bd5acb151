import { expect, test } from "@playwright/test";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { type Answer, call, createCheckout, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf, untilMined } from "../support/chain";
import { baseForms, expectDetails, expectFailure, unknownId, withoutRequestId } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
const withKey = (key: string) => ({ headers: { "x-api-key": key } });
const get = (id: string, init: RequestInit = withKey(demo.serverKey), base = demo.baseUrl) =>
  call(`${base}/v1/checkouts/${id}`, init) as Promise<Answer<unknown>>;
/** With nothing recorded of it but its creation. */
const asNew = (created: CheckoutResource) => ({
  ...created,
  transfers: [],
  transferCount: 0,
  nativeBalances: [],
  timeline: [
    { kind: "checkout.created", details: { createdVia: created.createdVia }, at: created.createdAt },
  ],
});

test("a checkout is what its create answered, at both forms of the address", async () => {
  const created = await createCheckout(demo, { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: "r" });
  for (const base of baseForms(demo)) {
    expect(expectDetails(await get(created.id, withKey(demo.serverKey), base))).toEqual(asNew(created));
  }
});

test("a question and a page's Accept make no difference", async () => {
  const created = await createCheckout(demo, { amount: "1000000" });
  const headers = { "x-api-key": demo.serverKey, accept: "text/html" };
  expect(expectDetails(await get(`${created.id}?a=%zz&checkoutId=other`, { headers }))).toEqual(
    asNew(created),
  );
});

test("another merchant's checkout and none at all cannot be told apart", async () => {
  const foreign = await createCheckout(demo, { amount: "1000000" }, demo.secondProject.serverKey);
  const theirs = await get(foreign.id);
  const nobodys = await get(unknownId);
  expectFailure(theirs, "CHECKOUT_NOT_FOUND");
  expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys));
  expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
  // It is there for its own merchant.
  expectDetails(await get(foreign.id, withKey(demo.secondProject.serverKey)));
});

test("what came to its address is told, whether it pays or not", async () => {
  const local = chainOf(demo);
  const usdc = { chainId: local.chainId, tokenAddress: tokenOf(local) };
  const { id, depositAddress } = await createCheckout(demo, { amount: "1000000", ...usdc });
  const stray = await pay(demo, String(depositAddress), 7n, { symbol: "USDT" });
  await untilMined(demo, stray);
  const paid = await pay(demo, String(depositAddress), 1_000_000n);
  await untilStatus(demo, id, "SETTLED");
  const details = expectDetails(await get(id));
  const from = details.transfers[0]?.from;
  expect(details).toMatchObject({
    paidAmount: "1000000",
    transferCount: 2,
    transfers: [
      { txHash: paid, symbol: "USDC", amount: "1000000", counts: true, status: "final", chainId: 31337 },
      { txHash: stray, symbol: "USDT", amount: "7", counts: false, from },
    ],
    nativeBalances: [],
  });
  const received = details.timeline.filter(({ kind }) => kind === "transfer.received");
  expect(received.map((entry) => entry.details)).toMatchObject([
    { ...usdc, amount: "1000000", count: 1, txHash: paid, from, counts: true },
    { chainId: 31337, amount: "7", count: 1, txHash: stray, from, counts: false },
  ]);
  expect(details.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["checkout.detected", "checkout.paid", "checkout.settled"]),
  );
});

test("an id that is none finds nothing", async () => {
  for (const [what, id] of [
    ["of another shape", "nope"],
    ["of another kind", unknownId.replace("chk", "prj")],
    ["in capitals", unknownId.toUpperCase()],
    ["of 8,000 characters", "a".repeat(8_000)],
    ["in another script", encodeURIComponent("決済☕")],
    ["with a slash", "a%2Fb"],
    ["with SQL", encodeURIComponent("' OR 1=1;--")],
    ["of a prototype", "__proto__"],
    ["with a newline", "a%0d%0aset-cookie:x"],
    ["with a noncharacter", "%EF%BF%BF"],
  ] as const) {
    await test.step(`an id ${what} finds nothing`, async () => {
      expectFailure(await get(id), "CHECKOUT_NOT_FOUND");
    });
  }
});

test("the key is judged before the checkout is looked for", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  for (const checkoutId of [id, unknownId]) {
    expectFailure(await get(checkoutId, {}), "SERVER_KEY_REQUIRED");
    expectFailure(await get(checkoutId, withKey(demo.apiKey)), "INVALID_KEY_TYPE");
    expectFailure(await get(checkoutId, withKey("svc_server_x")), "PROJECT_NOT_FOUND");
    const headers = { "x-api-key": demo.serverKey, origin: "https://evil.example" };
    expectFailure(await get(checkoutId, { headers }), "ORIGIN_NOT_ALLOWED");
  }
});

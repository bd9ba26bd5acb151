import { expect, test } from "@playwright/test";
import { type Answer, call, createCheckout } from "../support/api";
import { baseForms, expectFailure, expectResource, unknownId, withoutRequestId } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
const withKey = (key: string) => ({ headers: { "x-api-key": key } });
const get = (id: string, init: RequestInit = withKey(demo.serverKey), base = demo.baseUrl) =>
  call(`${base}/v1/checkouts/${id}`, init) as Promise<Answer<unknown>>;

test("a checkout is what its create answered, at both forms of the address", async () => {
  const created = await createCheckout(demo, { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: "r" });
  for (const base of baseForms(demo)) {
    expect(expectResource(await get(created.id, withKey(demo.serverKey), base), 200)).toEqual(created);
  }
});

test("a question and a page's Accept make no difference", async () => {
  const created = await createCheckout(demo, { amount: "1000000" });
  const headers = { "x-api-key": demo.serverKey, accept: "text/html" };
  expect(expectResource(await get(`${created.id}?a=%zz&checkoutId=other`, { headers }), 200)).toEqual(
    created,
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
  expectResource(await get(foreign.id, withKey(demo.secondProject.serverKey)), 200);
});

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
  test(`an id ${what} finds nothing`, async () => {
    expectFailure(await get(id), "CHECKOUT_NOT_FOUND");
  });
}

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

import { expect, test } from "@playwright/test";
import { checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { type Answer, call, createCheckout, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf, untilMined } from "../support/chain";
import {
  baseForms,
  expectDetails,
  expectFailure,
  expectPage,
  unknownId,
  withoutRequestId,
} from "../support/contract";
import { manifest } from "../support/stack";

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

test("returns the create's answer, at both forms of the address", async () => {
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

test("another merchant's checkout is answered like an unknown one", async () => {
  const foreign = await createCheckout(demo, { amount: "1000000" }, demo.secondProject.serverKey);
  const theirs = await get(foreign.id);
  const nobodys = await get(unknownId);
  expectFailure(theirs, "CHECKOUT_NOT_FOUND");
  expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys));
  expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
  // It is there for its own merchant.
  expectDetails(await get(foreign.id, withKey(demo.secondProject.serverKey)));
});

test("everything that arrived at its address is listed, whether it pays or not", async () => {
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

test("finds nothing for a malformed id", async () => {
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

test.describe("the list", () => {
  const demo = manifest();

  /** Both lists are one: the Server API's, and the project-scoped one with an API key. */
  const lists = [
    { name: "GET /v1/checkouts", path: "/v1/checkouts", key: demo.serverKey },
    {
      name: "GET /dashboard/projects/{projectId}/checkouts",
      path: `/dashboard/projects/${demo.projectId}/checkouts`,
      key: demo.apiKey,
    },
  ] as const;

  let marks = 0;
  /** An order id of one test's own: others create beside it. */
  const newMark = () => `list-${process.pid}-${Date.now()}-${marks++}`;

  async function createMarked(referenceId: string, count: number): Promise<CheckoutResource[]> {
    const made: CheckoutResource[] = [];
    for (let at = 0; at < count; at++)
      made.push(await createCheckout(demo, { amount: "1000000", referenceId }));
    return made;
  }

  for (const { name, path, key } of lists) {
    test.describe(name, () => {
      const get = (query = "", base = demo.baseUrl): Promise<Answer<CheckoutResource[]>> =>
        call(`${base}${path}${query}`, { headers: { "x-api-key": key } });
      const ids = (answer: Answer<unknown>) => expectPage(answer).items.map(({ id }) => id);

      test("newest first, each as its create answered, at both forms of the address", async () => {
        const mark = newMark();
        const made = await createMarked(mark, 3);
        for (const base of baseForms(demo)) {
          const { items, pagination } = expectPage(await get(`?referenceId=${mark}`, base));
          expect(items).toEqual(made.toReversed());
          expect(pagination).toEqual({ total: 3, take: 20, skip: 0 });
        }
      });

      test("without a query lists the newest twenty, and the total", async () => {
        await createMarked(newMark(), 21);
        const { items, pagination } = expectPage(await get());
        expect(items).toHaveLength(20);
        expect(pagination).toMatchObject({ take: 20, skip: 0 });
        expect(pagination.total).toBeGreaterThan(20);
        const times = items.map(({ createdAt }) => createdAt);
        expect(times).toEqual(times.toSorted().toReversed());
      });

      test("take and skip cut the list without gaps or repeats", async () => {
        const mark = newMark();
        const all = (await createMarked(mark, 7)).map(({ id }) => id).toReversed();
        const parts: string[] = [];
        for (const skip of [0, 3, 6])
          parts.push(...ids(await get(`?referenceId=${mark}&take=3&skip=${skip}`)));
        expect(parts).toEqual(all);
        expect(ids(await get(`?referenceId=${mark}&take=100`))).toEqual(all);
        expect(ids(await get(`?referenceId=${mark}&take=1&skip=6`))).toEqual(all.slice(6));
      });

      test("beyond the end there is nothing, and the total stays", async () => {
        const mark = newMark();
        await createMarked(mark, 2);
        for (const skip of [2, 3, 2_147_483_647]) {
          const { items, pagination } = expectPage(await get(`?referenceId=${mark}&skip=${skip}`));
          expect([items, pagination]).toEqual([[], { total: 2, take: 20, skip }]);
        }
      });

      test("filters by state, alone and together with a reference", async () => {
        const mark = newMark();
        const [first, second] = await createMarked(mark, 2);
        const headers = { "x-api-key": demo.serverKey };
        await call(`${demo.baseUrl}/v1/checkouts/${first?.id}/cancel`, { method: "POST", headers });
        expect(ids(await get(`?referenceId=${mark}&status=CANCELLED`))).toEqual([first?.id]);
        expect(ids(await get(`?referenceId=${mark}&status=PENDING`))).toEqual([second?.id]);
        expect(ids(await get(`?referenceId=${mark}&status=PAID`))).toEqual([]);
        for (const status of checkoutStatuses) {
          const { items } = expectPage(await get(`?status=${status}`));
          expect(items.every((item) => item.status === status)).toBe(true);
        }
      });

      test("a reference is compared as a whole and to the letter", async () => {
        const mark = newMark();
        await createMarked(mark, 1);
        for (const other of [mark.slice(0, -1), `${mark}x`, mark.toUpperCase(), `${mark} `, "%", "_", "*"])
          expect(ids(await get(`?referenceId=${encodeURIComponent(other)}`)), other).toEqual([]);
      });

      test("finds a reference in any script, of 200 characters and with special characters", async () => {
        for (const text of [`${newMark()} ☕ 決済 %_*'"\\`, `${newMark()}${"😀".repeat(150)}`]) {
          const made = await createMarked(text, 1);
          expect(ids(await get(`?referenceId=${encodeURIComponent(text)}`))).toEqual([made[0]?.id]);
        }
      });

      test("another project's checkouts are in no list", async () => {
        const mark = newMark();
        const foreign = { amount: "1000000", referenceId: mark };
        await createCheckout(demo, foreign, demo.secondProject.serverKey);
        const { items, pagination } = expectPage(await get(`?referenceId=${mark}`));
        expect([items, pagination.total]).toEqual([[], 0]);
        const theirs = await call(`${demo.baseUrl}/v1/checkouts?referenceId=${mark}`, {
          headers: { "x-api-key": demo.secondProject.serverKey },
        });
        expect(expectPage(theirs).pagination.total).toBe(1);
      });

      test("1 and 100 are taken as take, 0 as skip", async () => {
        for (const query of ["?take=1", "?take=100", "?skip=0", "?take=1&skip=0", "?take=020"])
          expect((await get(query)).status, query).toBe(200);
      });

      test("a query that is not of the form is refused by name", async () => {
        for (const [query, param] of [
          ["?take=0", "take"],
          ["?take=101", "take"],
          ["?take=-1", "take"],
          ["?take=abc", "take"],
          ["?take=1e1", "take"],
          ["?take=1.5", "take"],
          ["?take=", "take"],
          ["?take", "take"],
          ["?take=%205", "take"],
          ["?take=5+", "take"],
          ["?take=0x10", "take"],
          ["?take=NaN", "take"],
          ["?take=null", "take"],
          ["?take=99999999999", "take"],
          ["?take=5&take=5", "take"],
          ["?take=5&take=x", "take"],
          ["?skip=-1", "skip"],
          ["?skip=1e1", "skip"],
          ["?skip=2147483648", "skip"],
          ["?skip=99999999999999999999", "skip"],
          ["?skip=", "skip"],
          ["?skip=0&skip=0", "skip"],
          ["?status=", "status"],
          ["?status=pending", "status"],
          ["?status=PENDING%20", "status"],
          ["?status=PENDING,PAID", "status"],
          ["?status=UNKNOWN", "status"],
          ["?status=__proto__", "status"],
          ["?status=PENDING&status=PAID", "status"],
          ["?referenceId=a%00b", "referenceId"],
          ["?referenceId=%00", "referenceId"],
          [`?referenceId=${"x".repeat(201)}`, "referenceId"],
          ["?referenceId=a&referenceId=a", "referenceId"],
        ] as const) {
          await test.step(`${query.slice(0, 40)} is refused by name`, async () => {
            expectFailure(await get(query), "VALIDATION_ERROR", param);
            expect((await get()).status).toBe(200);
          });
        }
      });

      test("every parameter at fault is named", async () => {
        const answer = await get(`?take=0&skip=x&status=y&referenceId=${"x".repeat(201)}`);
        const { details } = expectFailure(answer, "VALIDATION_ERROR");
        expect(details?.map(({ param }) => param)).toEqual(
          expect.arrayContaining(["take", "skip", "status", "referenceId"]),
        );
      });
    });
  }
});

import { expect, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import type { RefundResource } from "@/lib/checkouts/refunds/refund.schema";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { excessRequestText } from "@/lib/refunds/refund-screen.rules";
import { getCheckout, getPublic } from "../support/api";
import {
  baseForms,
  expectFailure,
  expectView,
  postPublic,
  unknownId,
  withoutRequestId,
} from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import {
  cancelledInPart,
  customer,
  expectRefund,
  expectRefunds,
  getRefunds,
  madeAs,
  paid,
  pending,
  postRefund,
  shopOf,
} from "../support/refunds";
import { manifest } from "../support/stack";

test.describe("the list of refunds", () => {
  const demo = manifest();
  let projects: Projects;
  let shop: typeof demo;
  let checkout: CheckoutResource;
  /** In the order in which they were made, every other one with a link. */
  const made: RefundResource[] = [];

  test.beforeAll(async () => {
    projects = openProjects(demo);
    shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
    checkout = await cancelledInPart(shop, 1_000n);
    for (let at = 1; at <= 7; at++) {
      const json = { amount: String(at), ...(at % 2 === 0 ? { destinationAddress: customer } : {}) };
      made.push(expectRefund(await postRefund(shop, checkout.id, { json })));
    }
  });
  test.afterAll(() => projects?.close());

  const get = (query = "", base = demo.baseUrl) => getRefunds(shop, checkout.id, { query, base });

  test.describe("200", () => {
    test("newest first, each as it was made but for the link, at both forms of the address", async () => {
      const expected = made.map(madeAs).toReversed();
      for (const base of baseForms(demo)) {
        const { items, pagination } = expectRefunds(await get("", base));
        expect(items.map(madeAs)).toEqual(expected);
        expect(items.every(({ claimUrl }) => claimUrl === null)).toBe(true);
        expect(pagination).toEqual({ total: 7, take: 20, skip: 0 });
      }
      expect(made.some(({ claimUrl }) => claimUrl !== null)).toBe(true);
    });

    test("take and skip cut the list without gaps or repeats", async () => {
      const parts = [];
      for (const skip of [0, 3, 6]) {
        const { items, pagination } = expectRefunds(await get(`?take=3&skip=${skip}`));
        expect(pagination).toEqual({ total: 7, take: 3, skip });
        parts.push(...items.map(({ id }) => id));
      }
      expect(parts).toEqual(made.map(({ id }) => id).toReversed());
    });

    test("beyond the end there is nothing, and the total stays", async () => {
      for (const skip of [7, 8, 2_147_483_647]) {
        const { items, pagination } = expectRefunds(await get(`?skip=${skip}`));
        expect([items, pagination]).toEqual([[], { total: 7, take: 20, skip }]);
      }
    });

    test("a checkout without refunds has an empty list in every status", async () => {
      const { id } = await pending(shop, 1_000n);
      const { items, pagination } = expectRefunds(await getRefunds(shop, id));
      expect([items, pagination]).toEqual([[], { total: 0, take: 20, skip: 0 }]);
    });
  });

  test.describe("400", () => {
    test("a query that is not of the form is refused by name", async () => {
      for (const [query, param] of [
        ["?take=0", "take"],
        ["?take=101", "take"],
        ["?take=x", "take"],
        ["?take=1.5", "take"],
        ["?take=", "take"],
        ["?take=5&take=5", "take"],
        ["?skip=-1", "skip"],
        ["?skip=1e1", "skip"],
        ["?skip=2147483648", "skip"],
      ] as const) {
        await test.step(`${query} is refused by name`, async () => {
          expectFailure(await get(query), "VALIDATION_ERROR", param);
          // Whatever the checkout is.
          expectFailure(await getRefunds(shop, unknownId, { query }), "VALIDATION_ERROR", param);
        });
      }
    });
  });

  test.describe("404", () => {
    test("another merchant's checkout is answered like an unknown one", async () => {
      const theirs = await getRefunds(demo, checkout.id);
      const nobodys = await getRefunds(demo, unknownId);
      expectFailure(theirs, "CHECKOUT_NOT_FOUND");
      expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys));
      expect([...theirs.headers.keys()]).toEqual([...nobodys.headers.keys()]);
    });
  });
});

test.describe("a request for the excess", () => {
  const demo = manifest();
  const ten = 10_000_000n;
  const tooMuch = 12_000_000n;
  const projects = openProjects(demo);
  let shop = demo;

  test.beforeAll(async () => {
    shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT", name: "Corner Coffee" }));
  });
  test.afterAll(() => projects.close());

  const request = (id: string, json: unknown = {}) => postPublic(shop, id, "request-excess", json);

  test("the customer requests the excess once, and the merchant reads it in the resource", async () => {
    const { id } = await paid(shop, ten, ten + tooMuch);
    const told = { amount: "12000000", refundable: "12000000", requestedAt: null, signed: false };
    expect((await getPublic(shop, id)).overpayment).toEqual({ ...told, isFinal: true });
    const first = expectView(await request(id)).overpayment;
    expect(first).toEqual({ ...told, isFinal: true, requestedAt: expect.stringMatching(/Z$/) });
    expect(expectView(await request(id)).overpayment).toEqual(first);
    expect((await getCheckout(shop, id)).overpayment).toEqual({ ...told, requestedAt: first?.requestedAt });

    const json = { amount: tooMuch.toString(), refundType: "OVERPAYMENT" };
    const refund = expectRefund(await postRefund(shop, id, { json }));
    expect(refund.status).toBe("AWAITING_ADDRESS");
    expect(refund.claimUrl).not.toBeNull();
    const view = await getPublic(shop, id);
    expect(view.overpayment?.refundable).toBe("0");
    expect(JSON.stringify(view)).not.toContain("claim");
  });

  test("the only wallet that paid signs, and the refund needs no claim link", async () => {
    const { id } = await paid(shop, ten, ten + tooMuch);
    const payer = privateKeyToAccount(shop.payer.privateKey as `0x${string}`);
    const wallet = payer.address;
    const signature = await payer.signMessage({
      message: excessRequestText({
        checkoutId: id,
        merchantName: "Corner Coffee",
        amount: "12.00 USDC",
        networkName: "Local",
        address: wallet,
      }),
    });
    expectFailure(await request(id, { wallet }), "VALIDATION_ERROR", "signature");
    expectFailure(await request(id, { wallet: shop.merchant.address, signature }), "INVALID_SIGNATURE");
    expect(expectView(await request(id, { wallet, signature })).overpayment).toMatchObject({ signed: true });
    const refund = expectRefund(await postRefund(shop, id, { json: { amount: tooMuch.toString() } }));
    expect({ to: refund.destinationAddress, claimUrl: refund.claimUrl }).toEqual({
      to: wallet,
      claimUrl: null,
    });
  });

  test("refuses a request when nothing was overpaid", async () => {
    const { id } = await paid(shop, ten);
    expect((await getPublic(shop, id)).overpayment).toBeNull();
    expectFailure(await request(id), "CHECKOUT_NOT_REFUNDABLE");
    expectFailure(await request(unknownId), "CHECKOUT_NOT_FOUND");
  });
});

import { expect, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { excessRequestText } from "@/lib/refunds/refund-screen.rules";
import { getCheckout, getPublic } from "../support/api";
import { expectFailure, expectView, postPublic, unknownId } from "../support/contract";
import { manifest } from "../support/manifest";
import { openProjects } from "../support/projects";
import { expectRefund, paid, postRefund, shopOf } from "../support/refunds";

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
  expect((await getPublic(shop, id)).overpayment).toEqual(told);
  const first = expectView(await request(id)).overpayment;
  expect(first).toEqual({ ...told, requestedAt: expect.stringMatching(/Z$/) });
  expect(expectView(await request(id)).overpayment).toEqual(first);
  expect((await getCheckout(shop, id)).overpayment).toEqual(first);

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

test("nothing is requested where nothing was paid above the price", async () => {
  const { id } = await paid(shop, ten);
  expect((await getPublic(shop, id)).overpayment).toBeNull();
  expectFailure(await request(id), "CHECKOUT_NOT_REFUNDABLE");
  expectFailure(await request(unknownId), "CHECKOUT_NOT_FOUND");
});

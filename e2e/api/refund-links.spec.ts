import { expect, test } from "@playwright/test";
import { getAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { refundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import { refundClaimText } from "@/lib/refunds/refund-screen.rules";
import { call, getPublic } from "../support/api";
import { chainOf, pay, sendFrom, untilMined, tokenOf as usdcOf } from "../support/chain";
import { expectData, expectFailure, withoutRequestId } from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import { claimToken, getLink, postLink, signToken, tokenOf, unknownToken } from "../support/refund-links";
import { customer, expectRefund, getRefunds, paid, postRefund, shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;
let projects: Projects;
/** Its funds stay at their deposit addresses. */
let shop: typeof demo;

test.beforeAll(async () => {
  projects = openProjects(demo);
  shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT" }));
});
test.afterAll(() => projects?.close());

test.describe("getRefundLink", () => {
  test("shows the refund, and stays valid", async () => {
    const checkout = await paid(shop, million);
    const token = await claimToken(shop, checkout.id, "250000");
    for (const base of ["", "/api"]) {
      const answer = await call(`${shop.baseUrl}${base}/r/${token}`);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(expectData(answer, 200, refundLinkView)).toMatchObject({
        link: "claim",
        status: "AWAITING_ADDRESS",
        checkoutId: checkout.id,
        amount: "250000",
        chainId: checkout.chainId,
        token: { symbol: "USDC" },
        network: { name: "Local" },
        destinationAddress: null,
        txHash: null,
        call: null,
      });
    }
    expect(JSON.stringify(await getPublic(shop, checkout.id))).not.toContain(token);
  });

  test("invalid links all get the same answer", async () => {
    const answers = [unknownToken, "x", `${unknownToken}0`, "__proto__"].map((token) => getLink(shop, token));
    const texts = (await Promise.all(answers)).map((answer) => {
      expectFailure(answer, "REFUND_LINK_NOT_FOUND");
      return withoutRequestId(answer);
    });
    expect(new Set(texts).size).toBe(1);
  });
});

test.describe("claimRefund", () => {
  test("accepts one address from concurrent submissions", async () => {
    const { id } = await paid(shop, million);
    const token = await claimToken(shop, id);
    const wallets = Array.from({ length: 8 }, (_, at) => getAddress(`0x${`e${at}`.repeat(20)}`));
    const answers = await Promise.all(
      wallets.map((destinationAddress) => postLink(shop, token, { destinationAddress })),
    );
    const taken = answers.flatMap(({ body }) => (body.ok ? [body.data.destinationAddress] : []));
    expect(taken).toHaveLength(1);
    for (const answer of answers) if (!answer.body.ok) expectFailure(answer, "REFUND_LINK_NOT_FOUND");
    const shown = expectData(await getLink(shop, token), 200, refundLinkView);
    expect(shown.destinationAddress).toBe(taken[0]);
    expect(["PENDING", "PROCESSING", "COMPLETED"]).toContain(shown.status);
    const { body } = await getRefunds(shop, id);
    expect(body.ok && body.data[0]?.destinationAddress?.toLowerCase()).toBe(taken[0]);
  });

  test("refuses an address that is no wallet, and stays open", async () => {
    const checkout = await paid(shop, million);
    const token = await claimToken(shop, checkout.id);
    for (const destinationAddress of [
      "0x12",
      "alice.eth",
      `0x${"0".repeat(40)}`,
      customer.replace("F", "f"),
      usdcOf(chainOf(demo)),
      checkout.depositAddress,
      chainOf(demo).factory,
    ])
      expectFailure(
        await postLink(shop, token, { destinationAddress }),
        "VALIDATION_ERROR",
        "destinationAddress",
      );
    expectFailure(await postLink(shop, token, {}), "VALIDATION_ERROR", "destinationAddress");
    for (const signature of ["", "0x12", "0xzz", 7])
      expectFailure(
        await postLink(shop, token, { destinationAddress: customer, signature }),
        "VALIDATION_ERROR",
        "signature",
      );
    expectData(await postLink(shop, token, { destinationAddress: customer }), 200, refundLinkView);
  });

  test("takes the paying wallet's signature, and no other", async () => {
    const { id } = await paid(shop, million);
    const token = await claimToken(shop, id, "500000");
    const link = expectData(await getLink(shop, token), 200, refundLinkView);
    const sign = async (privateKey: string, more: { amount?: string } = {}) => {
      const account = privateKeyToAccount(privateKey as `0x${string}`);
      const signature = await account.signMessage({
        message: refundClaimText({
          refundId: link.id,
          checkoutId: link.checkoutId,
          merchantName: link.merchantName,
          amount: "0.50 USDC",
          networkName: "Local",
          address: account.address,
          ...more,
        }),
      });
      return { destinationAddress: account.address, signature };
    };
    const good = await sign(demo.payer.privateKey);
    const stranger = await sign(demo.merchant.privateKey);
    for (const claim of [
      stranger,
      await sign(demo.payer.privateKey, { amount: "0.60 USDC" }),
      { ...good, signature: stranger.signature },
      { ...stranger, signature: good.signature },
      { ...good, signature: `0x${"00".repeat(65)}` },
    ])
      expectFailure(await postLink(shop, token, claim), "INVALID_SIGNATURE", "signature");
    const taken = expectData(await postLink(shop, token, good), 200, refundLinkView);
    expect(taken.destinationAddress).toBe(demo.payer.address.toLowerCase());
  });

  test("redirects a form to its page", async () => {
    const { id } = await paid(shop, million);
    const token = await claimToken(shop, id);
    const post = (destinationAddress: string) =>
      fetch(`${shop.baseUrl}/api/r/${token}`, {
        method: "POST",
        body: new URLSearchParams({ destinationAddress }),
        redirect: "manual",
      });
    const refused = await post(usdcOf(chainOf(demo)));
    expect([refused.status, refused.headers.get("location")]).toEqual([
      303,
      `/r/${token}?problem=VALIDATION_ERROR`,
    ]);
    const taken = await post(customer);
    expect([taken.status, taken.headers.get("location")]).toEqual([303, `/r/${token}`]);
  });
});

test.describe("submitRefundTransaction", () => {
  test("finds the refund that the merchant's wallet sent, and only that", async () => {
    const strict = { ...demo, ...demo.secondProject };
    const { id } = await paid(strict, million);
    const json = { amount: "300000", destinationAddress: getAddress(`0x${"d7".repeat(20)}`) };
    const refund = expectRefund(await postRefund(strict, id, { json }));
    const token = await signToken(demo, refund.id);
    const link = expectData(await getLink(demo, token), 200, refundLinkView);
    expect(link).toMatchObject({ link: "sign", status: "AWAITING_SIGNATURE", call: { method: "refund" } });
    if (link.call === null) throw new Error("nothing to sign");

    const hand = (txHash: unknown) => postLink(demo, token, { txHash }, "/transaction");
    expectFailure(await hand("0x12"), "INVALID_TX_HASH", "txHash");
    expectFailure(await hand(7), "VALIDATION_ERROR", "txHash");
    expectFailure(await hand(`0x${"ab".repeat(32)}`), "TRANSACTION_NOT_FOUND");
    const other = await pay(demo, customer, 1n);
    await untilMined(demo, other);
    expectFailure(await hand(other), "NO_MATCHING_TRANSFER");
    const failed = await pay(demo, customer, 10n ** 30n, { gas: 100_000n });
    await untilMined(demo, failed);
    expectFailure(await hand(failed), "TRANSACTION_REVERTED");

    const txHash = await sendFrom(demo, link.call.from, link.call);
    expect(await untilMined(demo, txHash)).toBe(true);
    const seen = expectData(await hand(txHash), 200, refundLinkView);
    expect(["PROCESSING", "COMPLETED"]).toContain(seen.status);
    expect(seen.call).toBeNull();
    // Again, by anyone who has the link: harmless.
    expect((await hand(txHash)).status).toBe(200);
  });

  test("a customer's link refuses a transaction, and a merchant's an address", async () => {
    const { id } = await paid(shop, million);
    const token = await claimToken(shop, id);
    const txHash = `0x${"ab".repeat(32)}`;
    expectFailure(await postLink(shop, token, { txHash }, "/transaction"), "REFUND_LINK_NOT_FOUND");
    const strict = { ...demo, ...demo.secondProject };
    const sold = await paid(strict, million);
    const json = { amount: "1", destinationAddress: customer };
    const refund = expectRefund(await postRefund(strict, sold.id, { json }));
    const toSign = await signToken(demo, refund.id);
    expectFailure(await postLink(demo, toSign, { destinationAddress: customer }), "REFUND_LINK_NOT_FOUND");
    expect(tokenOf(`${demo.checkoutPageUrl}/r/${toSign}`)).toBe(toSign);
  });
});

import { expect, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { operations } from "@/lib/api/operation-list";
import type { VerifyPaymentResult } from "@/lib/checkouts/checkout-input.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { type Changes, signPayment } from "@/lib/testing/signed-payment";
import { createCheckout, getCheckout, getPublic, untilStatus } from "../support/api";
import { chainOf, pay, payOnSecondChain, tokenOf, untilMined } from "../support/chain";
import { expectData, expectFailure, expectView, postPublic, unknownId } from "../support/contract";
import { manifest } from "../support/stack";

const demo = manifest();
const local = chainOf(demo);
const fixed = { amount: "1000000", chainId: local.chainId, tokenAddress: tokenOf(local) };
const unknownHash = (digit: string) => `0x${digit.repeat(64)}`;

const verify = (id: string, body: unknown) => postPublic<VerifyPaymentResult>(demo, id, "verify", body);
const verified = async (id: string, txHash: string, chainId = local.chainId) =>
  expectData(await verify(id, { txHash, chainId }), 200, operations.verifyPayment.data);

/** A payment that the chain has already taken in. */
async function paid(to: string | null, units: bigint, options: Parameters<typeof pay>[3] = {}) {
  const hash = await pay(demo, String(to), units, options);
  await untilMined(demo, hash, options.chainId);
  return hash;
}

test("a payment that is handed in is seen at once, and repeating it changes nothing", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  const txHash = await paid(depositAddress, 1_000_000n);
  expect((await verified(id, txHash)).status).toMatch(/^(DETECTED|PAID|SETTLED)$/);
  await Promise.all(Array.from({ length: 10 }, () => verified(id, txHash.toUpperCase().replace("0X", "0x"))));
  const settled = await untilStatus(demo, id, "SETTLED");
  expect(settled).toMatchObject({ totalPaid: "1000000", paidAmount: "1000000", paymentTxHash: txHash });
  expect((await verified(id, txHash)).status).toBe("SETTLED");
});

test("credits one payment to one checkout, and none elsewhere", async () => {
  const bought = await createCheckout(demo, fixed);
  const free = await createCheckout(demo, fixed);
  const foreign = await createCheckout(demo, fixed, demo.secondProject.serverKey);
  const txHash = await paid(bought.depositAddress, 1_000_000n);
  for (const { id } of [free, foreign]) {
    expectFailure(await verify(id, { txHash, chainId: local.chainId }), "NO_MATCHING_TRANSFER");
    expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", totalPaid: "0", isPaid: false });
  }
  await untilStatus(demo, bought.id, "SETTLED");
});

test("a part payment is reported as one", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  expect(await verified(id, await paid(depositAddress, 999_999n))).toEqual({
    status: "PENDING",
    message: "A part of the amount was received.",
    outcome: "RECORDED",
  });
  expect(await getCheckout(demo, id)).toMatchObject({ totalPaid: "999999", isPaid: false });
});

test("refuses a transfer of zero", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  const txHash = await paid(depositAddress, 0n);
  expectFailure(await verify(id, { txHash, chainId: local.chainId }), "NO_MATCHING_TRANSFER");
});

test("another token does not pay", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  const txHash = await paid(depositAddress, 1_000_000n, { symbol: "USDT" });
  const answer = await verify(id, { txHash, chainId: local.chainId });
  expectFailure(answer, "NO_MATCHING_TRANSFER", "tokenAddress");
  expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", totalPaid: "0" });
});

test("another chain does not pay", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  const txHash = await payOnSecondChain(demo, String(depositAddress), 1_000_000n);
  expectFailure(await verify(id, { txHash, chainId: 31338 }), "CHAIN_MISMATCH");
  expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", totalPaid: "0" });
});

test("a transaction that failed on the chain pays nothing", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  const hash = await pay(demo, String(depositAddress), 2n ** 255n, { gas: 200_000n });
  expect(await untilMined(demo, hash)).toBe(false);
  expectFailure(await verify(id, { txHash: hash, chainId: local.chainId }), "TRANSACTION_REVERTED");
});

test("an earlier choice that is paid in time pays the checkout", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const there = expectView(await postPublic<PublicCheckoutView>(demo, id, "select", fixed));
  const other = { ...fixed, tokenAddress: tokenOf(local, "USDT") };
  expectView(await postPublic<PublicCheckoutView>(demo, id, "select", other));
  const txHash = await paid(there.depositAddress, 1_000_000n);
  await expect.poll(async () => (await getPublic(demo, id)).isPaid, { timeout: 20_000 }).toBe(true);
  expect((await getCheckout(demo, id)).paymentTxHash).toBe(txHash);
});

test("an unknown hash is watched for, five of them at most", async () => {
  const { id } = await createCheckout(demo, fixed);
  for (const digit of ["1", "2", "3", "4", "5", "1"])
    expect(await verified(id, unknownHash(digit))).toMatchObject({ status: "PENDING", outcome: "EXPECTED" });
  const sixth = { txHash: unknownHash("6"), chainId: local.chainId };
  expectFailure(await verify(id, sixth), "TRANSACTION_NOT_FOUND");
});

test("watches no hash once it is paid", async () => {
  const { id, depositAddress } = await createCheckout(demo, fixed);
  await paid(depositAddress, 1_000_000n);
  await untilStatus(demo, id, "SETTLED");
  const answer = await verify(id, { txHash: unknownHash("7"), chainId: local.chainId });
  expectFailure(answer, "TRANSACTION_NOT_FOUND");
});

test("refuses an invalid transaction hash", async () => {
  for (const [what, txHash] of [
    ["empty", ""],
    ["a digit short", `0x${"a".repeat(63)}`],
    ["a digit long", `0x${"a".repeat(65)}`],
    ["no hex", `0x${"g".repeat(64)}`],
    ["without 0x", "a".repeat(64)],
    ["with NUL", `0x${"a".repeat(63)}\u0000`],
    ["with a newline", `0x${"a".repeat(64)}\n`],
  ] as const) {
    await test.step(`a hash that is ${what} is none`, async () => {
      const { id } = await createCheckout(demo, fixed);
      expectFailure(await verify(id, { txHash, chainId: local.chainId }), "INVALID_TX_HASH", "txHash");
    });
  }
});

test("refuses a malformed body, for an existing checkout and an unknown one", async () => {
  for (const [what, body, param] of [
    ["no hash", { chainId: 31337 }, "txHash"],
    ["no chain", { txHash: unknownHash("a") }, "chainId"],
    ["a number as hash", { txHash: 5, chainId: 31337 }, "txHash"],
    ["a hash of 60,000 characters", { txHash: "0".repeat(60_000), chainId: 31337 }, "txHash"],
    ["a chain as text", { txHash: unknownHash("a"), chainId: "31337" }, "chainId"],
    ["a list", [], undefined],
    ["null", null, undefined],
  ] as const) {
    await test.step(`a body with ${what} is refused, for a checkout that is there or is not`, async () => {
      const { id } = await createCheckout(demo, fixed);
      for (const checkoutId of [id, unknownId])
        expectFailure(await verify(checkoutId, body), "VALIDATION_ERROR", param);
    });
  }
});

test("refuses a disabled chain with the list of enabled ones", async () => {
  const { id } = await createCheckout(demo, fixed);
  const answer = await verify(id, { txHash: unknownHash("a"), chainId: 1 });
  expect(expectFailure(answer, "UNSUPPORTED_CHAIN", "chainId").message).toContain("31337");
});

test("answers 404 for an unknown checkout with any hash", async () => {
  for (const body of [
    { txHash: unknownHash("a"), chainId: local.chainId },
    { txHash: "no hash", chainId: local.chainId },
    { txHash: unknownHash("a"), chainId: 1 },
  ])
    expectFailure(await verify(unknownId, body), "CHECKOUT_NOT_FOUND");
});

const authorize = (id: string, body: unknown) => postPublic(demo, id, "authorize", body);
const signed = async (id: string, changes: Changes = {}, key = demo.payer.privateKey) =>
  signPayment(await getPublic(demo, id), key, changes);

/** What the checkout holds once it is paid, whether the merchant has it already or not. */
async function untilPaid(id: string) {
  await expect.poll(() => getPublic(demo, id).then(({ isPaid }) => isPaid), { timeout: 60_000 }).toBe(true);
  const { totalPaid, paidAmount, gaslessPayment } = await getPublic(demo, id);
  return { totalPaid, paidAmount, txHash: gaslessPayment?.txHash };
}

test("a signed payment is relayed and found; the same again changes nothing", async () => {
  const { id } = await createCheckout(demo, fixed);
  const view = await getPublic(demo, id);
  expect(view).toMatchObject({
    gasless: true,
    signingDomain: { name: "USD Coin", version: "2" },
    gaslessPayment: null,
  });
  const body = await signed(id);
  const accepted = expectView(await authorize(id, body));
  expect(accepted.gaslessPayment?.status).toMatch(/^(PENDING|SENT)$/);
  expect(accepted.status).toBe("PENDING");
  for (let again = 0; again < 3; again++) expectView(await authorize(id, body));
  expect(await untilPaid(id)).toEqual({
    totalPaid: "1000000",
    paidAmount: "1000000",
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  expectView(await authorize(id, body));
  expectFailure(await authorize(id, await signed(id, { value: 1_000_000n })), "CHECKOUT_NOT_PAYABLE");
});

test("accepts one signed payment at a time, and each nonce once", async () => {
  const { id } = await createCheckout(demo, fixed);
  const [first, second] = [await signed(id), await signed(id)];
  const answers = await Promise.all([authorize(id, first), authorize(id, second)]);
  const refused = answers.find(({ body }) => !body.ok);
  if (refused === undefined) throw new Error("both were accepted");
  expectFailure(refused, "AUTHORIZATION_IN_FLIGHT");
  const other = await createCheckout(demo, fixed);
  const taken = answers[0] === refused ? second : first;
  expectFailure(await authorize(other.id, taken), "AUTHORIZATION_USED", "nonce");
  expect(await untilPaid(id)).toMatchObject({ totalPaid: "1000000", paidAmount: "1000000" });
});

test("refuses a payment that doesn't fit this checkout with the wrong field", async () => {
  const { id } = await createCheckout(demo, fixed);
  const refusals: [Changes, string][] = [
    [{ value: 999_999n }, "value"],
    [{ to: `0x${"ab".repeat(20)}` }, "signature"],
    [{ chainId: 1 }, "signature"],
    [{ version: "1" }, "signature"],
    [{ validBefore: Math.floor(Date.now() / 1_000) + 60 }, "validBefore"],
    [{ validBefore: Math.floor(Date.now() / 1_000) + 7_200 }, "validBefore"],
  ];
  for (const [changes, param] of refusals)
    expectFailure(await authorize(id, await signed(id, changes)), "INVALID_AUTHORIZATION", param);
  const body = await signed(id);
  for (const [change, param] of [
    [{ signature: "0x12" }, "signature"],
    [{ nonce: "0x12" }, "nonce"],
    [{ value: "1e6" }, "value"],
    [{ validBefore: "soon" }, "validBefore"],
    [{ from: "me" }, "from"],
  ] as const)
    expectFailure(await authorize(id, { ...body, ...change }), "VALIDATION_ERROR", param);
  expectFailure(await authorize(unknownId, body), "CHECKOUT_NOT_FOUND");
  expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
});

test("reports too little balance, and a token without signatures, by their codes", async () => {
  const { id } = await createCheckout(demo, fixed);
  const key = generatePrivateKey();
  await untilMined(demo, await pay(demo, privateKeyToAccount(key).address, 999_999n));
  expectFailure(await authorize(id, await signed(id, {}, key)), "INSUFFICIENT_BALANCE", "from");
  const inUsdt = await createCheckout(demo, { ...fixed, tokenAddress: tokenOf(local, "USDT") });
  expect(await getPublic(demo, inUsdt.id)).toMatchObject({ gasless: false, signingDomain: null });
  expectFailure(await authorize(inUsdt.id, await signed(inUsdt.id)), "GASLESS_UNAVAILABLE");
});

import { expect, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type Changes, signPayment } from "@/lib/testing/signed-payment";
import { createCheckout, getPublic } from "../support/api";
import { chainOf, pay, tokenOf, untilMined } from "../support/chain";
import { expectFailure, expectView, postPublic, unknownId } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
const local = chainOf(demo);
const fixed = { amount: "1000000", chainId: local.chainId, tokenAddress: tokenOf(local) };
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

test("one signed payment is on its way at a time, and a nonce is good for one", async () => {
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

test("what is not a payment of this checkout is refused with the field at fault", async () => {
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

test("a wallet with too little, and a token that takes no signatures, are told as what they are", async () => {
  const { id } = await createCheckout(demo, fixed);
  const key = generatePrivateKey();
  await untilMined(demo, await pay(demo, privateKeyToAccount(key).address, 999_999n));
  expectFailure(await authorize(id, await signed(id, {}, key)), "INSUFFICIENT_BALANCE", "from");
  const inUsdt = await createCheckout(demo, { ...fixed, tokenAddress: tokenOf(local, "USDT") });
  expect(await getPublic(demo, inUsdt.id)).toMatchObject({ gasless: false, signingDomain: null });
  expectFailure(await authorize(inUsdt.id, await signed(inUsdt.id)), "GASLESS_UNAVAILABLE");
});

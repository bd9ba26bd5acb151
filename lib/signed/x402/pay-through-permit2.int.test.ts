import { maxUint256 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { permit2Address } from "@/lib/chain/contracts/signing.rules";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { localUsdtAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { type SignedPermit2Offer, signPermit2Offer } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { x402Desk } from "@/lib/testing/world/x402";

type Permit2Signed = SignedPermit2Offer["payload"]["permit2Authorization"];

let checkout: Checkout;
let key: Hex;

const network = await testNetwork();
const world = testWorld([network]);
const desk = x402Desk(world);
const usdt = { chainId: 31337, tokenAddress: network.usdt };

beforeEach(async () => {
  checkout = await world.create({ amount: price, ...usdt });
  key = generatePrivateKey();
  await send(network, network.usdt, localUsdtAbi, "mint", [payer(), price]);
  await approve(maxUint256);
});

const payer = () => privateKeyToAccount(key).address;
async function approve(units: bigint) {
  await network.chain.client.setBalance({ address: payer(), value: 10n ** 18n });
  const hash = await testWallet(network.chain, 1).writeContract({
    account: privateKeyToAccount(key),
    address: network.usdt,
    abi: localUsdtAbi,
    functionName: "approve",
    args: [permit2Address, units],
  });
  await awaitReceipt(network.chain.client, hash);
}
const sign = async (changes: Parameters<typeof signPermit2Offer>[3] = {}) => {
  const [entry] = (await desk.offer(checkout)).accepts;
  if (entry === undefined) throw new Error("nothing is offered");
  return signPermit2Offer(entry, key, Math.floor(world.now.getTime() / 1_000), changes);
};

describe("a payment through Permit2", () => {
  it("settles once, with the same outcome when it is sent again", async () => {
    const payment = await sign();
    expect(payment.accepted.extra).toEqual({ assetTransferMethod: "permit2" });
    expect(await desk.submit(checkout, payment)).toMatchObject({ kind: "pending" });
    await desk.relayAndScan();
    const settled = await desk.submit(checkout, payment);
    expect(settled).toMatchObject({ kind: "settled", reason: null });
    expect(await desk.submit(checkout, payment)).toEqual(settled);
    expect(await network.balance(checkout.depositAddress, network.usdt)).toBe(price);
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
  });

  it.each<[what: string, change: (signed: Permit2Signed) => Permit2Signed, expected: string]>([
    [
      "receiver",
      (signed) => ({ ...signed, witness: { ...signed.witness, to: `0x${"ab".repeat(20)}` } }),
      "invalid_permit2_recipient_mismatch",
    ],
    ["spender", (signed) => ({ ...signed, spender: `0x${"ab".repeat(20)}` }), "invalid_permit2_spender"],
    [
      "token",
      (signed) => ({ ...signed, permitted: { ...signed.permitted, token: network.usdc } }),
      "CHECKOUT_NOT_PAYABLE",
    ],
  ])("is refused when it is sent again with another %s", async (_, change, expected) => {
    const payment = await sign();
    await desk.submit(checkout, payment);
    await desk.relayAndScan();
    const { signature, permit2Authorization } = payment.payload;
    const other = { ...payment, payload: { signature, permit2Authorization: change(permit2Authorization) } };
    const answer = await desk.submit(checkout, other).then(
      ({ reason }) => reason,
      ({ code }: { code: string }) => code,
    );
    expect(answer).toBe(expected);
  });

  it("needs the wallet's approval of Permit2", async () => {
    await approve(0n);
    expect(await desk.submit(checkout, await sign())).toMatchObject({
      kind: "refused",
      reason: "permit2_allowance_required",
    });
  });

  it.each<[what: string, changes: () => Parameters<typeof signPermit2Offer>[3], reason: string]>([
    ["to another address", () => ({ to: `0x${"ab".repeat(20)}` }), "invalid_permit2_recipient_mismatch"],
    ["of another amount", () => ({ value: price - 1n }), "permit2_amount_mismatch"],
    ["of another token", () => ({ token: network.usdc }), "permit2_token_mismatch"],
    ["for another spender", () => ({ spender: `0x${"ab".repeat(20)}` }), "invalid_permit2_spender"],
    ["without an end", () => ({ deadline: maxUint256 }), "permit2_deadline_expired"],
    ["that has ended", () => ({ deadline: 1n }), "permit2_deadline_expired"],
    ["that begins later", () => ({ validAfter: 2n ** 40n }), "permit2_not_yet_valid"],
  ])("%s is refused", async (_, changes, reason) => {
    expect(await desk.submit(checkout, await sign(changes()))).toMatchObject({ kind: "refused", reason });
    expect(await world.query("SELECT FROM authorizations")).toEqual([]);
  });

  it("is refused in the SDK's words when the signature is another one's, or the balance is too low", async () => {
    const payment = await sign();
    const other = { ...payment, payload: { ...payment.payload, signature: `0x${"11".repeat(64)}1b` as Hex } };
    expect(await desk.submit(checkout, other)).toMatchObject({ reason: "invalid_permit2_signature" });
    key = generatePrivateKey();
    await approve(maxUint256);
    expect(await desk.submit(checkout, await sign())).toMatchObject({
      reason: "permit2_insufficient_balance",
    });
  });

  it("is offered after the tokens that any wallet can sign for", async () => {
    checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const { accepts } = await desk.offer(checkout);
    expect(accepts.map(({ extra }) => extra)).toEqual([
      { name: "USD Coin", version: "2" },
      { assetTransferMethod: "permit2" },
    ]);
  });
});

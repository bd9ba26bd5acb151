import { type Abi, maxUint256 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { CallRefused } from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { authorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { localExactProxyAbi, localUsdcAbi, localUsdtAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { restoredUsdt } from "@/lib/testing/issuer-tokens";
import { type Changes, signPayment } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { x402Desk } from "@/lib/testing/world/x402";
import { acceptAuthorization } from "./accept-authorization";
import { relayAuthorizations } from "./relay-authorizations";

// Whoever holds a signature can submit it, and a client that is refused signs again: the payer holds twice the price here,
// and must never pay more than once.

const network = await testNetwork();
const { client } = network.chain;
const world = testWorld([network], { booksAgree: true });
const desk = x402Desk(world);
let checkout: Checkout;
let key: Hex;
let payer: Hex;

beforeEach(async () => {
  checkout = await world.create();
  key = generatePrivateKey();
  payer = privateKeyToAccount(key).address;
  await send(network, network.usdc, localUsdcAbi, "mint", [payer, 2n * price]);
});

/** A signed payment, however it is presented. */
type Payment = {
  present(): Promise<string>;
  /** Sent by anyone else who holds it, before whatever we send. */
  send(): Promise<Hex>;
};

/** Sent by somebody else, and in a block. */
async function submitted(payment: Payment): Promise<Hex> {
  const hash = await payment.send();
  await client.waitForTransactionReceipt({ hash });
  return hash;
}

/** By the authorize operation, as the page does. */
async function signOnPage(changes: Changes = {}): Promise<Payment> {
  const { id, depositAddress: to } = checkout;
  const body = await signPayment(await getPublicCheckout(world.deps, id), key, changes);
  const { kind, value, validBefore, nonce, signature } = body;
  const present = () =>
    acceptAuthorization(world.deps, id, authorizePaymentBody.parse(body), "192.0.2.1").then(
      ({ accepted }) => (accepted ? "accepted" : "known"),
      ({ code }: { code: string }) => code,
    );
  if (kind === "EIP3009")
    return { present, send: () => transfer([payer, to, value, 0, validBefore, nonce, signature]) };
  const permit = {
    permitted: { token: network.usdt, amount: value },
    nonce: BigInt(nonce),
    deadline: validBefore - 1,
  };
  const args = [permit, payer, { to, validAfter: 0 }, signature];
  return { present, send: () => submit(exactProxyAddress, localExactProxyAbi, "settle", args) };
}

/** By x402, as software does. */
async function signOffer(changes: { validBefore?: number } = {}): Promise<Payment> {
  const { validBefore: end } = changes;
  const payment = await desk.sign(checkout, key, end === undefined ? {} : { validBefore: BigInt(end) });
  const { authorization, signature } = payment.payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return {
    present: () =>
      desk.submit(checkout, payment).then(
        ({ kind, reason, txHash }) => (kind === "pending" ? kind : `${kind} ${reason ?? txHash}`),
        ({ code }: { code: string }) => code,
      ),
    send: () => transfer([from, to, value, validAfter, validBefore, nonce, signature]),
  };
}

const transfer = (args: readonly unknown[]) =>
  submit(network.usdc, localUsdcAbi, "transferWithAuthorization", args);

function submit(
  address: Hex,
  abi: readonly unknown[],
  functionName: string,
  args: readonly unknown[],
): Promise<Hex> {
  return testWallet(network.chain, 3).writeContract({
    ...{ address, abi: abi as Abi, functionName, args },
    gas: 500_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 11n,
  });
}

const relay = () => relayAuthorizations(world.deps, 31337);
/** Mines, scans, and follows the operator's transactions to their end. */
async function complete(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await network.chain.mine(2);
    await world.watch();
    const { number } = await network.reader.latest();
    await followTransactions(world.deps, world.deps.sender(31337), number);
    world.clockAheadMs += 16_000;
  }
}
async function expectPaidOnce(token = network.usdc): Promise<void> {
  await relay();
  await complete();
  expect(await network.balance(checkout.depositAddress, token)).toBe(price);
  expect(await world.status(checkout)).toBe("PAID");
}
const soon = (seconds: number) => Math.floor(world.now.getTime() / 1_000) + seconds;
/** Gas is too dear for as long as we try. */
async function failToSend(): Promise<void> {
  const { sender } = world.deps;
  const prepareRelay = () => Promise.reject(new CallRefused("FEE_ABOVE_CEILING", "too dear"));
  world.clockAheadMs += 61_000;
  await world.withDeps({ sender: (chainId) => ({ ...sender(chainId), prepareRelay }) }, relay);
  expect(await gasless()).toMatchObject({ status: "FAILED", failureReason: "NOT_SENT_IN_TIME" });
}
const gasless = async () => (await getPublicCheckout(world.deps, checkout.id)).gaslessPayment;
const inFlight = "AUTHORIZATION_IN_FLIGHT";

describe.each([
  { door: "the page", sign: signOnPage, accepted: "accepted", known: "known" },
  { door: "x402", sign: signOffer, accepted: "pending", known: "pending" },
])("a payment signed for $door", ({ sign, accepted, known }) => {
  it("is awaited when somebody else submitted it before, and a second one is refused", async () => {
    const [first, second] = [await sign(), await sign()];
    const txHash = await submitted(first);
    expect.soft(await first.present()).toBe(known);
    expect.soft(await second.present()).toBe(inFlight);
    await relay();
    expect.soft(await second.present()).toBe(inFlight);
    expect.soft(await first.present()).toBe(known);
    await expectPaidOnce();
    expect.soft(await first.present()).toBe(known === "pending" ? `settled ${txHash}` : known);
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
  });

  it("is awaited when somebody else submitted it, though it is refused for its time", async () => {
    const [first, second] = [await sign({ validBefore: soon(165) }), await sign()];
    const txHash = await submitted(first);
    world.clockAheadMs += 60_000;
    expect.soft(await first.present()).toBe(known);
    expect.soft(await second.present()).toBe(inFlight);
    // Its payment is found before the relay looks at it.
    await complete();
    await expectPaidOnce();
    expect.soft(await first.present()).toBe(known === "pending" ? `settled ${txHash}` : known);
  });

  it("is awaited when somebody else's transaction waits as ours is sent", async () => {
    const [first, second] = [await sign(), await sign()];
    expect.soft(await first.present()).toBe(accepted);
    await network.inOneBlock(async () => {
      await first.send();
      await relay();
      expect.soft(await second.present()).toBe(inFlight);
    });
    expect.soft(await second.present()).toBe(inFlight);
    await expectPaidOnce();
  });

  it("is awaited when somebody else submits it after we failed to send it", async () => {
    const [first, second] = [await sign(), await sign()];
    expect.soft(await first.present()).toBe(accepted);
    await failToSend();
    expect.soft(await second.present()).toBe(inFlight);
    await submitted(first);
    expect.soft(await second.present()).toBe(inFlight);
    await expectPaidOnce();
  });

  it("makes room for a second one once its time is over on the scanned chain", async () => {
    const [first, second] = [await sign({ validBefore: soon(125) }), await sign({ validBefore: soon(350) })];
    expect.soft(await first.present()).toBe(accepted);
    await failToSend();
    await network.pass(130);
    expect.soft(await second.present()).toBe(inFlight);
    await world.scan();
    expect(await gasless()).toMatchObject({ status: "FAILED", mayStillPay: false });
    expect.soft(await second.present()).toBe(accepted);
    expect(await gasless()).toMatchObject({ status: "PENDING", mayStillPay: true });
    await submitted(first);
    await expectPaidOnce();
  });
});

it("a second signature of a payer has no receipt for what the first one paid", async () => {
  const payment = await desk.sign(checkout, key);
  await desk.submit(checkout, payment);
  const { from, to, value, validAfter, validBefore, nonce } = payment.payload.authorization;
  await transfer([from, to, value, validAfter, validBefore, nonce, payment.payload.signature]);
  await relay();
  await world.scan();
  // A later one, and earlier ones over another amount and of another wallet.
  await world.query(
    `INSERT INTO authorizations SELECT (jsonb_populate_record(first, other || jsonb_build_object(
       'id', 'aut_' || digit, 'nonce', '0x' || repeat(digit, 64),
       'created_at', first.created_at + after * interval '1 millisecond'))).*
     FROM authorizations AS first, (VALUES ('5', 1, '{}'::jsonb), ('6', -1, '{"amount_units": 1}'),
       ('7', -1, jsonb_build_object('from_address', '0x' || repeat('7', 40)))) AS others (digit, after, other)`,
  );
  expect(await recordedHash(nonce)).toMatch(/^0x/);
  for (const digit of ["5", "6"]) expect(await recordedHash(`0x${digit.repeat(64)}`)).toBeNull();
  // A block may be dated ten seconds before we took the signature.
  const takenAfter = (ms: number) =>
    world.query(
      `UPDATE authorizations SET failure_reason = NULL, created_at = transfer.block_timestamp + $2 * interval '1 millisecond'
       FROM transfers AS transfer WHERE NOT transfer.orphaned AND nonce = $1`,
      [nonce, ms],
    );
  await world.query("DELETE FROM authorizations WHERE nonce <> $1", [nonce]);
  await takenAfter(10_000);
  expect(await recordedHash(nonce)).toMatch(/^0x/);
  await takenAfter(10_001);
  expect(await recordedHash(nonce)).toBeNull();
});

it("an earlier signature that moved nothing has no receipt for what a later one paid", async () => {
  const first = await desk.sign(checkout, key, { validBefore: BigInt(soon(125)) });
  const later = await desk.sign(checkout, key, { validBefore: BigInt(soon(350)) });
  await desk.submit(checkout, first);
  await failToSend();
  await network.pass(130);
  await world.scan();
  await desk.submit(checkout, later);
  await expectPaidOnce();
  expect(await recordedHash(later.payload.authorization.nonce)).toMatch(/^0x/);
  expect(await recordedHash(first.payload.authorization.nonce)).toBeNull();
});
const recordedHash = async (nonce: string) => {
  const token = { chainId: 31337, tokenAddress: network.usdc };
  const facts = await world.deps.authorizations.facts(token, payer.toLowerCase() as Hex, nonce as Hex);
  return facts?.recordedTxHash ?? null;
};

describe("a payment through Permit2", () => {
  const usdt = { chainId: 31337, tokenAddress: network.usdt };
  beforeEach(() => send(network, network.usdt, localUsdtAbi, "mint", [payer, 2n * price]));

  it("is awaited when somebody else submitted it before", async () => {
    await restoredUsdt(network);
    checkout = await world.create({ amount: price, ...usdt });
    await send(network, network.usdt, localUsdtAbi, "mint", [payer, 2n * price]);
    await client.setBalance({ address: payer, value: 10n ** 18n });
    const account = privateKeyToAccount(key);
    const approval = {
      abi: localUsdtAbi,
      functionName: "approve",
      args: [permit2Address, maxUint256],
    } as const;
    await testWallet(network.chain, 3).writeContract({ account, address: network.usdt, ...approval });
    const [first, second] = [await signOnPage({ kind: "PERMIT2" }), await signOnPage({ kind: "PERMIT2" })];
    await submitted(first);
    expect.soft(await first.present()).toBe("known");
    await relay();
    expect.soft(await second.present()).toBe(inFlight);
    await expectPaidOnce(network.usdt);
  });
});

import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { exactProxyAddress } from "@/lib/chain/contracts/signing.rules";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cancelCheckout, selectToken } from "@/lib/checkouts/pending-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { x402Payability } from "@/lib/checkouts/views/x402-payability";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import { onDueWork } from "@/lib/platform/due-work";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { issuedUsdc, restoredUsdc } from "@/lib/testing/issuer-tokens";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { x402Desk } from "@/lib/testing/world/x402";
import { x402Payment } from "./x402.schema";

let checkout: Checkout;
let key: Hex;
let payer: Hex;

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const desk = x402Desk(world);
beforeEach(async () => {
  checkout = await world.create();
  await newWallet();
});

/** Signs from here on, and holds so much. */
async function newWallet(units = price) {
  key = generatePrivateKey();
  payer = privateKeyToAccount(key).address;
  await mint(payer, units);
}
const mint = (to: Hex, units = price) => send(network, network.usdc, localUsdcAbi, "mint", [to, units]);
const broadcast = () =>
  world.query<{ tx_hash: Hex }>("SELECT tx_hash FROM outgoing_transactions WHERE own(id)");
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code }: { code: string }) => code,
  );
/** Waits, while accepted payments are sent and found. */
function working(waitMs = 20_000) {
  onDueWork((due) => {
    if (due !== "deliver" && due.work === "relay") void desk.relayAndScan().catch(() => undefined);
  });
  onTestFinished(() => onDueWork(() => undefined));
  return desk.instance({ waitMs });
}
/** What a receipt of the whole price states. */
const receipt = (state: "settled" | "final") => ({
  state,
  chainId: 31337,
  tokenAddress: network.usdc,
  from: payer.toLowerCase(),
  amountUnits: price,
  payTo: checkout.depositAddress,
});
const pendingWithout = { kind: "pending", reason: "settlement_pending", txHash: null };

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

describe("a payment", () => {
  it("is settled once its transaction is in a block, while the client waits", async () => {
    const payment = await desk.sign(checkout, key);
    const result = await desk.submit(checkout, payment, { deps: working() });
    const [sent] = await broadcast();
    expect(result).toEqual({
      kind: "settled",
      reason: null,
      txHash: sent?.tx_hash,
      receipt: receipt("settled"),
    });
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(await network.balance(checkout.depositAddress)).toBe(price);
    await complete();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("is pending when the wait ends first, and settled when it is sent again", async () => {
    const payment = await desk.sign(checkout, key);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    await desk.relayAndScan();
    const [sent] = await broadcast();
    expect(await desk.submit(checkout, payment)).toEqual({
      kind: "settled",
      reason: null,
      txHash: sent?.tx_hash,
      receipt: receipt("settled"),
    });
    expect(await broadcast()).toHaveLength(1);
  });

  it("names its transaction while it has no block", async () => {
    const payment = await desk.sign(checkout, key);
    await desk.submit(checkout, payment);
    await network.inOneBlock(async () => {
      await desk.relayAndScan();
      const [sent] = await broadcast();
      expect(await desk.submit(checkout, payment)).toEqual({ ...pendingWithout, txHash: sent?.tx_hash });
    });
    await world.scan();
  });

  it("has one outcome for two requests at once, in two instances", async () => {
    const payment = await desk.sign(checkout, key);
    const results = await Promise.all(
      [working(), working()].map((deps) => desk.submit(checkout, payment, { deps })),
    );
    const [sent] = await broadcast();
    const settled = { kind: "settled", reason: null, txHash: sent?.tx_hash, receipt: receipt("settled") };
    expect(results).toEqual([settled, settled]);
    expect(await broadcast()).toHaveLength(1);
  });

  it("is accepted once of two different ones at once", async () => {
    const payments = [await desk.sign(checkout, key), await desk.sign(checkout, key)];
    const results = await Promise.all(payments.map((payment) => refusal(desk.submit(checkout, payment))));
    expect(results.toSorted()).toEqual(["AUTHORIZATION_IN_FLIGHT", "no refusal"]);
  });

  it("keeps its outcome once the checkout is paid, expired or refused to others", async () => {
    const payment = await desk.sign(checkout, key);
    const settled = await desk.submit(checkout, payment, { deps: working() });
    await complete();
    expect(await desk.submit(checkout, payment)).toEqual({ ...settled, receipt: receipt("final") });
    expect(await refusal(desk.offer(checkout))).toBe("CHECKOUT_NOT_PAYABLE");
    world.clockAheadMs += 86_400_000;
    expect(await desk.submit(checkout, payment)).toEqual({ ...settled, receipt: receipt("final") });
  });

  it("has its outcome in another instance when the one that waited was killed", async () => {
    const payment = await desk.sign(checkout, key);
    const killed = desk.instance({ waitMs: 60_000 });
    const waiting = desk.submit(checkout, payment, { deps: killed });
    await expect.poll(() => world.query("SELECT FROM authorizations"), { interval: 20 }).toHaveLength(1);
    // Its streams end with the process: nothing it had in memory counts.
    killed.liveCheckouts.close();
    await waiting;
    await desk.relayAndScan();
    const [sent] = await broadcast();
    expect(await desk.submit(checkout, payment)).toMatchObject({ kind: "settled", txHash: sent?.tx_hash });
  });

  it("pays what remains of a partly paid checkout", async () => {
    await network.pay(checkout.depositAddress, 1_000_000n);
    await world.scan();
    const [entry] = (await desk.offer(checkout)).accepts;
    expect(entry?.amount).toBe(String(price - 1_000_000n));
    const whole = await desk.sign(checkout, key, { value: price });
    expect(await desk.submit(checkout, whole)).toMatchObject({
      reason: "invalid_exact_evm_payload_authorization_value_mismatch",
    });
    const payment = await desk.sign(checkout, key);
    expect(await desk.submit(checkout, payment, { deps: working() })).toMatchObject({ kind: "settled" });
    expect((await world.find(checkout)).totalPaidUnits).toBe(price);
  });

  it("is settled when somebody else submitted the authorization first", async () => {
    const payment = await desk.sign(checkout, key);
    await desk.submit(checkout, payment);
    const { authorization, signature } = payment.payload;
    const { from, to, value, validAfter, validBefore, nonce } = authorization;
    const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature];
    const txHash = await send(network, network.usdc, localUsdcAbi, "transferWithAuthorization", args);
    // The relay sees the used nonce before the scanner sees the transfer.
    await relayAuthorizations(world.deps, 31337);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    await world.scan();
    expect(await desk.submit(checkout, payment)).toMatchObject({ kind: "settled", reason: null, txHash });
    expect(await broadcast()).toEqual([]);
  });

  it("may be in the form of version 1, which names no token", async () => {
    checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const { payload } = await desk.sign(checkout, key);
    const first = { x402Version: 1, scheme: "exact", network: "eip155:31337", payload };
    const payment = x402Payment.parse(first);
    const settled = await desk.submit(checkout, payment, { deps: working() });
    expect(settled.kind).toBe("settled");
    expect(await desk.submit(checkout, payment)).toEqual(settled);
    expect((await world.find(checkout)).tokenAddress).toBe(network.usdc);
  });

  it("is refused when it is sent again with another receiver, and keeps its outcome", async () => {
    const payment = await desk.sign(checkout, key);
    const settled = await desk.submit(checkout, payment, { deps: working() });
    const other = structuredClone(payment);
    other.payload.authorization.to = `0x${"ab".repeat(20)}`;
    expect(await desk.submit(checkout, other)).toEqual({
      kind: "refused",
      reason: "invalid_exact_evm_recipient_mismatch",
      txHash: null,
    });
    expect(await desk.submit(checkout, payment)).toEqual(settled);
  });

  it("comes from a contract wallet (ERC-1271)", async () => {
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    await network.chain.client.setCode({ address: wallet, bytecode: "0x631626ba7e60e01b5f5260205ff3" });
    await mint(wallet);
    const payment = await desk.sign(checkout, key, { from: wallet });
    expect(await desk.submit(checkout, payment, { deps: working() })).toMatchObject({ kind: "settled" });
    expect(await network.balance(wallet)).toBe(0n);
  });
});

describe("a reorganisation after the answer", () => {
  it("makes the payment pending again, and reverts the checkout", async () => {
    const payment = await desk.sign(checkout, key);
    const settled = await desk.submit(checkout, payment, { deps: working() });
    expect(settled.kind).toBe("settled");
    await network.chain.reorg(1);
    await network.chain.mine(1);
    await world.scan();
    expect(await world.events(checkout)).toBe("created detected reverted");
    expect(await desk.submit(checkout, payment)).toEqual({
      kind: "pending",
      reason: "settlement_pending",
      txHash: settled.txHash,
    });
    await complete();
    expect(await desk.submit(checkout, payment)).toEqual({ ...settled, receipt: receipt("final") });
    expect(await world.status(checkout)).toBe("PAID");
  });
});

describe("a checkout without a selection", () => {
  beforeEach(async () => {
    checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
  });

  it("gets the signed token, as one selection of the client", async () => {
    const payment = await desk.sign(checkout, key);
    expect(await desk.submit(checkout, payment, { deps: working() })).toMatchObject({ kind: "settled" });
    expect(await world.find(checkout)).toMatchObject({ tokenAddress: network.usdc, selectionCount: 1 });
  });

  it("stays as it is when the payment is refused", async () => {
    const payment = await desk.sign(checkout, key, { version: "1" });
    expect(await desk.submit(checkout, payment)).toMatchObject({ reason: "invalid_exact_evm_signature" });
    expect(await world.find(checkout)).toMatchObject({ tokenAddress: null, selectionCount: 0 });
  });

  it("refuses an amount that the rate has left, and offers the new one", async () => {
    const payment = await desk.sign(checkout, key);
    world.rates = { USDC: { USD: "0.99" }, USDT: { USD: "0.9" } };
    world.clockAheadMs += 11 * 60_000;
    const late = await desk.sign(checkout, key, { value: BigInt(payment.accepted.amount) });
    expect(await desk.submit(checkout, late)).toMatchObject({
      reason: "invalid_exact_evm_payload_authorization_value_mismatch",
    });
    expect((await desk.offer(checkout)).accepts[0]?.amount).toBe("4545454");
  });

  it("keeps the selection that was made during the payment's checks", async () => {
    const payment = await desk.sign(checkout, key);
    const { tokenAuthorizations } = world.deps;
    world.deps.tokenAuthorizations = {
      ...tokenAuthorizations,
      inspect: async (...asked) => {
        const state = await tokenAuthorizations.inspect(...asked);
        await selectToken(world.deps, checkout.id, { chainId: 31337, tokenAddress: network.usdt });
        return state;
      },
    };
    expect(await desk.submit(checkout, payment)).toMatchObject({ kind: "refused" });
    expect((await world.find(checkout)).tokenAddress).toBe(network.usdt);
    expect(await world.query("SELECT FROM authorizations")).toEqual([]);
  });
});

describe("a payer", () => {
  it("with too little balance is refused", async () => {
    await newWallet(price - 1n);
    expect(await desk.submit(checkout, await desk.sign(checkout, key))).toMatchObject({
      kind: "refused",
      reason: "invalid_exact_evm_insufficient_balance",
    });
  });

  it("whom the token's issuer blocks is refused", async () => {
    const circle = await issuedUsdc(network);
    await circle("blacklist", [payer, true]);
    expect(await desk.submit(checkout, await desk.sign(checkout, key))).toMatchObject({
      kind: "refused",
      reason: "invalid_exact_evm_transaction_simulation_failed",
    });
    await restoredUsdc(network);
  });

  it("who loses the balance before the transaction waits while anyone may submit it, and is refused from then on", async () => {
    const payment = await desk.sign(checkout, key);
    await desk.submit(checkout, payment);
    await send(network, network.usdc, localUsdcAbi, "burn", [payer, price]).catch(() => undefined);
    await world.query(
      "UPDATE authorizations SET status = 'FAILED', failure_reason = 'BALANCE_TOO_LOW', completed_at = now()",
    );
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    await network.pass(310);
    await world.scan();
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance", txHash: null };
    expect(await desk.submit(checkout, payment)).toEqual(refused);
    await mint(payer);
    expect(await desk.submit(checkout, payment)).toEqual(refused);
  });
});

describe("the order of an offer", () => {
  it("is by the cost of gas, with unknown costs last and the choice's order among equals", async () => {
    const [first] = world.deps.chains;
    if (first === undefined) throw new Error("the world has no chain");
    const chains = [1, 2, 3, 4].map((id) => ({ ...first, chainId: 31337 + id }));
    world.deps.chains = chains;
    for (const { chainId } of chains)
      await world.query(
        "INSERT INTO accepted_tokens (project_id, chain_id, token_address) VALUES ($1, $2, $3)",
        [world.project.id, chainId, network.usdc],
      );
    Object.assign(world.project, await world.stores.projects.findById(world.project.id));
    const usd = new Map([
      [31339, 0.2],
      [31340, 0.01],
      [31341, 0.2],
    ]);
    world.deps.relayCosts = async (chainId) => usd.get(chainId) ?? null;
    world.deps.tokenAuthorizations = {
      ...world.deps.tokenAuthorizations,
      signing: async () => ({ kind: "EIP3009", domain: { name: "USD Coin", version: "2" } }),
    };
    const open = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const order = (await desk.offer(open)).accepts.map((entry) => entry.network);
    expect(order).toEqual(["eip155:31340", "eip155:31339", "eip155:31341", "eip155:31338"]);
  });
});

describe("a checkout's x402Url", () => {
  const urlOf = async ({ id }: Checkout) => (await getPublicCheckout(world.deps, id)).x402Url;
  const here = ({ id }: Checkout) => `https://pay.example/c/${id}/x402`;
  const ofProject = (checkouts: Checkout[] = []) => x402Payability(world.deps, world.project, checkouts);

  it("is null without a token that supports signatures, in every view", async () => {
    const { client } = network.chain;
    const code = await client.getCode({ address: exactProxyAddress });
    // Without the proxy, USDT takes none.
    await client.setCode({ address: exactProxyAddress, bytecode: "0x" });
    onTestFinished(() => client.setCode({ address: exactProxyAddress, bytecode: code ?? "0x" }));
    const inUsdt = await world.create({
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      chainId: 31337,
      tokenAddress: network.usdt,
    });
    const open = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    expect([await urlOf(checkout), await urlOf(inUsdt), await urlOf(open)]).toEqual([
      here(checkout),
      null,
      here(open),
    ]);
    const isPayable = await ofProject();
    expect([checkout, inUsdt, open].map(isPayable)).toEqual([true, false, true]);
    await world.query("DELETE FROM accepted_tokens WHERE token_address = $1", [network.usdc]);
    Object.assign(world.project, await world.stores.projects.findById(world.project.id));
    expect([await urlOf(checkout), await urlOf(open)]).toEqual([here(checkout), null]);
    expect([checkout, open].map(await ofProject([checkout, open]))).toEqual([true, false]);
    expect(await refusal(desk.offer(open))).toBe("GASLESS_UNAVAILABLE");
  });

  it("stays while the checkout is paid, and is null once the project disables it", async () => {
    const payment = await desk.sign(checkout, key);
    const settled = await desk.submit(checkout, payment, { deps: working() });
    await complete();
    expect(await urlOf(checkout)).toBe(here(checkout));
    const other = await world.create();
    const late = await desk.sign(other, key);
    await world.query("UPDATE projects SET x402_enabled = false");
    Object.assign(world.project, await world.stores.projects.findById(world.project.id));
    expect(await urlOf(checkout)).toBeNull();
    expect((await ofProject())(checkout)).toBe(false);
    expect(await refusal(desk.offer(other))).toBe("GASLESS_UNAVAILABLE");
    expect(await refusal(desk.submit(other, late))).toBe("GASLESS_UNAVAILABLE");
    expect(await desk.submit(checkout, payment)).toEqual({ ...settled, receipt: receipt("final") });
  });
});

describe("an offer", () => {
  /** Stops the clock so many seconds before the checkout expires. */
  async function untilLeft(seconds: number): Promise<void> {
    world.stopClock();
    const leftMs = checkout.expiresAt.getTime() - world.now.getTime();
    await world.pass(Math.floor(leftMs / 1_000) - seconds);
  }

  it("ends 150 seconds before the checkout, and until then can be met", async () => {
    const other = await world.create();
    await untilLeft(151);
    const payment = await desk.sign(checkout, key);
    const late = await desk.sign(other, key);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    world.clockAheadMs += 2_000;
    expect(await refusal(desk.offer(other))).toBe("CHECKOUT_NOT_PAYABLE");
    expect(await refusal(desk.submit(other, late))).toBe("CHECKOUT_NOT_PAYABLE");
  });

  it("is none once the checkout is expired, cancelled or has a payment on its way", async () => {
    await desk.submit(checkout, await desk.sign(checkout, key));
    expect(await refusal(desk.offer(checkout))).toBe("AUTHORIZATION_IN_FLIGHT");
    const cancelled = await world.create();
    await cancelCheckout(world.deps, world.project.id, cancelled.id);
    expect(await refusal(desk.offer(cancelled))).toBe("CHECKOUT_NOT_PAYABLE");
    const expired = await world.create();
    world.clockAheadMs = 31 * 60_000;
    expect(await refusal(desk.offer(expired))).toBe("CHECKOUT_EXPIRED");
  });

  it("is sent in time or not at all", async () => {
    await untilLeft(160);
    const payment = await desk.sign(checkout, key);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    world.clockAheadMs += 131_000;
    await desk.relayAndScan();
    expect(await broadcast()).toEqual([]);
    expect(await desk.submit(checkout, payment)).toEqual(pendingWithout);
    await network.pass(310);
    await world.scan();
    expect(await desk.submit(checkout, payment)).toMatchObject({
      reason: "invalid_exact_evm_payload_authorization_valid_before",
    });
  });
});

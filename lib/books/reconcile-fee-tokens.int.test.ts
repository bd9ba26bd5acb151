import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { feeTokenAbi, feeTokenBytecode } from "@/lib/contracts/abi/testing/fee-token";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { returnStray } from "@/lib/strays/decide-strays";
import { testWallet } from "@/lib/testing/chain";
import { issuedUsdt } from "@/lib/testing/issuer-tokens";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { deploy, send } from "@/lib/testing/world/odd-payments";
import { convenient, operator, ownedByMerchant, refunding, tokenOf } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";
import { reconcile } from "./reconcile";

/** Account 2 is the merchant. */
const merchant = 2;
const chainId = 31337;
/** Half a percent of the price; of the gross amount a little more. */
const fee = 22_500n;
const gross = 4_522_613n;
let tether: Awaited<ReturnType<typeof issuedUsdt>>;

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
beforeAll(async () => {
  tether = await issuedUsdt(network);
});
beforeEach(async () => {
  await world.change({ settlementWallet: ownedByMerchant(network).settlementWallet });
  await tether("setParams", [50n, price, freshWallet()]);
});

async function look() {
  const { deps, stores } = world;
  const { findings } = await reconcile({ ...deps, books: stores.books }, { logs: true });
  return findings.map(({ area, text }) => `${area}: ${text}`);
}

async function watch(): Promise<void> {
  await network.chain.mine(2);
  await world.watch();
}

async function pay(checkout: Checkout, token = network.usdt, units = gross): Promise<void> {
  await network.pay(checkout.depositAddress, units, { token });
  await watch();
}

const createIn = (tokenAddress: Hex) => world.create({ amount: price, chainId, tokenAddress });

/** By the service, whatever the token. */
async function sweepAll(): Promise<void> {
  const { deps, project } = world;
  await requestSettlement(deps, { projectId: project.id, chainId: null, what: { kind: "everything" } });
  for (let round = 0; round < 3; round++) {
    await settleCheckouts(deps, chainId);
    await watch();
    world.clockAheadMs += 20_000;
  }
}

const returnTo = (destinationAddress: Hex, checkout: Checkout) =>
  returnStray(
    world.deps,
    { ...operator, approves: true },
    { checkoutId: checkout.id, chainId, tokenAddress: network.usdt, destinationAddress },
  );

/** Changes what no statement of the service would: constraints and triggers stand aside. */
async function tamper(text: string): Promise<void> {
  const client = await world.stores.database.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query(text);
    await client.query("SET session_replication_role = origin");
  } finally {
    client.release();
  }
}

/** Money leaves the deposit address without the service's contract. */
async function steal(checkout: Checkout, token: Hex, units: bigint): Promise<void> {
  const { client } = network.chain;
  const balance = await network.balance(checkout.depositAddress, token);
  const wallet = freshWallet();
  await client.impersonateAccount({ address: checkout.depositAddress });
  await client.setBalance({ address: checkout.depositAddress, value: 10n ** 18n });
  await client.sendUnsignedTransaction({
    from: checkout.depositAddress,
    to: token,
    data: `0xa9059cbb${wallet.slice(2).padStart(64, "0")}${units.toString(16).padStart(64, "0")}`,
  });
  await client.stopImpersonatingAccount({ address: checkout.depositAddress });
  await network.chain.mined();
  expect(await network.balance(checkout.depositAddress, token)).toBe(balance - units);
}

describe("the books of a token that takes a fee", () => {
  it("are clean after a sweep of which less arrives", async () => {
    const checkout = await createIn(network.usdt);
    const before = await network.balance(checkout.merchantAddress, network.usdt);
    await pay(checkout);
    expect(await look()).toEqual([]);
    await sweepAll();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await network.balance(checkout.merchantAddress, network.usdt)).toBe(before + price - fee);
    expect(await look()).toEqual([]);
    await tamper(`UPDATE sweeps SET amount_units = amount_units - ${fee}`);
    expect((await look()).map((finding) => finding.split(":")[0])).toEqual(
      expect.arrayContaining(["ledger", "balances", "logs"]),
    );
  });

  it("are clean after a refund from the deposit of which less arrives", async () => {
    const customer = freshWallet();
    const checkout = await createIn(network.usdt);
    await pay(checkout);
    const { refund } = await desk.refund(checkout, customer);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
    expect(await look()).toEqual([]);
  });

  it("are clean after a stray was returned from the deposit", async () => {
    const customer = freshWallet();
    const checkout = await createIn(network.usdc);
    await pay(checkout);
    await network.pass(24 * 3_600);
    await watch();
    const { refund } = await returnTo(customer, checkout);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
    expect(await look()).toEqual([]);
  });

  it("are clean after a stray was returned by the merchant's wallet and its hash", async () => {
    const customer = freshWallet();
    await world.change({ refundMode: "STRICT" });
    const checkout = await createIn(network.usdc);
    await pay(checkout);
    const { refund } = await returnTo(customer, checkout);
    const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
    // A stranger's sweep leaves the merchant's wallet as the only source.
    await settling(world).sweepAsStranger(checkout, network.usdt);
    await watch();
    const { txHash } = await network.pay(customer, price, { token: network.usdt, account: merchant });
    await watch();
    expect(await look()).toEqual([]);
    await handInHash(world.deps, tokenOf(signUrl), { txHash });
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
    expect(await look()).toEqual([]);
  });

  it("name money that left the deposit, beside the token's fee", async () => {
    const checkout = await createIn(network.usdt);
    await pay(checkout);
    await steal(checkout, network.usdt, 1_000n);
    await watch();
    expect(await look()).toEqual([
      expect.stringMatching(/^balances: .* holds 4499000 of .*; the books say 4500000$/),
    ]);
  });

  it("are clean with a token that burns its fee, also when it is swept as a stray", async () => {
    const payer = testWallet(network.chain, 1).account.address;
    const burning = await deploy(network, feeTokenAbi, feeTokenBytecode);
    const [usual] = world.deps.chains;
    if (usual === undefined) throw new Error("there is no chain");
    const token = { symbol: "FEE", name: "Fee token", address: burning, decimals: 6 };
    world.deps.chains = [{ ...usual, tokens: [...usual.tokens, token] }];
    await send(network, burning, feeTokenAbi, "mint", [payer, gross]);
    const checkout = await createIn(network.usdc);
    await pay(checkout, burning);
    expect(await look()).toEqual([]);
    await settling(world).sweepAsStranger(checkout, burning);
    await watch();
    expect(await network.balance(checkout.depositAddress, burning)).toBe(0n);
    expect(await look()).toEqual([]);
  });
});

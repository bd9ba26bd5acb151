import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { returnStray } from "@/lib/strays/decide-strays";
import { testWallet } from "@/lib/testing/chain";
import { isFull } from "@/lib/testing/full-size";
import { refundKey, type TestNetwork } from "@/lib/testing/network";
import type { ScopedFault } from "@/lib/testing/node/faults";
import { freshWallet, openWorld, price, testNetwork } from "@/lib/testing/world";
import type { WorldDeps } from "@/lib/testing/world/deps";
import { type FaultyWorld, openFaultyWorld, withSettings } from "@/lib/testing/world/faulty-nodes";
import { convenient } from "@/lib/testing/world/refunding";
import { createRefundBody } from "./refund.schema";
import { requestRefund } from "./request-refund";
import { sendRefunds } from "./send-refunds";

const chainId = 31337;
const part = 1_000_000n;
const rounds = 40;
const whileRounds = isFull ? 12 : 4;

let faulty: FaultyWorld;
let deps: WorldDeps;
let sender: ChainSender;
let customer: Hex;

const network = await testNetwork();
beforeEach(() => {
  customer = freshWallet();
});
afterEach(() => faulty?.world.close());

/** A service that reads and sends over so many nodes, and a refund of a part of what was paid, not sent yet. */
async function asked(
  nodes: number,
  chain: TestNetwork = network,
): Promise<{ checkout: Checkout; refund: Refund }> {
  faulty = await openFaultyWorld(await openWorld([chain], { project: convenient }), nodes);
  const { world, proxies } = faulty;
  sender = createChainSender({
    chainId,
    rpcUrls: proxies.map(({ url }) => url),
    signer: createLocalSigner(refundKey),
    factoryAddress: depositAddresses.factory,
    clock: world.deps.clock,
  });
  deps = { ...world.deps, refundSender: () => sender };
  await faulty.round();
  await network.chain.mine(2);
  const checkout = await world.create({ amount: price, chainId, tokenAddress: network.usdc });
  await faulty.round();
  await network.pay(checkout.depositAddress, price);
  const isUnlisted = chain !== network;
  if (isUnlisted) await network.pay(checkout.depositAddress, part, { token: network.usdt });
  expect(await faulty.until(async () => (await world.status(checkout)) === "PAID", 10)).toBe(true);
  if (isUnlisted) {
    await faulty.until(async () => false, 6);
    const stray = { checkoutId: checkout.id, chainId, tokenAddress: network.usdt };
    const operator = { projectId: null, userId: null, approves: true };
    return {
      checkout,
      refund: (await returnStray(deps, operator, { ...stray, destinationAddress: customer })).refund,
    };
  }
  const body = createRefundBody.parse({ amount: part.toString(), destinationAddress: customer });
  return { checkout, refund: (await requestRefund(deps, world.project, checkout.id, body)).refund };
}

/** A block comes after so many seconds and everybody looks, until it is so; false when it never is. */
function until(isSo: () => Promise<boolean>, looks = rounds, seconds?: number): Promise<boolean> {
  return faulty.until(
    async () => {
      // What fails is left to the next look, as in production.
      await sendRefunds(deps, chainId).catch(() => undefined);
      return isSo();
    },
    looks,
    seconds,
  );
}

const mineAndWatch = (seconds?: number) => until(async () => false, whileRounds, seconds);
const statusOf = async ({ id }: Refund) => (await deps.refunds.find(null, id))?.status;
const received = () => network.balance(customer);
const transactions = async () =>
  (
    await faulty.world.query<{ status: string }>(
      "SELECT status::text FROM outgoing_transactions WHERE own(id) ORDER BY created_at, id",
    )
  ).map(({ status }) => status);

const forgets: readonly ScopedFault[] = [{ kind: "forgets" }, { kind: "empty-logs" }];
const isDown: readonly ScopedFault[] = [{ kind: "outage" }];

describe("a refund that was mined is paid once and COMPLETED once, though", () => {
  it.each([
    ["both nodes forget it", [forgets, forgets]],
    ["the only node forgets it", [forgets]],
  ])("%s", async (_, faults) => {
    const { checkout, refund } = await asked(faults.length);
    for (const [index, those] of faults.entries()) faulty.proxies[index]?.faults.set(...those);
    expect(await until(async () => (await transactions()).includes("REPLACED"))).toBe(true);
    await mineAndWatch();
    expect(await received()).toBe(part);
    expect(await statusOf(refund)).toBe("PENDING");
    expect(await transactions()).toEqual(["REPLACED"]);
    expect(faulty.world.warnings.join("\n")).toContain("not resending a refund until the nodes agree");

    for (const { faults: proxy } of faulty.proxies) proxy.clear();
    expect(await until(async () => (await statusOf(refund)) === "COMPLETED")).toBe(true);
    expect(await faulty.recover()).toEqual([]);
    expect(await received()).toBe(part);
    expect(await transactions()).toEqual(["REPLACED"]);
    expect(await faulty.world.find(checkout)).toMatchObject({ refundedUnits: part, refundingUnits: 0n });
    const completed = (await faulty.world.eventKinds(checkout)).filter((kind) => kind === "refund.completed");
    expect(completed).toHaveLength(1);
    expect(await faulty.world.stores.incidents.open(9)).toEqual([]);
  });
});

/** The same chain, of which one token is listed no longer. */
const withoutUsdt = withSettings(network, {
  tokens: network.definition.tokens.filter(({ address }) => address !== network.usdt),
});

it.each([
  ["a part of the payment", network, network.usdc],
  ["a stray in a token that is listed no longer", withoutUsdt, network.usdt],
])(
  "decides nothing about a mined refund while one node forgets it and the other is down, and finds it later: %s",
  async (_, chain, token) => {
    const { refund } = await asked(2, chain);
    const received = () => network.balance(customer, token);
    faulty.proxies[0]?.faults.set(...forgets);
    faulty.proxies[1]?.faults.set(...isDown);
    // Long enough that the blocks are read a second time, by the same node for want of another.
    await mineAndWatch(12);
    expect(await received()).toBe(part);
    expect(await statusOf(refund)).toBe("PROCESSING");
    expect(await transactions()).toEqual(["SIGNED"]);

    for (const { faults: proxy } of faulty.proxies) proxy.clear();
    expect(await until(async () => (await statusOf(refund)) === "COMPLETED")).toBe(true);
    expect(await faulty.recover()).toEqual([]);
    expect(await received()).toBe(part);
    expect(await transactions()).toEqual(["CONFIRMED"]);
  },
);

describe("a refund whose nonce another transaction took", () => {
  /** Its bytes reach no node, and anyone else who holds the key uses the nonce. */
  async function replaced(refund: Refund): Promise<void> {
    const lost = { ...sender, broadcast: async () => ({ accepted: true, message: null }) };
    const losing = { ...deps, refundSender: () => lost };
    await sendRefunds(losing, chainId);
    expect(await statusOf(refund)).toBe("PROCESSING");
    const wallet = testWallet(network.chain, 9);
    await wallet.sendTransaction({ to: wallet.account.address, value: 0n });
  }

  it("is sent again when two nodes agree that the money is still there, and paid once", async () => {
    const { refund } = await asked(2);
    await replaced(refund);
    expect(await until(async () => (await statusOf(refund)) === "COMPLETED")).toBe(true);
    expect(await transactions()).toEqual(["REPLACED", "CONFIRMED"]);
    expect(await received()).toBe(part);
  });

  it("waits while the second node is down", async () => {
    const { refund } = await asked(2);
    await replaced(refund);
    faulty.proxies[1]?.faults.set(...isDown);
    await mineAndWatch();
    expect(await statusOf(refund)).toBe("PROCESSING");
    expect(await transactions()).toEqual(["SIGNED"]);
    faulty.proxies[1]?.faults.clear();
    expect(await until(async () => (await statusOf(refund)) === "COMPLETED")).toBe(true);
    expect(await transactions()).toEqual(["REPLACED", "CONFIRMED"]);
    expect(await received()).toBe(part);
  });
});

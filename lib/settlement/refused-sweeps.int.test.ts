import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { issuedUsdc, issuedUsdt } from "@/lib/testing/issuer-tokens";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { requestSettlement } from "./request-settlement";
import { settleCheckouts } from "./settle-checkouts";

const price = 4_500_000n;
const minuteMs = 60_000;
let network: TestNetwork;
let world: ServiceWorld;
let circle: Awaited<ReturnType<typeof issuedUsdc>>;
let tether: Awaited<ReturnType<typeof issuedUsdt>>;

beforeAll(async () => {
  network = await startTestNetwork();
  circle = await issuedUsdc(network);
  tether = await issuedUsdt(network);
});
afterAll(() => network?.stop());
beforeEach(async () => {
  world = await openServiceWorld([network]);
  world.stopClock();
  await world.scan();
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

async function paid({ token = network.usdc, merchantAddress = freshWallet() } = {}): Promise<Checkout> {
  const checkout = await world.create({
    amount: price,
    chainId: 31337,
    tokenAddress: token,
    merchantAddress,
  });
  await network.pay(checkout.depositAddress, price, { token });
  await network.chain.mine(1);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
  return checkout;
}

const look = () => settleCheckouts(world.deps, 31337);
async function finish(): Promise<void> {
  await network.chain.mine(2);
  await world.watch();
  await look();
}
const pass = (minutes: number) => {
  world.clockAheadMs += minutes * minuteMs;
};
const incidents = async () =>
  (await world.stores.incidents.open(9)).map(({ kind, subject, details, checkoutId }) => ({
    kind,
    subject,
    checkoutId,
    deposits: details.deposits,
    reason: details.reason,
  }));
const settlements = () => world.query("SELECT status FROM settlements ORDER BY id");

describe("a token that its issuer pauses for some minutes", () => {
  it("is swept within a minute after the pause, and the operator is told while it lasts", async () => {
    const [first, second] = [await paid(), await paid()];
    await circle("pause", [true]);
    await look();
    const incident = {
      kind: "TOKEN_PAUSED",
      subject: `31337/${network.usdc}`,
      checkoutId: null,
      reason: "paused",
    };
    expect(await incidents()).toEqual([{ ...incident, deposits: 2 }]);
    const [open] = await world.stores.incidents.open(9);
    expect(open?.details.retryNow).toContain("sweep-now");
    for (let minute = 0; minute < 3; minute++) {
      pass(1);
      await look();
    }
    expect(await incidents()).toEqual([{ ...incident, deposits: 2 }]);
    expect(await settlements()).toEqual([{ status: "FAILED" }]);

    await circle("pause", [false]);
    pass(1);
    await look();
    await finish();
    expect(await world.status(first)).toBe("SETTLED");
    expect(await world.status(second)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
    expect(await world.query("SELECT FROM outgoing_transactions")).toHaveLength(1);
  });

  it("is told of Tether's first token, too, and by no other token's deposits", async () => {
    const [inUsdt, inUsdc] = [await paid({ token: network.usdt }), await paid()];
    await tether("pause", [true]);
    await look();
    expect(await incidents()).toMatchObject([{ kind: "TOKEN_PAUSED", subject: `31337/${network.usdt}` }]);
    await finish();
    expect(await world.status(inUsdc)).toBe("SETTLED");
    await tether("pause", [false]);
    pass(1);
    await look();
    await finish();
    expect(await world.status(inUsdt)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
  });
});

describe("an account that the token blocks", () => {
  const blocked: [string, (checkout: Checkout) => Hex][] = [
    ["the merchant's wallet", ({ merchantAddress }) => merchantAddress],
    ["the deposit address", ({ depositAddress }) => depositAddress],
  ];
  it.each(blocked)(
    "(%s) holds up its own sweeps alone, and no longer than it lasts",
    async (_, accountOf) => {
      const [denied, other] = [await paid(), await paid()];
      await circle("blacklist", [accountOf(denied), true]);
      await look();
      await finish();
      expect(await world.status(other)).toBe("SETTLED");
      const incident = {
        kind: "ACCOUNT_BLACKLISTED",
        subject: `31337/${network.usdc}/${accountOf(denied)}`,
        checkoutId: denied.id,
        reason: "blacklisted",
        deposits: 1,
      };
      expect(await incidents()).toEqual([incident]);
      pass(5);
      await look();
      expect(await incidents()).toEqual([incident]);

      await circle("blacklist", [accountOf(denied), false]);
      pass(1);
      await look();
      await finish();
      expect(await world.status(denied)).toBe("SETTLED");
      expect(await incidents()).toEqual([]);
    },
  );

  it("is named for Tether's first token, where the sender is blocked", async () => {
    const denied = await paid({ token: network.usdt });
    await tether("addBlackList", [denied.depositAddress, true]);
    await look();
    expect(await incidents()).toMatchObject([
      { kind: "ACCOUNT_BLACKLISTED", subject: `31337/${network.usdt}/${denied.depositAddress}` },
    ]);
    await tether("addBlackList", [denied.depositAddress, false]);
    pass(1);
    await look();
    await finish();
    expect(await world.status(denied)).toBe("SETTLED");
  });
});

describe("a cause that the token does not name", () => {
  it("is told as such, and closed by the retry that goes through", async () => {
    const checkout = await paid();
    const { sender } = world.deps;
    world.deps.sender = (chainId) => ({
      ...sender(chainId),
      prepareSweep: async (items) => ({
        ...(await sender(chainId).prepareSweep(items)),
        succeeds: items.map(() => false),
      }),
    });
    await look();
    const incident = { kind: "SWEEP_REFUSED", reason: "other", deposits: 1, checkoutId: checkout.id };
    expect(await incidents()).toMatchObject([incident]);
    world.deps.sender = sender;
    await look();
    expect(await incidents()).toMatchObject([incident]);
    pass(1);
    await look();
    await finish();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
  });
});

describe("sweep now", () => {
  it("tries at once what waits for its next try", async () => {
    const checkout = await paid();
    await circle("pause", [true]);
    await look();
    await circle("pause", [false]);
    const what = { kind: "everything" } as const;
    const { settlements: opened } = await requestSettlement(world.deps, {
      projectId: world.project.id,
      chainId: null,
      what,
    });
    expect(opened).toHaveLength(1);
    await look();
    await finish();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

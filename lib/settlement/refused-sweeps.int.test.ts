import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { issuedUsdc, issuedUsdt } from "@/lib/testing/issuer-tokens";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

let circle: Awaited<ReturnType<typeof issuedUsdc>>;
let tether: Awaited<ReturnType<typeof issuedUsdt>>;

const network = await testNetwork();
const world = testWorld([network], {
  scanned: false,
  booksAgree: true,
  stillClock: "what is due is due to the millisecond",
});
const { look, lookWith, paidTo, settlements, statuses, sweepAll } = settling(world);
beforeAll(async () => {
  circle = await issuedUsdc(network);
  tether = await issuedUsdt(network);
});
beforeEach(async () => {
  world.stopClock();
  await world.scan();
});

async function finish(): Promise<void> {
  await world.mineAndWatch(2);
  await look();
}
const pass = (minutes: number) => {
  world.clockAheadMs += minutes * 60_000;
};
/** What was refused is tried again after a minute. */
async function retry(): Promise<void> {
  pass(1);
  await look();
  await finish();
}
const incidents = async () =>
  (await world.stores.incidents.open(9)).map(({ kind, subject, details, checkoutId }) => ({
    kind,
    subject,
    checkoutId,
    deposits: details.deposits,
    reason: details.reason,
  }));

describe("a token that its issuer pauses for some minutes", () => {
  it("is swept within a minute after the pause, with an incident while it lasts", async () => {
    const [first, second] = [await paidTo(), await paidTo()];
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
    expect(open?.details.checkoutId).toMatch(/^chk_/);
    for (let minute = 0; minute < 3; minute++) {
      pass(1);
      await look();
    }
    expect(await incidents()).toEqual([{ ...incident, deposits: 2 }]);
    expect(await settlements()).toEqual([{ status: "FAILED" }]);

    await circle("pause", [false]);
    await retry();
    expect(await statuses(first, second)).toEqual(["SETTLED", "SETTLED"]);
    expect(await incidents()).toEqual([]);
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
  });

  it("raises an incident for Tether's first token too, and for no other token's deposits", async () => {
    const [inUsdt, inUsdc] = [await paidTo(undefined, network.usdt), await paidTo()];
    await tether("pause", [true]);
    await look();
    expect(await incidents()).toMatchObject([{ kind: "TOKEN_PAUSED", subject: `31337/${network.usdt}` }]);
    await finish();
    expect(await world.status(inUsdc)).toBe("SETTLED");
    await tether("pause", [false]);
    await retry();
    expect(await world.status(inUsdt)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
  });
});

describe("an account that the token blocks", () => {
  const blocked: [string, (checkout: Checkout) => Hex][] = [
    ["the merchant's wallet", ({ merchantAddress }) => merchantAddress],
    ["the deposit address", ({ depositAddress }) => depositAddress],
  ];
  it.each(blocked)("(%s) delays only its own sweeps, and only while it lasts", async (_, accountOf) => {
    const [denied, other] = [await paidTo(), await paidTo()];
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
    await retry();
    expect(await world.status(denied)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
  });

  it("is named as the cause of its own sweep when it isn't the first of the batch", async () => {
    const [first, denied, last] = [await paidTo(), await paidTo(), await paidTo()];
    await circle("blacklist", [denied.merchantAddress, true]);
    await look();
    expect(await incidents()).toMatchObject([
      {
        kind: "ACCOUNT_BLACKLISTED",
        subject: `31337/${network.usdc}/${denied.merchantAddress}`,
        checkoutId: denied.id,
        reason: "blacklisted",
      },
    ]);
    await finish();
    expect(await statuses(first, denied, last)).toEqual(["SETTLED", "PAID", "SETTLED"]);
    await circle("blacklist", [denied.merchantAddress, false]);
    await retry();
    expect(await world.status(denied)).toBe("SETTLED");
  });

  it("is named for Tether's first token when the sender is blocked", async () => {
    const denied = await paidTo(undefined, network.usdt);
    await tether("addBlackList", [denied.depositAddress, true]);
    await look();
    expect(await incidents()).toMatchObject([
      { kind: "ACCOUNT_BLACKLISTED", subject: `31337/${network.usdt}/${denied.depositAddress}` },
    ]);
    await tether("addBlackList", [denied.depositAddress, false]);
    await retry();
    expect(await world.status(denied)).toBe("SETTLED");
  });
});

describe("a cause that the token does not name", () => {
  it("is reported as unnamed, and closed by a successful retry", async () => {
    const checkout = await paidTo();
    await lookWith((sender) => ({
      prepareSweep: async (items) => ({
        ...(await sender.prepareSweep(items)),
        succeeds: items.map(() => false),
      }),
    }));
    const incident = { kind: "SWEEP_REFUSED", reason: "other", deposits: 1, checkoutId: checkout.id };
    expect(await incidents()).toMatchObject([incident]);
    await look();
    expect(await incidents()).toMatchObject([incident]);
    await retry();
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await incidents()).toEqual([]);
  });
});

describe("sweep now", () => {
  it("retries postponed sweeps at once", async () => {
    const checkout = await paidTo();
    await circle("pause", [true]);
    await look();
    await circle("pause", [false]);
    expect((await sweepAll()).settlements).toHaveLength(1);
    await look();
    await finish();
    expect(await world.status(checkout)).toBe("SETTLED");
  });
});

import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, test } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { operatorAnywhere } from "@/lib/projects/project-access";
import { refundClaimText } from "@/lib/refunds/refund-screen.rules";
import { approveRefund, cancelRefund } from "@/lib/refunds/refund-steps";
import { later, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand, customer } from "@/lib/testing/world/by-hand";
import { claimRefund, reissueClaim } from "./claim-refund";
import { readRefundLink } from "./refund-links";

const whole = price.toString();
const operator = { projectId: null, userId: null };
const payer = privateKeyToAccount(`0x${"11".repeat(32)}`);
const stranger = privateKeyToAccount(`0x${"22".repeat(32)}`);
const payerAddress = payer.address.toLowerCase() as Hex;
const to = { destinationAddress: customer };
const world = await fileWorld([], {
  project: { refundMode: "CONVENIENT" },
  stillClock: "times are compared to the millisecond",
});
const till = byHand(world);

async function paid(overrides: Partial<Checkout> = {}): Promise<Checkout> {
  const checkout = await till.payable(overrides);
  await till.receive(checkout, price, { fromAddress: payerAddress });
  return world.find(checkout);
}

async function claimable(overrides: Partial<Checkout> = {}, amount = whole) {
  const checkout = await paid(overrides);
  const { refund, claimUrl } = await till.refund(checkout, { amount });
  return { checkout, refund, token: claimUrl?.split("/").at(-1) ?? "" };
}

const text = (refund: Refund, address: Hex, overrides: Partial<Parameters<typeof refundClaimText>[0]> = {}) =>
  refundClaimText({
    refundId: refund.id,
    checkoutId: refund.checkoutId,
    merchantName: world.project.name,
    amount: "4.50 USDC",
    networkName: "Local",
    address,
    ...overrides,
  });
const signed = async (message: string, account = payer) => ({
  destinationAddress: payerAddress,
  signature: await account.signMessage({ message }),
});

describe("an address that is named", () => {
  it("receives the refund, without further waiting", async () => {
    const { checkout, refund, token } = await claimable();
    const link = await claimRefund(world.deps, token, to);
    expect(link).toMatchObject({
      link: "claim",
      refund: { id: refund.id, status: "PENDING", destinationAddress: customer },
    });
    expect(await till.refunds(checkout)).toMatchObject([{ status: "PENDING", destinationAddress: customer }]);
    // The page tells how it goes on.
    expect((await readRefundLink(world.deps, token)).refund.status).toBe("PENDING");
  });

  it("waits for the merchant's signature when the service can't pay", async () => {
    const merchant: Hex = `0x${"a".repeat(40)}`;
    const { token } = await claimable({ merchantAddress: merchant, refundAuthority: merchant });
    expect((await claimRefund(world.deps, token, to)).refund.status).toBe("AWAITING_SIGNATURE");
    const swept = await claimable();
    await till.sweep(swept.checkout, price);
    expect((await claimRefund(world.deps, swept.token, to)).refund.status).toBe("AWAITING_SIGNATURE");
  });

  it("is stored until an owner approves", async () => {
    const { refund, token, checkout } = await till.withProject({ refundDailyLimitUnits: 0n }, () =>
      claimable(),
    );
    expect((await claimRefund(world.deps, token, to)).refund).toMatchObject({
      status: "AWAITING_APPROVAL",
      destinationAddress: customer,
    });
    expect(await outcome(claimRefund(world.deps, token, to))).toBe("REFUND_LINK_NOT_FOUND");
    expect((await approveRefund(world.deps, operator, refund.id, to)).status).toBe("PENDING");
    expect(await till.refunds(checkout)).toMatchObject([{ destinationAddress: customer }]);
  });

  it("must be a wallet", async () => {
    const { checkout, token } = await claimable();
    const other = await till.create();
    const nobody: Hex[] = [
      `0x${"0".repeat(40)}`,
      usdc,
      ...depositAddresses.contracts,
      checkout.depositAddress,
      other.depositAddress,
    ];
    for (const destinationAddress of nobody)
      expect(await outcome(claimRefund(world.deps, token, { destinationAddress }))).toBe("VALIDATION_ERROR");
    // Nothing of that used the link up.
    expect(await outcome(claimRefund(world.deps, token, to))).toBe("done");
  });
});

describe("a link works once", () => {
  const gone = "REFUND_LINK_NOT_FOUND";

  test("used, expired, cancelled and unknown links get the same answer", async () => {
    const used = await claimable();
    await claimRefund(world.deps, used.token, to);
    const cancelled = await claimable();
    await cancelRefund(world.deps, operator, cancelled.refund.id);
    const over = await claimable();
    world.now = later(7 * 24 * 3_600_000, world.now);
    const refusals = [];
    for (const token of [used.token, cancelled.token, over.token, "never", ""])
      refusals.push(await claimRefund(world.deps, token, to).catch((error: unknown) => error));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: gone });
      expect(String(refusal)).toBe(String(refusals[0]));
    }
    expect(await till.refunds(used.checkout)).toMatchObject([{ destinationAddress: customer }]);
  });

  test("reading it keeps it valid", async () => {
    const { token } = await claimable();
    for (let time = 0; time < 3; time++) await readRefundLink(world.deps, token);
    expect(await outcome(claimRefund(world.deps, token, to))).toBe("done");
  });
});

describe("what changed since the link was opened", () => {
  type Claimable = Awaited<ReturnType<typeof claimable>>;
  const other = { destinationAddress: uniqueHex(20) };

  it.each<[string, (made: Claimable) => Promise<unknown>]>([
    [
      "claimRefund under the lock: the link was replaced",
      ({ refund }) => reissueClaim(world.deps, operatorAnywhere, refund.id),
    ],
    [
      "claimRefund under the lock: the link expired",
      async () => {
        world.now = later(7 * dayMs, world.now);
      },
    ],
    [
      "claimRefund under the lock: the refund was cancelled",
      ({ refund }) => cancelRefund(world.deps, operator, refund.id),
    ],
  ])("%s", async (_, change) => {
    const made = await claimable();
    const claim = changedBefore(
      world.deps,
      "lockCheckout",
      () => change(made),
      (deps) => claimRefund(deps, made.token, to),
    );
    expect(await outcome(claim)).toBe("REFUND_LINK_NOT_FOUND");
    expect(await till.refunds(made.checkout)).toMatchObject([{ destinationAddress: null }]);
  });

  // Of a refund that waits for an owner, whose status stays the same.
  it("claimRefund under the lock: another address was named", async () => {
    const { checkout, token } = await till.withProject({ refundDailyLimitUnits: 0n }, () => claimable());
    const claim = changedBefore(
      world.deps,
      "lockCheckout",
      () => claimRefund(world.deps, token, other),
      (deps) => claimRefund(deps, token, to),
    );
    expect(await outcome(claim)).toBe("REFUND_LINK_NOT_FOUND");
    expect(await till.refunds(checkout)).toMatchObject([other]);
  });

  it("reissueClaim under the lock: an address was named", async () => {
    const { refund, token } = await till.withProject({ refundDailyLimitUnits: 0n }, () => claimable());
    const reissue = changedBefore(
      world.deps,
      "lockCheckout",
      () => claimRefund(world.deps, token, to),
      (deps) => reissueClaim(deps, operatorAnywhere, refund.id),
    );
    expect(await outcome(reissue)).toBe("REFUND_NOT_CLAIMABLE");
  });
});

describe("a signature", () => {
  it("of the paying wallet sends the refund there", async () => {
    const { refund, token } = await claimable();
    const claim = await signed(text(refund, payerAddress));
    expect((await claimRefund(world.deps, token, claim)).refund).toMatchObject({
      status: "PENDING",
      destinationAddress: payerAddress,
    });
    const [entry] = await world.query<{ details: unknown }>(
      "SELECT details FROM checkout_events WHERE checkout_id = $1 AND kind = 'refund.address_named'",
      [refund.checkoutId],
    );
    expect(entry?.details).toMatchObject({ proven: true, destinationAddress: payerAddress });
  });

  it("is refused from another wallet, for another refund, with other words, or of a wallet that didn't pay", async () => {
    const { refund, token, checkout } = await claimable({}, "1000000");
    const other = (await till.refund(checkout, { amount: "1000000" })).refund;
    const mine = text(refund, payerAddress, { amount: "1.00 USDC" });
    const strangerAddress = stranger.address.toLowerCase() as Hex;
    const claims = [
      await signed(mine, stranger),
      await signed(text(other, payerAddress, { amount: "1.00 USDC" })),
      await signed(text(refund, payerAddress, { amount: "1000.00 USDC" })),
      await signed(text(refund, payerAddress, { amount: "1.00 USDC", checkoutId: "chk_another" })),
      await signed(text(refund, strangerAddress, { amount: "1.00 USDC" })),
      { destinationAddress: payerAddress, signature: `0x${"00".repeat(65)}` as const },
      {
        destinationAddress: strangerAddress,
        signature: await stranger.signMessage({
          message: text(refund, strangerAddress, { amount: "1.00 USDC" }),
        }),
      },
    ];
    for (const [index, claim] of claims.entries()) {
      // What is no key's signature may be a contract's: here no one can be asked.
      const end = await claimRefund(world.deps, token, claim).then(
        () => "done",
        (error: Error) => ("code" in error ? String(error.code) : error.name),
      );
      expect(["INVALID_SIGNATURE", "ChainUnavailable"], String(index)).toContain(end);
    }
    expect(await till.refunds(checkout)).toMatchObject([
      { destinationAddress: null },
      { destinationAddress: null },
    ]);
    expect(await outcome(claimRefund(world.deps, token, await signed(mine)))).toBe("done");
  });
});

describe("a payer whose wallet signed the payment", () => {
  const authorize = (
    { id, tokenAddress }: Checkout,
    fromAddress: Hex,
    { status = "USED", chainId = 31337, token = tokenAddress } = {},
  ) =>
    world.query(
      `INSERT INTO authorizations (id, checkout_id, chain_id, token_address, from_address, amount_units, valid_after,
         valid_before, nonce, signature, status)
       VALUES ($1, $2, $8, $3, $4, 4500000, 'epoch', '2100-01-01', $5, $6, $7::authorization_status)`,
      [uniqueHex(32), id, token, fromAddress, uniqueHex(32), `0x${"11".repeat(65)}`, status, chainId],
    );

  it("is refunded there without a claim", async () => {
    const checkout = await paid();
    await authorize(checkout, payerAddress);
    expect(await till.refund(checkout, { amount: whole })).toMatchObject({
      refund: { status: "PENDING", destinationAddress: payerAddress },
      claimUrl: null,
    });
  });

  it("needs a claim when the payment wasn't by it, or not by it alone", async () => {
    const unused = await paid();
    await authorize(unused, payerAddress, { status: "FAILED" });
    await authorize(unused, payerAddress, { token: usdt });
    await authorize(unused, payerAddress, { chainId: 8453 });
    const others = await paid();
    await authorize(others, stranger.address.toLowerCase() as Hex);
    const shared = await paid();
    await authorize(shared, payerAddress);
    await till.receive(shared, price / 50n, { fromAddress: customer });
    for (const checkout of [unused, others, shared])
      expect((await till.refund(checkout, { amount: whole })).refund.status).toBe("AWAITING_ADDRESS");
  });

  it("isn't refunded there when another address is requested", async () => {
    const checkout = await paid();
    await authorize(checkout, payerAddress);
    const { refund } = await till.refund(checkout, { amount: whole, ...to });
    expect(refund.destinationAddress).toBe(customer);
  });
});

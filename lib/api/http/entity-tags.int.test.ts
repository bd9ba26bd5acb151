import { beforeEach, describe, expect, test } from "vitest";
import { createLimitedReads } from "@/lib/api/limits/limited-reads.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { requoteCheckout } from "@/lib/checkouts/requote/requote-checkout";
import { showPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { buildTransfer, newId, uniqueHex } from "@/lib/testing/builders";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { checkoutTag } from "./entity-tags";

const network = await testNetwork();
const world = testWorld([network], { stillClock: "a tag changes in the millisecond of a deadline" });
const usdc = { chainId: network.definition.chainId, tokenAddress: network.usdc };
const fiat = { fiatAmount: "4.50", fiatCurrency: "USD" } as const;

/** As a poll reads it. */
async function tagOf({ id }: Pick<Checkout, "id">): Promise<string> {
  const { readCheckout } = createLimitedReads(world.stores.database);
  const { found } = await readCheckout({ limits: [{ bucket: "poll", most: 1_000 }], checkoutId: id });
  if (found === null) throw new Error(`${id} is unknown`);
  return checkoutTag(await showPublicCheckout(world.deps, found));
}

const update = (text: string, ...values: unknown[]) => world.stores.database.pool.query(text, values);
const updateProject = (assignment: string, ...values: unknown[]) =>
  update(`UPDATE projects SET ${assignment} WHERE id = $1`, world.project.id, ...values);

/** So long before its deadline. */
async function passUntil({ expiresAt }: Checkout, leftMs: number): Promise<void> {
  world.stopClock();
  world.clockAheadMs += expiresAt.getTime() - leftMs - world.deps.clock.now().getTime();
}

async function expire(): Promise<void> {
  await world.pass(31 * 60);
  await world.mineAndWatch();
  await expireCheckouts(world.deps);
}

/** What happens to a checkout that can be paid in USDC. */
const changesWhileOpen: Record<string, (checkout: Checkout) => unknown> = {
  "a transfer arrives": async (checkout) => {
    await network.pay(checkout.depositAddress, 1_000_000n);
    await world.scan();
  },
  "its payment gets another block": async (checkout) => {
    await network.pay(checkout.depositAddress, 4_500_000n);
    await world.scan();
    const detected = await tagOf(checkout);
    await world.mineAndWatch();
    expect(await tagOf(checkout)).not.toBe(detected);
  },
  "its payment becomes final": async (checkout) => {
    await network.pay(checkout.depositAddress, 4_500_000n);
    await world.settle();
  },
  "another token arrives": ({ id, depositAddress }) => {
    const stray = { tokenAddress: network.usdt, amountUnits: 1n, toAddress: depositAddress };
    return world.stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer({ id }, stray)]));
  },
  "a payment is reported": ({ id }) =>
    world.stores.hints.save(
      { checkoutId: id, chainId: usdc.chainId, txHash: uniqueHex(32) },
      world.deps.clock.now(),
    ),
  "a refund completes": async (checkout) => {
    const { id } = checkout;
    await world.pay(checkout);
    await update("UPDATE checkouts SET refunded_units = 1 WHERE id = $1", id);
    const before = await tagOf({ id });
    await update(
      `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status, completed_at)
       VALUES ($1, $2, $3, 1, $4, $5, 'COMPLETED', now())`,
      ...[newId("rfd"), world.project.id, id, usdc.chainId, usdc.tokenAddress],
    );
    expect(await tagOf({ id })).not.toBe(before);
  },
  "the merchant's name changes": () => updateProject("name = name || '!'"),
  "the merchant's colour changes": () => updateProject("accent_color = '#123456'"),
  "the merchant's details change": () => updateProject("receipt_details = 'VAT 1'"),
  "the merchant's contact changes": () => updateProject("support_contact = 'help@shop.example'"),
  "the merchant's logo changes": () =>
    update(
      "INSERT INTO project_logos (project_id, digest, media_type, bytes) VALUES ($1, $2, 'image/png', '0')",
      ...[world.project.id, "ab".repeat(32)],
    ),
  "too little time is left for a signature": (checkout) => passUntil(checkout, 60_000),
  "its deadline passes": async (checkout) => {
    await passUntil(checkout, 1);
    const before = await tagOf(checkout);
    await passUntil(checkout, 0);
    expect(await tagOf(checkout)).not.toBe(before);
  },
  "it expires": expire,
};

describe("the tag of a checkout's view", () => {
  beforeEach(() => updateProject("requote_expired = true"));

  test.each(Object.entries(changesWhileOpen))("changes when %s", async (_, change) => {
    const checkout = await world.create({ ...fiat, ...usdc });
    const before = await tagOf(checkout);
    await change(checkout);
    expect(await tagOf(checkout)).not.toBe(before);
  });

  test("changes when a reported payment stops counting", async () => {
    const checkout = await world.create({ ...fiat, ...usdc });
    const before = await tagOf(checkout);
    const txHash = uniqueHex(32);
    await world.stores.hints.save(
      { checkoutId: checkout.id, chainId: usdc.chainId, txHash },
      world.deps.clock.now(),
    );
    const reported = await tagOf(checkout);
    await world.pass(61);
    expect(new Set([before, reported, await tagOf(checkout)]).size).toBe(2);
  });

  test("changes with the rate and the accepted tokens while the customer chooses, and with the choice", async () => {
    const checkout = await world.create(fiat);
    const tags = [await tagOf(checkout)];
    world.rates = { USDC: { USD: "0.9" }, USDT: { USD: "0.9" } };
    await world.pass(11 * 60);
    tags.push(await tagOf(checkout));
    await update(
      "DELETE FROM accepted_tokens WHERE project_id = $1 AND token_address = $2",
      world.project.id,
      network.usdt,
    );
    tags.push(await tagOf(checkout));
    await selectToken(world.deps, checkout.id, usdc);
    tags.push(await tagOf(checkout));
    expect(new Set(tags).size).toBe(4);
  });

  test("changes with the price at which an expired checkout continues, and when another one replaces it", async () => {
    const checkout = await world.create({ ...fiat, ...usdc, expiryMinutes: 5 });
    await expire();
    const tags = [await tagOf(checkout)];
    world.rates = { USDC: { USD: "0.9" } };
    await world.pass(11 * 60);
    tags.push(await tagOf(checkout));
    const successorId = await requoteCheckout(
      { ...world.deps, replacements: world.stores.replacements },
      checkout.id,
    );
    tags.push(await tagOf(checkout));
    const successor = await tagOf({ id: successorId });
    await network.pay(checkout.depositAddress, 4_500_000n);
    await world.scan();
    expect(await tagOf({ id: successorId })).not.toBe(successor);
    expect(new Set(tags).size).toBe(3);
  });

  test("stays while only time passes, and other checkouts and projects change", async () => {
    const checkout = await world.create({ ...fiat, ...usdc });
    const before = await tagOf(checkout);
    const other = await world.create({ ...fiat, ...usdc });
    const otherBefore = await tagOf(other);
    await network.pay(other.depositAddress, 1_000_000n);
    await world.pass(60);
    await world.scan();
    await update("UPDATE projects SET name = 'Another' WHERE id <> $1", world.project.id);
    expect(await tagOf(checkout)).toBe(before);
    expect(await tagOf(other)).not.toBe(otherBefore);
  });
});

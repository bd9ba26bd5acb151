import { beforeAll, expect, test } from "vitest";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { fileWorld, testNetwork } from "@/lib/testing/world";
import { createWebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";

const network = await testNetwork();
const world = await fileWorld([network], { scanned: true });
beforeAll(async () => {
  await world.stores.createWebhookEndpoint({
    projectId: world.project.id,
    url: "https://shop.example/webhook",
    kinds: ["checkout.paid", "checkout.settled"],
    secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
    at: world.deps.clock.now(),
  });
});

async function sell(): Promise<void> {
  const checkout = await world.create();
  await network.pay(checkout.depositAddress, 4_500_000n);
  await world.watch();
  for (let round = 0; round < 5; round++) {
    await settleCheckouts(world.deps, 31337);
    await network.chain.mine(2);
    await world.watch();
    world.clockAheadMs += 20_000;
  }
  expect(await world.status(checkout)).toBe("SETTLED");
  world.posts.splice(0);
  await createWebhookDelivery(world.deps).deliver();
  expect(world.posts.map(({ body }) => JSON.parse(body).event)).toEqual([
    "checkout.paid",
    "checkout.settled",
  ]);
  await world.stores.checkouts.list(world.project.id, { take: 10, skip: 0 } as never);
}

/**
 * A migration of the next release comes while instances of this one run, with connections whose statements are prepared.
 * PostgreSQL refuses such a statement when its result has another column than before, as by `SELECT *`.
 */
test("a column more in every table changes nothing for the release that runs", async () => {
  await sell();
  await world.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
      EXECUTE format('ALTER TABLE %I ADD COLUMN of_the_next_release text', name);
    END LOOP;
  END $$`);
  await sell();
});

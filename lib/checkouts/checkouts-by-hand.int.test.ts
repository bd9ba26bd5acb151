import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createCheckoutHistories } from "@/lib/checkouts/dashboard/checkout-history.store";
import { createCheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { exportCheckouts, priceText } from "@/lib/checkouts/dashboard/export-checkouts";
import { countCheckouts, listCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { buildChain, buildTransfer, later, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { createCheckoutByHandStore } from "./checkout.store";
import { createCheckoutAs } from "./create-checkout";
import { cancelCheckout } from "./pending-checkout";
import { payableChains, readHistory } from "./views/read-checkout";

const world = await fileWorld([], { tidy: "a history has every entry of the ledger" });
const stores = world.stores;
let access: ProjectAccess;
let strangers: ProjectAccess;
const chains = [buildChain()];

beforeAll(async () => {
  access = await openTestAccess(stores, await stores.createProject(), "DEVELOPER");
  strangers = await openTestAccess(stores, await stores.createProject());
});

const lines = async (work: AsyncGenerator<string>) => {
  let text = "";
  for await (const part of work) text += part;
  return text.split("\r\n").slice(0, -1);
};
const makingDeps = () => ({
  ...world.deps,
  checkoutsByHand: createCheckoutByHandStore(stores.database, createSecretBox(randomBytes(32))),
});

test("records that a checkout was created by hand, and who created and cancelled it", async () => {
  expect(await payableChains({ ...makingDeps(), chains }, access)).toEqual([]);
  await stores.admin.acceptTokens(access.projectId, [{ chainId: 31337, tokenAddress: usdc }], noon);
  expect(await payableChains({ ...makingDeps(), chains }, access)).toEqual([
    { chainId: 31337, name: "Local", tokens: [{ address: usdc, symbol: "USDC", decimals: 6 }] },
  ]);
  const checkout = await createCheckoutAs(makingDeps(), access, { fiatAmount: "4.50", fiatCurrency: "USD" });
  expect(checkout).toMatchObject({ createdVia: "dashboard", projectId: access.projectId });
  await cancelCheckout(makingDeps(), access.projectId, checkout.id, null, access.as("checkouts.cancel"));
  const acts = await stores.database.prisma.auditLog.findMany({
    where: { target: checkout.id },
    orderBy: { id: "asc" },
  });
  expect(acts.map(({ action, userId, projectId }) => [action, userId, projectId])).toEqual([
    ["checkout.created", access.userId, access.projectId],
    ["checkout.cancelled", access.userId, access.projectId],
  ]);
});

test("a file has the filtered list, in whole tokens and without formulas, and says when it is cut", async () => {
  const owner = await openTestAccess(stores, await stores.createProject());
  const create = (n: number, itemName: string) =>
    stores.createCheckout({
      projectId: owner.projectId,
      createdAt: later(n * 1_000),
      itemName,
      referenceId: `order-${n}`,
      // As a server may have sent it.
      fiatAmount: "4.5",
    });
  const [first, second] = [
    await create(1, '=HYPERLINK("http://evil.example")'),
    await create(2, "Two, mugs"),
  ];
  await create(3, "Three").then(({ id }) =>
    stores.database.pool.query("UPDATE checkouts SET status = 'CANCELLED' WHERE id = $1", [id]),
  );
  const deps = { checkoutSearch: createCheckoutListStore(stores.database, chains), chains };
  const filter = { ...everyCheckout, statuses: ["PENDING"] as const };
  const [header, ...rows] = await lines(exportCheckouts(deps, owner, filter));
  expect(header?.split(",").slice(0, 3)).toEqual(["id", "status", "created_at_utc"]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(
    new RegExp(
      `^${second?.id},PENDING,2026-01-01T12:00:02.000Z,.*,"Two, mugs",order-2,4.50,USD,1,4.50,,0.00,0.00,0.00,USDC,Local,0x`,
    ),
  );
  expect(rows[1]).toContain(`${first?.id},`);
  expect(second && priceText(second, chains)).toBe("4.50 USD");
  await stores.database.pool.query(
    "UPDATE checkouts SET status = 'PAID', payment_tx_hash = $2, paid_units = amount_units + 250000 WHERE id = $1",
    [second?.id, uniqueHex(32)],
  );
  const [, above] = await lines(exportCheckouts(deps, owner, { ...everyCheckout, statuses: ["PAID"] }));
  expect(header).toContain(",received,overpaid,refunded,");
  expect(above).toContain(",4.50,,0.00,0.25,0.00,USDC,");
  expect(rows[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);

  const cut = await lines(exportCheckouts(deps, owner, everyCheckout, 2));
  expect(cut).toHaveLength(4);
  expect(cut[3]).toMatch(/^This file has only the newest 2\. Filter the list to export the others\.,+$/);
  expect(await lines(exportCheckouts(deps, owner, everyCheckout, 3))).toHaveLength(4);
  expect(await lines(exportCheckouts(deps, strangers, everyCheckout))).toHaveLength(1);
  expect((await listCheckouts(deps, strangers, everyCheckout, { kind: "first" })).items).toEqual([]);
  expect(await countCheckouts(deps, strangers, everyCheckout)).toEqual({ total: 0, isMore: false });
});

test("a checkout's history has its ledger, deliveries with the last attempt, refunds and incidents", async () => {
  await stores.createWebhookEndpoint({
    projectId: access.projectId,
    url: "https://shop.example/hooks",
    kinds: ["checkout.created"],
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    at: noon,
  });
  const checkout = await stores.createCheckout({ projectId: access.projectId });
  await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout)]));
  const { prisma } = stores.database;
  const sent = await prisma.webhookDelivery.findFirstOrThrow({
    where: { event: { checkoutId: checkout.id } },
  });
  await prisma.deliveryAttempt.create({
    data: {
      deliveryId: sent.id,
      number: 1,
      startedAt: later(5),
      durationMs: 7,
      statusCode: 500,
      error: null,
    },
  });
  await prisma.webhookDelivery.update({ where: { id: sent.id }, data: { attemptCount: 1 } });
  const deps = { checkouts: stores.checkouts, checkoutHistories: createCheckoutHistories(stores.database) };
  const { details, history } = await readHistory(deps, access, checkout.id);
  expect(details.transfers).toHaveLength(1);
  expect(history.ledger).toMatchObject([
    { kind: "RECEIVED", from: "CUSTOMER", to: "DEPOSIT", tokenAddress: usdc },
  ]);
  expect(history.deliveries).toMatchObject([
    {
      deliveryId: sent.id,
      eventId: sent.eventId,
      url: "https://shop.example/hooks",
      eventKind: "checkout.created",
      attemptCount: 1,
      lastAttempt: { startedAt: later(5), durationMs: 7, statusCode: 500, error: null },
    },
  ]);
  expect(history).toMatchObject({
    paymentLink: null,
    sweeps: [],
    settlements: [],
    refunds: [],
    incidents: [],
  });
  expect(await deps.checkoutHistories.read(strangers.projectId, checkout.id)).toBeNull();
});

test("a stranger's checkout and none at all are the same", async () => {
  const checkout = await stores.createCheckout({ projectId: access.projectId });
  const deps = { checkouts: stores.checkouts, checkoutHistories: createCheckoutHistories(stores.database) };
  const codes = await Promise.all(
    [checkout.id, newId("chk"), "chk_x", "../secret"].map((id) =>
      readHistory(deps, strangers, id).then(
        () => "found",
        (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
      ),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(["CHECKOUT_NOT_FOUND Checkout not found."]));
});

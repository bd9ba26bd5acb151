import { beforeAll, beforeEach, expect, it } from "vitest";
import { exportJournal, exportMovements } from "@/lib/books/export-books";
import { readPeriod } from "@/lib/books/movement.rules";
import { reconcile } from "@/lib/books/reconcile";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { createCheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { exportCheckouts } from "@/lib/checkouts/dashboard/export-checkouts";
import { countHours } from "@/lib/insights/count-hours";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { createOverviewStore } from "@/lib/insights/overview.store";
import { readOverviewRange } from "@/lib/insights/overview-range.rules";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import { readOverview } from "@/lib/insights/read-overview";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { expectBalanced } from "@/lib/testing/journal-sums";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { deployWideToken } from "@/lib/testing/wide-token";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import { booksDeps, whole as textOf } from "@/lib/testing/world/eventful-books";
import { openTestAccess } from "@/lib/testing/world/people";
import { convenient, refunding } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";

const whole = 10n ** 18n;
const price = 4n * whole + 1n;
let token: Hex;

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
beforeAll(async () => {
  token = await deployWideToken(network, 1_000n * whole);
  const { definition } = network;
  const wide = { symbol: "USDC", name: "Binance-Peg USD Coin", address: token, decimals: 18 };
  network.definition = { ...definition, tokens: [...definition.tokens, wide] };
});
beforeEach(async () => {
  const chosen = [{ chainId: network.definition.chainId, tokenAddress: token }];
  await world.stores.admin.acceptTokens(world.project.id, chosen, new Date());
  world.project = { ...world.project, acceptedTokens: chosen };
});

const body = () => ({ amount: price, chainId: network.definition.chainId, tokenAddress: token });
async function pay(checkout: Checkout, units: bigint) {
  await network.pay(checkout.depositAddress, units, { token });
  await world.mineAndWatch(2);
}

it("a project's minimum counts whole tokens, also in a price with 18 decimals", async () => {
  const create = (minimumUnits: bigint) =>
    createCheckout(world.deps, { ...world.project, minimumUnits }, "server_key", body());
  expect(await outcome(create(4_000_001n))).toBe("AMOUNT_TOO_SMALL");
  expect((await create(4_000_000n)).amountUnits).toBe(price);
});

it("a payment in parts, above its price, is refunded in parts and settled to the last unit", async () => {
  const { lookOn, sweepAll } = settling(world);
  const merchantAddress = freshWallet();
  const customer = freshWallet();
  const checkout = await world.create({ ...body(), merchantAddress });
  await pay(checkout, price - 1n);
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: price - 1n });
  await pay(checkout, whole + 1n);
  expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price + whole });

  const { refund } = await desk.refund(checkout, customer, whole / 2n);
  await desk.sendOn();
  expect(await desk.status(refund)).toBe("COMPLETED");
  expect(await desk.received(customer, token)).toEqual([whole / 2n]);

  await sweepAll();
  await lookOn();
  expect(await world.status(checkout)).toBe("SETTLED");
  expect(await network.balance(merchantAddress, token)).toBe(price + whole / 2n);
  const books = { ...world.deps, books: world.stores.books };
  expect((await reconcile(books, { logs: true })).findings).toEqual([]);
  world.clockAheadMs += 120_000;
  await expectFigures();
  await expectExports();
});

/** Of the payment above, at the last moment. */
async function expectFigures() {
  const { database } = world.stores;
  const projectHours = createProjectHours(database);
  const overview = createOverviewStore(database);
  await countHours(partsOf<InsightParts>({ clock: { now: () => world.now }, projectHours }));
  const access = await openTestAccess(world.stores, world.project.id);
  const read = partsOf<InsightParts>({
    chains: world.deps.chains,
    clock: { now: () => world.now },
    projectHours,
    overview,
  });
  const { now, month } = await readOverview(
    read,
    access,
    readOverviewRange({}, world.now, "UTC").range,
    "UTC",
  );
  const tokens = (digits: bigint) => ({ digits, scale: 18 });
  expect(now.volumes).toEqual([{ symbol: "USDC", amount: tokens(price + whole) }]);
  expect(month.net).toEqual(tokens(price + whole / 2n));
}

async function expectExports() {
  const deps = booksDeps(world);
  const period = readPeriod({}, world.now, "UTC");
  const movements = await textOf(exportMovements(deps, world.project.id, period));
  for (const amount of ["4.00", "1.000000000000000001", "0.50", "4.500000000000000001"])
    expect(movements).toContain(`,${amount},USDC,`);
  const { balances } = expectBalanced(await textOf(exportJournal(deps, world.project.id, period)));
  // Named by its contract, since the network has another USDC.
  const balance = (account: string) => balances.get(`${account} ${token}.local`);
  expect(balance("income:sales")).toBe(-price);
  expect(balance(`assets:deposits:Local:${token}`)).toBe(0n);
  expect(balance(`assets:settlement:Local:${token}`)).toBe(price + whole / 2n);

  const checkoutSearch = createCheckoutListStore(world.stores.database, world.deps.chains);
  const access = await openTestAccess(world.stores, world.project.id);
  const list = { checkoutSearch, chains: world.deps.chains };
  const found = (amount: string) =>
    textOf(exportCheckouts(list, access, { ...everyCheckout, minAmount: amount, maxAmount: amount }));
  expect(await found("4.000000000000000001")).toContain(
    ",4.000000000000000001,,5.000000000000000001,1.00,0.50,USDC,",
  );
  expect(await found("4")).not.toContain("USDC");
}

import { describe, expect, it } from "vitest";
import { buildTransfer, newId } from "@/lib/testing/builders";
import { expectBalanced } from "@/lib/testing/journal-sums";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { booksDeps, makeEventfulBooks, whole } from "@/lib/testing/world/eventful-books";
import { convenient, refunding } from "@/lib/testing/world/refunding";
import { exportJournal, exportMovements, movementColumns } from "./export-books";
import { readPeriod } from "./movement.rules";
import { reconcile } from "./reconcile";

const network = await testNetwork();
const world = testWorld([network], { project: convenient, tidy: "the export has every movement" });
const desk = refunding(world);

/** The records of a file whose cells have no line breaks. */
function recordsOf(csv: string): Record<string, string>[] {
  const [head, ...lines] = csv.trimEnd().split("\r\n");
  expect(head).toBe(movementColumns.join(","));
  return lines.map((line) => {
    const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    return Object.fromEntries(movementColumns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

const millionths = (amount: string) => {
  const [whole_ = "", fraction = ""] = amount.split(".");
  return BigInt(whole_ + fraction.padEnd(6, "0"));
};

describe("the export of all movements", () => {
  it("adds up to the balances that reconciliation compares with the chain", async () => {
    await makeEventfulBooks(world);
    const projectId = world.project.id;
    const deps = booksDeps(world);
    const period = readPeriod({}, world.now, "UTC");
    const records = recordsOf(await whole(exportMovements(deps, projectId, period)));
    expect(records.map(({ kind }) => kind).sort()).toEqual([
      ...["gas", "gas", "gas", "gas"],
      ...["payment", "payment", "payment", "payment", "payment", "payment", "payment", "payment_reversed"],
      ...["refund", "refund", "refund", "stray", "sweep", "sweep", "sweep", "sweep"],
    ]);
    const times = records.map(({ booked_at_utc }) => booked_at_utc);
    expect(times).toEqual([...times].sort());

    const { findings } = await reconcile({ ...world.deps, books: world.stores.books }, { logs: true });
    expect(findings.map(({ area }) => area)).toEqual(["incidents"]);
    const checkouts = await world.query<{ id: string }>("SELECT id FROM checkouts WHERE own(id)");
    const booked = await world.stores.balances.books(
      31337,
      checkouts.map(({ id }) => id),
      [network.usdc, network.usdt],
      10_000n,
    );
    const balances = await deps.projectBalances.of(projectId);
    const { balances: accounts, assertions } = expectBalanced(
      await whole(exportJournal(deps, projectId, period)),
    );
    const flow = (symbol: string, from: string, to: string) =>
      records
        .filter((each) => each.token === symbol && each.from_account === from && each.to_account === to)
        .reduce((sum, { amount = "" }) => sum + millionths(amount), 0n);
    for (const [symbol, token] of [
      ["USDC", network.usdc],
      ["USDT", network.usdt],
    ] as const) {
      const balance = balances.find(({ tokenAddress }) => tokenAddress === token);
      const moved = {
        received: flow(symbol, "customer", "deposit") - flow(symbol, "deposit", "customer"),
        swept: flow(symbol, "deposit", "merchant"),
      };
      const held = moved.received - moved.swept;
      expect(balance).toMatchObject({ heldUnits: held, settledUnits: moved.swept });
      const onChain = booked
        .filter(({ tokenAddress }) => tokenAddress === token)
        .reduce((sum, { units }) => sum + units, 0n);
      expect(onChain).toBe(held);
      expect(accounts.get(`assets:deposits:Local:${symbol} ${symbol}.local`)).toBe(held * 10n ** 12n);
      expect(accounts.get(`assets:settlement:Local:${symbol} ${symbol}.local`)).toBe(
        moved.swept * 10n ** 12n,
      );
    }
    const [gas] = await deps.movements.gasSums(projectId, period);
    expect(accounts.get("expenses:gas:Local ETH.local")).toBe(gas?.costWei);
    expect(assertions).toBe(5);
    // What came after the refund in full: the other excess went back.
    expect(accounts.get("liabilities:customers:overpaid USDC.local")).toBe(-13n * 10n ** 12n);
  });

  it("is the same in two periods as in one, and the second journal begins with the balances of the first", async () => {
    const { stores, project } = world;
    const checkout = await stores.createCheckout({ projectId: project.id, chainId: 31337 });
    const receive = (...logs: Parameters<typeof buildTransfer>[1][]) =>
      stores.payments.transaction((tx) =>
        tx.insertTransfers(logs.map((log) => buildTransfer(checkout, { chainId: 31337, ...log }))),
      );
    await receive({ logIndex: 1 }, { logIndex: 2, tokenAddress: network.usdt });
    await receive({ logIndex: 3, amountUnits: 2n });
    await stores.payments.transaction((tx) => tx.orphanAbove(31337, 0n));
    await receive({ logIndex: 4 });
    world.clockAheadMs += 120_000;

    const deps = booksDeps(world);
    const { before } = readPeriod({}, world.now, "UTC");
    const csv = async (from: Date | null, to: Date) =>
      recordsOf(await whole(exportMovements(deps, project.id, { from, before: to, timeZone: "UTC" })));
    const all = await csv(null, before);
    expect(all).toHaveLength(7);
    const middle = new Date(all[2]?.booked_at_utc ?? "");
    const parts = [await csv(null, middle), await csv(middle, before)];
    expect(parts.map(({ length }) => length)).toEqual([2, 5]);
    expect(parts.flat()).toEqual(all);

    const journal = await whole(exportJournal(deps, project.id, { from: middle, before, timeZone: "UTC" }));
    expect(journal).toContain("opening balances");
    const { balances } = expectBalanced(journal);
    const one = expectBalanced(
      await whole(exportJournal(deps, project.id, { from: null, before, timeZone: "UTC" })),
    );
    const ofSheet = (sums: Map<string, bigint>) =>
      [...sums].filter(([account, units]) => /^(assets|liabilities):/.test(account) && units !== 0n).sort();
    expect(ofSheet(balances)).toEqual(ofSheet(one.balances));
  });

  it("has the money of one project, or of all", async () => {
    const other = await world.stores.createProject();
    const stranger = await world.stores.createCheckout({ projectId: other, tokenAddress: network.usdc });
    await world.stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(stranger)]));
    await desk.paid();
    world.clockAheadMs += 120_000;
    const deps = booksDeps(world);
    const period = readPeriod({}, world.now, "UTC");
    const projects = async (scope: string | null) =>
      recordsOf(await whole(exportMovements(deps, scope, period))).map(({ project }) => project);
    expect(await projects(other)).toEqual([other]);
    expect(await projects(world.project.id)).toEqual([world.project.id]);
    expect(await projects(null)).toEqual([other, world.project.id]);
    expectBalanced(await whole(exportJournal(deps, null, period)));
    expect(await projects(newId("prj"))).toEqual([]);
  });

  it("reads page by page, with the sums of each checkout so far", async () => {
    const { stores, project } = world;
    const checkout = await stores.createCheckout({ projectId: project.id, amountUnits: 2_500n });
    const parts = Array.from({ length: 1_100 }, (_, index) =>
      buildTransfer(checkout, { amountUnits: 1n, logIndex: index }),
    );
    await stores.payments.transaction((tx) => tx.insertTransfers(parts));
    world.clockAheadMs += 120_000;
    const deps = booksDeps(world);
    let last = 0n;
    const pages: number[] = [];
    const { ledger } = deps.movements;
    deps.movements.ledger = async (...which) => {
      const page = await ledger(...which);
      pages.push(page.length);
      for (const { receivedUnits } of page) {
        expect(receivedUnits).toBe(last + 1n);
        last = receivedUnits;
      }
      return page;
    };
    await whole(exportMovements(deps, project.id, readPeriod({}, world.now, "UTC")));
    expect(pages).toEqual([1_000, 100]);
  });
});

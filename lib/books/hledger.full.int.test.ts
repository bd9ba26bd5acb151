import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { booksDeps, makeEventfulBooks, whole } from "@/lib/testing/world/eventful-books";
import { convenient } from "@/lib/testing/world/refunding";
import { exportJournal } from "./export-books";
import { readPeriod } from "./movement.rules";

const network = await testNetwork();
const world = testWorld([network], { project: convenient, tidy: "the export has every movement" });

/** Debian's package `hledger`. */
async function hledger(journal: string, ...args: string[]): Promise<string> {
  const child = spawn("hledger", ["-f", "-", ...args]);
  const missing = new Promise<never>((_, reject) => child.once("error", reject));
  // A refused journal closes the pipe early; its message is on standard error.
  child.stdin.on("error", () => undefined).end(journal);
  const [output, fault] = await Promise.race([
    Promise.all([text(child.stdout), text(child.stderr)]),
    missing,
  ]);
  if (fault !== "") throw new Error(fault);
  return output;
}

test("hledger accepts the journal, and its balances are those of the ledger", async () => {
  await makeEventfulBooks(world);
  const deps = booksDeps(world);
  const projectId = world.project.id;
  const period = readPeriod({}, world.now, "UTC");
  const journal = await whole(exportJournal(deps, projectId, period));
  await hledger(journal, "check", "--strict", "ordereddates");
  const forged = journal.replace(/( {4}assets:deposits:Local:USDC {2}0\.000000 "USDC\.local" = )/, "$11");
  await expect(hledger(forged, "check")).rejects.toThrow("assertion");
  const [middle] = await world.query<{ at: Date }>(
    "SELECT created_at AS at FROM ledger_entries ORDER BY id OFFSET 7 LIMIT 1",
  );
  const later = { ...period, from: middle?.at ?? null };
  expect(later.from).not.toBeNull();
  await hledger(await whole(exportJournal(deps, projectId, later)), "check", "--strict");

  const shown = (
    await hledger(journal, "balance", "--flat", "--no-total", "--empty", "assets", "expenses:gas")
  )
    .trim()
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "));
  const balances = await deps.projectBalances.of(projectId);
  const expected = balances.flatMap(({ tokenAddress, heldUnits, receivedUnits, refundedUnits }) => {
    const symbol = tokenAddress === network.usdc ? "USDC" : "USDT";
    const line = (units: bigint, account: string) =>
      `${units === 0n ? "0" : `${formatUnits(units, 6, 6)} "${symbol}.local"`} assets:${account}:Local:${symbol}`;
    return [line(heldUnits, "deposits"), line(receivedUnits - refundedUnits - heldUnits, "settlement")];
  });
  const [gas] = await deps.movements.gasSums(projectId, period);
  expected.push(`${formatUnits(gas?.costWei ?? 0n, 18, 18)} "ETH.local" expenses:gas:Local`);
  expect(shown.sort()).toEqual(expected.sort());
});

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

/** Runs a program of Debian's on a journal. @throws Error with what it said against it */
async function read(program: "hledger" | "ledger", journal: string, ...args: string[]): Promise<string> {
  const child = spawn(program, ["-f", "-", ...args]);
  const missing = new Promise<never>((_, reject) =>
    child.once("error", (cause) =>
      reject(new Error(`${program} can't run. On Debian: apt-get install ${program}`, { cause })),
    ),
  );
  // A refused journal closes the pipe early; its message is on standard error.
  child.stdin.on("error", () => undefined).end(journal);
  const [output, fault] = await Promise.race([
    Promise.all([text(child.stdout), text(child.stderr)]),
    missing,
  ]);
  if (fault !== "") throw new Error(fault);
  return output;
}

/** The lines of a report, each an amount and an account. */
const linesOf = (report: string) =>
  report
    .trim()
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " ").replaceAll('"', ""))
    .sort();

test("hledger and ledger accept the journal, and their balances are those of the service", async () => {
  await makeEventfulBooks(world);
  const deps = booksDeps(world);
  const projectId = world.project.id;
  const period = readPeriod({}, world.now, "UTC");
  const journal = await whole(exportJournal(deps, projectId, period));
  await read("hledger", journal, "check", "--strict", "ordereddates");
  const forged = journal.replace(/( {4}assets:deposits:Local:USDC {2}0\.000000 "USDC\.local" = )/, "$11");
  await expect(read("hledger", forged, "check")).rejects.toThrow("assertion");
  await expect(read("ledger", forged, "balance")).rejects.toThrow("assertion");
  const [middle] = await world.query<{ at: Date }>(
    "SELECT created_at AS at FROM ledger_entries ORDER BY id OFFSET 7 LIMIT 1",
  );
  const later = { ...period, from: middle?.at ?? null };
  expect(later.from).not.toBeNull();
  const part = await whole(exportJournal(deps, projectId, later));
  await read("hledger", part, "check", "--strict");
  await read("ledger", part, "balance");

  const balances = await deps.projectBalances.of(projectId);
  const expected = balances.flatMap(({ tokenAddress, heldUnits, receivedUnits, refundedUnits }) => {
    const symbol = tokenAddress === network.usdc ? "USDC" : "USDT";
    const line = (units: bigint, account: string) =>
      `${units === 0n ? "0" : `${formatUnits(units, 6, 6)} ${symbol}.local`} assets:${account}:Local:${symbol}`;
    return [line(heldUnits, "deposits"), line(receivedUnits - refundedUnits - heldUnits, "settlement")];
  });
  const [gas] = await deps.movements.gasSums(projectId, period);
  expected.push(`${formatUnits(gas?.costWei ?? 0n, 18, 18)} ETH.local expenses:gas:Local`);
  const report = ["balance", "--flat", "--no-total", "--empty", "assets", "expenses:gas"];
  expect(linesOf(await read("hledger", journal, ...report))).toEqual(expected.sort());
  expect(linesOf(await read("ledger", journal, ...report))).toEqual(expected.sort());
});

/**
 * `npm run reconcile [-- --all] [-- --logs | --no-logs]`: compares all stored data with itself and with the chains, and
 * reports discrepancies. It writes nothing and may run beside the service. Exits with 0 without discrepancies, 1 with
 * some, 2 when it could not check.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type ReconcileReport, reconcile } from "@/lib/books/reconcile";
import { createReconcileStore } from "@/lib/books/reconcile.store";
import { reconcileAreas } from "@/lib/books/reconcile-chain";
import { type Chain, perChain } from "@/lib/chain/chains.rules";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { amountCell, networkCell, tokenCell } from "@/lib/checkouts/dashboard/export-checkouts";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import type { TokenBalance } from "@/lib/payments/balances/balances.schema";
import { createProjectBalances } from "@/lib/payments/balances/project-balances.store";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createLog } from "@/lib/platform/log";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { findOperatorSettings } from "@/lib/settings/operator-settings";

const usage = `Usage: npm run reconcile -- [--all] [--logs | --no-logs]
  --all      checks the balance of every deposit address, not only of those that received money or are watched
  --logs     reads the logs of every chain again, not only of local ones
  --no-logs  reads no logs`;

const recheckDelayMs = 3_000;

async function main(args: string[]): Promise<number> {
  const { values } = readArguments(usage, {
    args,
    options: { all: { type: "boolean" }, logs: { type: "boolean" }, "no-logs": { type: "boolean" } },
  });
  const settings = await findOperatorSettings();
  const database = createDatabase(settings.databaseUrl(), { maxConnections: 2 });
  try {
    const report = await reconcile(
      {
        clock: { now: () => new Date() },
        newId,
        chains: settings.chains,
        positions: createPositionStore(database),
        incidents: createIncidentStore(database, createLog("silent")),
        balances: createBalanceStore(database),
        books: createReconcileStore(database),
        reader: perChain(settings.chains, createChainReader),
      },
      {
        all: values.all,
        logs: values.logs ? true : values["no-logs"] ? false : undefined,
        beforeRecheck: () => sleep(recheckDelayMs),
      },
    );
    printLines([
      ...toText(report),
      ...balanceLines(await createProjectBalances(database).ofAll(), settings.chains),
    ]);
    return report.findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** A row for each area, and a line for each discrepancy. */
function toText({ checked, findings }: ReconcileReport): string[] {
  const rows = reconcileAreas.map((area) => {
    const unexplained = findings.filter((finding) => finding.area === area).length;
    return [area, String(checked[area]), String(unexplained)];
  });
  return [
    ...alignColumns([["", "checked", "unexplained"], ...rows], [1, 2]),
    "",
    ...findings.map(({ area, checkoutId, text }) => `${area}: ${checkoutId ?? "-"}: ${text}`),
    findings.length === 0 ? "Every amount is explained." : `Unexplained: ${findings.length}.`,
  ];
}

/** The ledger's sums over all projects, as exports of the books end with. */
function balanceLines(balances: readonly TokenBalance[], chains: readonly Chain[]): string[] {
  if (balances.length === 0) return [];
  const rows = balances.map((balance) => [
    networkCell(chains, balance.chainId) ?? "",
    tokenCell(chains, balance),
    ...[balance.receivedUnits, balance.refundedUnits, balance.settledUnits, balance.heldUnits].map((units) =>
      amountCell(chains, balance, units),
    ),
  ]);
  return [
    "",
    ...alignColumns([["network", "token", "received", "refunded", "settled", "held"], ...rows], [2, 3, 4, 5]),
  ];
}

await runProgram(main);

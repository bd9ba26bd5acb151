import { advance } from "@/lib/checkouts/state/advance-checkouts";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import {
  type Check,
  compareBalances,
  compareLogs,
  type Finding,
  type ReconcileArea,
  type ReconcileParts,
} from "./reconcile-chain";
export type ReconcileReport = {
  findings: Finding[];
  /** By area: how many checkouts, or open incidents, were checked; counted once per chain. */
  checked: Record<ReconcileArea, number>;
};

export type ReconcileOptions = {
  /** Balances and logs of every address, not only of those that ever received anything or are watched. */
  all?: boolean | undefined;
  /** Whether to read the logs again from the first block: of all chains, of none, or (default) of local ones. */
  logs?: boolean | undefined;
  /** Runs before discrepancies are checked again, for a service at work. */
  beforeRecheck?: (() => Promise<unknown>) | undefined;
};

type Task = { area: ReconcileArea; which: "all" | "deposits"; check: Check };

const pageSize = 200;
const incidentLimit = 1_000;
/** How many discrepancies are checked a second time; for more, the first result stands. */
const suspectLimit = 20_000;

/**
 * Reads everything and reports discrepancies (reliability, head). It changes nothing, needs memory for one page and the
 * discrepancies, and may run beside the service: each check sees one moment, and discrepancies are checked again.
 */
export async function reconcile(
  deps: ReconcileParts,
  { all = false, logs, beforeRecheck }: ReconcileOptions = {},
): Promise<ReconcileReport> {
  const deposits = all ? "all" : "deposits";
  const tasks: Task[] = [
    { area: "ledger", which: "all", check: ofBooks((ids) => deps.books.ledger(ids)) },
    { area: "sums", which: "all", check: ofBooks((ids) => deps.books.sums(ids)) },
    { area: "events", which: "all", check: ofBooks((ids) => deps.books.events(ids)) },
    { area: "standing", which: "all", check: (ids) => misplaced(deps, ids) },
    ...deps.chains.map(
      (chain): Task => ({ area: "balances", which: deposits, check: compareBalances(deps, chain) }),
    ),
    ...deps.chains
      .filter(({ local }) => logs ?? local)
      .map((chain): Task => ({ area: "logs", which: deposits, check: compareLogs(deps, chain) })),
  ];
  const checked: ReconcileReport["checked"] = {
    ledger: 0,
    sums: 0,
    events: 0,
    standing: 0,
    balances: 0,
    logs: 0,
    incidents: 0,
  };

  const suspects = new Map<Task, Set<string>>();
  for (const which of ["all", "deposits"] as const) {
    const ofThese = tasks.filter((task) => task.which === which);
    if (ofThese.length === 0) continue;
    for await (const ids of pages(deps, which)) {
      for (const task of ofThese) {
        checked[task.area] += ids.length;
        const found = await task.check(ids);
        if (found.length > 0) suspect(suspects, task, ids, found);
      }
    }
  }

  const findings: Finding[] = [];
  if (suspects.size > 0) await beforeRecheck?.();
  for (const [task, ids] of suspects) {
    for (const page of chunks([...ids])) {
      for (const finding of await task.check(page)) findings.push({ area: task.area, ...finding });
    }
  }
  const open = (await deps.incidents.open(incidentLimit)).filter(({ kind }) => !aboutSending.includes(kind));
  checked.incidents = open.length;
  for (const { kind, subject, checkoutId, chainId, details } of open) {
    const text = `${kind} about ${subject} is open: ${JSON.stringify(details)}`;
    findings.push({ area: "incidents", checkoutId, chainId, text });
  }
  return { findings: distinct(findings), checked };
}

/** Why money or nodes wait: these leave nothing in the books unexplained. */
const aboutSending: readonly IncidentKind[] = [
  "OUT_OF_GAS",
  "DAILY_CAP_REACHED",
  "TRANSACTION_STUCK",
  "NONCE_LEAP",
  "TOKEN_PAUSED",
  "ACCOUNT_BLACKLISTED",
  "SWEEP_REFUSED",
  "NODE_DOWN",
  "CHAIN_UNREACHABLE",
  "INNGEST_DOWN",
  "COIN_PRICE_OFF",
];

/** A finding without a checkout concerns its whole page. */
function suspect(
  suspects: Map<Task, Set<string>>,
  task: Task,
  page: readonly string[],
  found: readonly Omit<Finding, "area">[],
): void {
  const known = suspects.get(task) ?? new Set<string>();
  suspects.set(task, known);
  for (const { checkoutId } of found) {
    for (const id of checkoutId === null ? page : [checkoutId]) {
      if (known.size < suspectLimit) known.add(id);
    }
  }
}

/** Reports an unreachable chain once, not for every page. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(
      findings.map((finding) => [
        `${finding.area} ${finding.chainId} ${finding.checkoutId} ${finding.text}`,
        finding,
      ]),
    ).values(),
  ];
}

function ofBooks(
  read: (ids: readonly string[]) => Promise<readonly { checkoutId: string; text: string }[]>,
): Check {
  return async (ids) => (await read(ids)).map((found) => ({ ...found, chainId: null }));
}

/** Checkouts that their facts would move: the service missed that, or is about to do it. */
async function misplaced(deps: ReconcileParts, ids: readonly string[]): ReturnType<Check> {
  const positions = await deps.positions.all();
  const now = deps.clock.now();
  return (await deps.books.facts(ids)).flatMap((facts) => {
    const moved = advance(deps, facts, positions, now);
    if (moved === null) return [];
    const { id, status, totalPaidUnits, paidUnits } = facts.checkout;
    const { checkout } = moved;
    const text = `stands ${status}, total ${totalPaidUnits}, final ${paidUnits}; its facts make it ${checkout.status}, total ${checkout.totalPaidUnits}, final ${checkout.paidUnits}`;
    return [{ checkoutId: id, chainId: checkout.chainId, text }];
  });
}

async function* pages(deps: ReconcileParts, which: "all" | "deposits"): AsyncGenerator<string[]> {
  const now = deps.clock.now();
  for (let after = ""; ; ) {
    const ids = await deps.books.checkoutIds(which, now, after, pageSize);
    if (ids.length > 0) yield ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += pageSize) yield ids.slice(start, start + pageSize);
}

import { writeAudit } from "@/lib/accounts/audit.store";
import { makeDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";

import { releaseSettlement } from "@/lib/checkouts/state/checkout-advances.store";
import type { IncidentFacts } from "@/lib/letters/incident-facts";

import { type Connections, transact } from "@/lib/platform/database";
import { resolveIncident } from "@/lib/platform/incidents/incident.store";
import type { IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { hourMs } from "@/lib/platform/values/time.rules";

type Reported = Pick<OpenIncident, "id" | "kind" | "chainId" | "checkoutId" | "details">;

const weekMs = 7 * 24 * hourMs;

/** Transactions of one incident. */
const mostTransactions = 5;

type Of = (incident: Reported) => string | null;

const refundOf: Of = ({ details }) => (typeof details.refundId === "string" ? details.refundId : null);
/** Of several that wait for the same cause, the details name one. */
const checkoutOf: Of = ({ checkoutId, details }) =>
  checkoutId ?? (typeof details.checkoutId === "string" ? details.checkoutId : null);
const projectOf: Of = ({ details }) => (typeof details.projectId === "string" ? details.projectId : null);
const walletOf: Of = ({ kind, details }) =>
  kind === "OUT_OF_GAS" && typeof details.wallet === "string" ? details.wallet : null;

/** Which transactions an incident is about, where these are not the checkout's payments. */
const transactionsOf: Partial<Record<IncidentKind, "refunds" | "sweeps" | "failedSweeps">> = {
  REFUND_REVERTED: "refunds",
  OVER_REFUNDED: "refunds",
  SWEEP_REVERTED: "sweeps",
  SWEEP_REFUSED: "failedSweeps",
  ACCOUNT_BLACKLISTED: "failedSweeps",
  TOKEN_PAUSED: "failedSweeps",
};

type Row = { checkoutId: string; txHash: string; orphaned: boolean };

/** @returns by the incident's id */
export async function readIncidentFacts(
  { prisma }: Connections,
  incidents: readonly Reported[],
  now: Date,
): Promise<ReadonlyMap<string, IncidentFacts>> {
  const idsOf = (of: Of) => ({ in: [...new Set(incidents.flatMap((incident) => of(incident) ?? []))] });
  const newestFirst = { createdAt: "desc" } as const;
  const refunds = await prisma.refund.findMany({
    where: { id: idsOf(refundOf) },
    select: { id: true, status: true, destinationAddress: true, checkoutId: true, txHash: true },
  });
  const checkoutIds = { in: [...idsOf(checkoutOf).in, ...refunds.map(({ checkoutId }) => checkoutId)] };
  const checkouts = await prisma.checkout.findMany({
    where: { id: checkoutIds },
    select: {
      ...{ id: true, status: true, referenceId: true, depositAddress: true },
      project: { select: { id: true, name: true } },
    },
  });
  const projects = await prisma.project.findMany({
    where: { id: idsOf(projectOf) },
    select: { id: true, name: true },
  });
  const selected = {
    checkoutId: true,
    txHash: true,
    orphaned: true,
    chainId: true,
    tokenAddress: true,
  } as const;
  const arrived = await prisma.transfer.findMany({
    where: { checkoutId: checkoutIds },
    select: selected,
    orderBy: newestFirst,
  });
  const returned = await prisma.refundPayment.findMany({
    where: { checkoutId: checkoutIds },
    select: { ...selected, refundId: true },
    orderBy: newestFirst,
  });
  const swept = await prisma.sweep.findMany({
    where: { checkoutId: checkoutIds },
    select: selected,
    orderBy: newestFirst,
  });
  const failed = await prisma.settlementItem.findMany({
    where: { checkoutId: checkoutIds, status: "FAILED" },
    select: {
      checkoutId: true,
      settlement: {
        select: { id: true, createdAt: true, outgoingTransaction: { select: { txHash: true } } },
      },
    },
    orderBy: { settlement: newestFirst },
  });

  const spent = new Map<string, bigint>();
  for (const incident of incidents) {
    const wallet = walletOf(incident);
    if (wallet === null || incident.chainId === null) continue;
    const since = new Date(now.getTime() - weekMs);
    const { _sum } = await prisma.outgoingTransaction.aggregate({
      where: { chainId: incident.chainId, operatorAddress: wallet, createdAt: { gt: since } },
      _sum: { costWei: true },
    });
    spent.set(incident.id, BigInt(_sum.costWei?.toFixed() ?? "0"));
  }

  const inBlock = ({ orphaned }: { orphaned: boolean }) =>
    orphaned ? "in no block of the chain any more" : "in the chain";
  return new Map(
    incidents.map((incident): [string, IncidentFacts] => {
      const { kind } = incident;
      const refund = refunds.find(({ id }) => id === refundOf(incident)) ?? null;
      const checkout =
        checkouts.find(({ id }) => id === (checkoutOf(incident) ?? refund?.checkoutId ?? null)) ?? null;
      const isItsOwn = ({ checkoutId }: { checkoutId: string }) => checkoutId === checkout?.id;
      const rows = (what: string, found: readonly Row[]) =>
        found.filter(isItsOwn).map((row) => ({ what: `${what}, ${inBlock(row)}`, txHash: row.txHash }));
      const ofKind = {
        payments: () => rows("payment", arrived),
        sweeps: () => rows("sweep", swept),
        refunds: () =>
          rows(
            "refund",
            returned.filter((row) => refund === null || row.refundId === refund.id),
          ),
        failedSweeps: () =>
          failed.filter(isItsOwn).flatMap(({ settlement }) => {
            const txHash = settlement.outgoingTransaction?.txHash;
            return txHash === undefined ? [] : [{ what: `failed sweep ${settlement.id}`, txHash }];
          }),
      }[transactionsOf[kind] ?? "payments"]();
      return [
        incident.id,
        {
          project: checkout?.project ?? projects.find(({ id }) => id === projectOf(incident)) ?? null,
          checkout,
          refund,
          transactions: ofKind.slice(0, mostTransactions),
          weekWei: spent.get(incident.id) ?? null,
        },
      ];
    }),
  );
}

/** Incidents that freeze the settlement of their checkout. */
export const freezingIncidents: readonly IncidentKind[] = [
  "PAYMENT_REVERTED",
  "REFUND_REVERTED",
  "SWEEP_REVERTED",
  "OVER_REFUNDED",
];

/**
 * Closes an incident after review, with an audit entry. For one that froze settlement, the same transaction lifts the
 * freeze, unless refunds exceed the money there.
 *
 * @returns null when no such incident is open
 */
export function closeIncident(
  { pool }: Connections,
  incidentId: string,
  at: Date,
): Promise<{ incident: OpenIncident; released: boolean } | null> {
  return transact(pool, async (connection) => {
    const incident = await resolveIncident(connection, incidentId, at);
    if (incident === null) return null;
    const { kind, subject, checkoutId } = incident;
    const isFreezing = checkoutId !== null && freezingIncidents.includes(kind);
    const released = isFreezing ? await releaseSettlement(connection, checkoutId, at) : null;
    if (isFreezing && released !== null) await makeDepositsDue(connection, [checkoutId]);
    await writeAudit(connection, {
      projectId: released?.projectId ?? null,
      userId: null,
      action: "incident.closed",
      target: incident.id,
      details: { kind, subject },
      at,
    });
    return { incident, released: released !== null };
  });
}

import { type Connections, toUnits } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { disabledByHand } from "@/lib/webhooks/webhook-schedule.rules";
import type { InboxTask, WaitingRefund } from "./tasks.rules";

/** The inbox shows so many of each kind. */
const perKind = 25;

/** Refunds, failing endpoints and low gas, read across rooms. */
export type TaskStore = {
  /** Those that wait for the shop first. */
  refunds(projectId: string): Promise<WaitingRefund[]>;
  endpoints(projectId: string): Promise<Extract<InboxTask, { kind: "endpoint" }>["endpoint"][]>;
  /** Wallets of the service that are low on gas. None where shops share the service: its operator sees them. */
  gas(): Promise<Extract<InboxTask, { kind: "gas" }>["gas"][]>;
};

const waitingStatuses = ["AWAITING_APPROVAL", "AWAITING_SIGNATURE", "AWAITING_ADDRESS"] as const;

export function createTaskStore({ prisma }: Pick<Connections, "prisma">): TaskStore {
  return {
    refunds: async (projectId) => {
      const rows = await Promise.all(
        waitingStatuses.map((status) =>
          prisma.refund.findMany({
            where: { projectId, status },
            include: { checkout: { select: { referenceId: true, itemName: true } } },
            orderBy: [{ createdAt: "desc" }, { id: "desc" }],
            take: perKind,
          }),
        ),
      );
      return rows.flat().map(({ checkout, ...row }) => ({
        ...checkout,
        id: row.id,
        checkoutId: row.checkoutId,
        status: row.status as WaitingRefund["status"],
        chainId: row.chainId,
        tokenAddress: row.tokenAddress as Hex,
        amountUnits: toUnits(row.amountUnits),
        txHash: row.txHash as Hex | null,
        createdAt: row.createdAt,
      }));
    },
    endpoints: async (projectId) => {
      const rows = await prisma.webhookEndpoint.findMany({
        where: {
          projectId,
          deletedAt: null,
          OR: [
            { disabledAt: null, failingSince: { not: null } },
            { disabledAt: { not: null }, disabledReason: { not: disabledByHand } },
          ],
        },
        select: { id: true, url: true, disabledAt: true, failingSince: true, createdAt: true },
        orderBy: { id: "asc" },
        take: perKind,
      });
      return rows.map(({ id, url, disabledAt, failingSince, createdAt }) => ({
        id,
        url,
        since: disabledAt ?? failingSince ?? createdAt,
        isDisabled: disabledAt !== null,
      }));
    },
    gas: async () => {
      const projects = await prisma.project.findMany({
        where: { deletedAt: null },
        select: { id: true },
        take: 2,
      });
      if (projects.length > 1) return [];
      const rows = await prisma.incident.findMany({
        where: { kind: "OUT_OF_GAS", resolvedAt: null, chainId: { not: null } },
        orderBy: { createdAt: "asc" },
        take: perKind,
      });
      return rows.map(({ chainId, details, createdAt }) => {
        const { wallet } = details as { wallet?: unknown };
        return {
          chainId: chainId ?? 0,
          wallet: typeof wallet === "string" ? (wallet as Hex) : null,
          since: createdAt,
        };
      });
    },
  };
}

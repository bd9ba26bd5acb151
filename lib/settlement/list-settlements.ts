import type { GasSpent, SettlementStore, SettlementView } from "./settlement-store.port";

/** A project's settlements, newest first, and what gas was paid on its behalf so far. */
export async function listSettlements(
  { settlements }: { settlements: SettlementStore },
  projectId: string,
  page: { take: number; skip: number },
): Promise<{ settlements: SettlementView[]; total: number; gas: GasSpent[] }> {
  const { items, total } = await settlements.list(projectId, page);
  return { settlements: items, total, gas: await settlements.gasSpent(projectId) };
}

import { readRefused, release } from "@/lib/chain/sender/sweep-refusals.store";
import { type Database, transact } from "@/lib/platform/database";
import { postpone, readHeld, readWaiting } from "./settlement-candidates.store";
import { listSettlements, readGasSpent } from "./settlement-list.store";
import { dropItems, openSettlement, readUnsigned } from "./settlement-opening.store";
import type { SettlementStore } from "./settlement-store.port";
import { takeWake, wakeLater } from "./settlement-wakes.store";

/** Settlements in Postgres: what is chosen, signed and sent is stored before the next step is taken. */
export function createSettlementStore({ pool }: Pick<Database, "pool">): SettlementStore {
  return {
    waiting: (terms, perProject) => readWaiting(pool, terms, perProject),
    postpone: (...input) => postpone(pool, ...input),
    held: (...question) => readHeld(pool, ...question),
    open: (...input) => transact(pool, (connection) => openSettlement(connection, ...input)),
    unsigned: (chainId, limit) => readUnsigned(pool, chainId, limit),
    dropItems: (...input) => transact(pool, (connection) => dropItems(connection, ...input)),
    refused: (chainId, now) => readRefused(pool, chainId, now),
    release: (...input) => release(pool, ...input),
    wakeLater: (...input) => wakeLater(pool, ...input),
    takeWake: (...question) => takeWake(pool, ...question),
    list: (projectId, page) => listSettlements(pool, projectId, page),
    gasSpent: (projectId) => readGasSpent(pool, projectId),
  };
}

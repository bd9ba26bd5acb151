import { type Database, run, transact } from "@/lib/platform/database";
import { addAttempt, noteAttemptBroadcast, readOpen } from "./outgoing-attempts.store";
import { completeTransaction, reopenTransactions } from "./outgoing-endings.store";
import { selectHoles } from "./outgoing-nonces.store";
import { readGasOfDay, storeSigned } from "./outgoing-signing.store";
import type { OutgoingStore } from "./outgoing-store.port";

/** What the service's wallets send, in Postgres: signed bytes are stored before any node sees them. */
export function createOutgoingStore({ pool }: Pick<Database, "pool">): OutgoingStore {
  return {
    storeSigned: (input) => transact(pool, (connection) => storeSigned(connection, input)),
    addAttempt: (transactionId, attempts, signed, at) =>
      transact(pool, (connection) => addAttempt(connection, transactionId, attempts, signed, at)),
    open: (chainId, walletAddress, limit) => readOpen(pool, chainId, walletAddress, limit),
    noteBroadcast: (transactionId, ordinal, at, error) =>
      noteAttemptBroadcast(pool, transactionId, ordinal, at, error),
    holes: async (chainId, walletAddress, from) =>
      (await run<{ nonce: bigint }>(pool, selectHoles, [chainId, walletAddress, from])).map(
        ({ nonce }) => nonce,
      ),
    reopen: (...range) => transact(pool, (connection) => reopenTransactions(connection, ...range)),
    complete: (transactionId, outcome, at) =>
      transact(pool, (connection) => completeTransaction(connection, transactionId, outcome, at)),
    spentSince: async (chainId, walletAddress, since) =>
      (await readGasOfDay(pool, chainId, walletAddress, since, null)).spentWei,
  };
}

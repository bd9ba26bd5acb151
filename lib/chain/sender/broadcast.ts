import type { Attempt, OpenTransaction } from "@/lib/chain/sender/outgoing/outgoing-store.port";
import type { ChainSender } from "./chain-sender.port";
import type { SenderDeps } from "./sender-deps";
import { raiseOutOfGas } from "./sender-deps";

/** A transaction that is unmined for this long is sent again. */
export const rebroadcastMs = 15_000;

/** Nodes' wordings for a wallet that cannot pay. */
const noGasMoney = /insufficient (?:funds|balance)/i;

/** The attempt with the highest fees, the only one that nodes still accept. */
export function newestAttempt({ id, attempts }: OpenTransaction): Attempt {
  const newest = attempts.at(-1);
  if (newest === undefined) throw new Error(`transaction ${id} has no attempt`);
  return newest;
}

/** Sends the newest attempt's bytes and saves the node's answer. @throws ChainUnavailable */
export async function broadcastNewest(
  deps: SenderDeps,
  sender: ChainSender,
  transaction: OpenTransaction,
): Promise<void> {
  const { ordinal, rawTransaction, txHash } = newestAttempt(transaction);
  const { accepted, message } = await sender.broadcast(rawTransaction);
  await deps.outgoing.noteBroadcast(transaction.id, ordinal, deps.clock.now(), message);
  if (accepted) return;
  const { purpose } = transaction.owner;
  deps.log.error({ txHash, purpose, message }, "the node refused a transaction");
  if (message !== null && noGasMoney.test(message))
    await raiseOutOfGas(deps, sender, await sender.balance(), transaction.maxCostWei);
}

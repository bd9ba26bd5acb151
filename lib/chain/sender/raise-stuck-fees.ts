import type { Chain } from "@/lib/chain/chains.rules";
import { broadcastNewest, newestAttempt, rebroadcastMs } from "./broadcast";
import { CallRefused, type ChainSender } from "./chain-sender.port";
import { type Fees, raiseFees } from "./fees.rules";
import { raiseOutOfGas } from "./gas-money";
import type { OpenTransaction } from "./outgoing-store.port";
import { aboutWallet, killPrefix, type SenderDeps } from "./sender-deps";

/** So many times the patience of the chain, and somebody is told of what the ceiling does not let through. */
const patienceBeforeAlarm = 10;

/**
 * Signs the wallet's next transaction again with higher fees when no block took it in time: the same call under the
 * same nonce, so that at most one of the attempts is ever mined. Those behind it need none before it is through.
 *
 * @returns `stuck` when it pays the ceiling already and waits in vain for so long that an operator was told
 * @throws ChainUnavailable
 */
export async function raiseStuckFees(
  deps: SenderDeps,
  sender: ChainSender,
  { sending }: Chain,
  transaction: OpenTransaction,
): Promise<"waits" | "raised" | "stuck"> {
  const newest = newestAttempt(transaction);
  const now = deps.clock.now();
  const ageMs = now.getTime() - newest.createdAt.getTime();
  // How often it was sent tells for how long nodes had it: not while the service stood still.
  if (Math.min(ageMs, newest.broadcastCount * rebroadcastMs) < sending.stuckAfterMs) return "waits";
  const fees = raiseFees(newest, await marketFees(sender), sending.maxFeePerGasWei);
  if (fees === null) {
    const waitedMs = now.getTime() - transaction.createdAt.getTime();
    if (waitedMs < patienceBeforeAlarm * sending.stuckAfterMs) return "waits";
    const details = {
      wallet: sender.operatorAddress,
      nonce: transaction.nonce.toString(),
      txHash: newest.txHash,
      maxFeePerGasWei: newest.maxFeePerGas.toString(),
    };
    await deps.incidents.raise({ kind: "TRANSACTION_STUCK", ...aboutWallet(sender), details }, now);
    return "stuck";
  }
  const signed = await sender.signAgain(newest.rawTransaction, fees);
  const balanceWei = await sender.balance();
  if (balanceWei < signed.maxCostWei) {
    // Nodes would refuse it, and the attempts before it are with them all the same.
    await raiseOutOfGas(deps, sender, balanceWei, signed.maxCostWei);
    return "waits";
  }
  const raised = await deps.outgoing.addAttempt(transaction.id, transaction.attempts.length, signed, now);
  if (raised === null) return "waits";
  deps.killPoint(`${killPrefix(transaction.owner)}.raised`);
  const { txHash, nonce } = signed;
  deps.log.warn({ txHash, nonce, attempt: raised.attempts.length }, "a stuck transaction pays more now");
  await broadcastNewest(deps, sender, raised);
  return "raised";
}

/** Null while the market is above the ceiling. */
async function marketFees(sender: ChainSender): Promise<Fees | null> {
  try {
    return await sender.fees();
  } catch (error) {
    if (error instanceof CallRefused && error.reason === "FEE_ABOVE_CEILING") return null;
    throw error;
  }
}

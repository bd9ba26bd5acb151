import { CallRefused, type ChainSender, type OpenTransaction } from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { type SenderDeps, walletSubject } from "@/lib/chain/sender/send-call";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a replaced wallet still has to do on a chain. */
export type Retirement =
  /** These transactions are not final yet. */
  | { kind: "waits"; open: readonly OpenTransaction[] }
  /** They are, and it keeps its coin for now. */
  | { kind: "idle" }
  /** Its coin was given to a node, for its successor. */
  | { kind: "sent"; txHash: Hex; valueWei: bigint }
  /** Its coin cannot be sent now. */
  | { kind: "refused"; reason: string }
  /** Its last transaction, in a block, is not final yet. */
  | { kind: "settling" }
  /** Nothing. What it has is less than twice the most that it can cost to send. */
  | { kind: "done"; balanceWei: bigint };

const openLimit = 100;

/**
 * One pass over a wallet that the service no longer uses: its transactions get their outcome, then all of its coin goes
 * to its successor. May be repeated at any time. The last transaction is stored nowhere: it takes the nonce after
 * everything that ended, a second try takes the same one, and both pay a wallet of the service.
 *
 * @param successor null while the wallet still needs its coin
 * @param settledUpTo the chain is final up to this block by its settle policy; null when unknown
 * @throws ChainUnavailable
 */
export async function retireWallet(
  deps: SenderDeps,
  old: ChainSender,
  { successor, settledUpTo }: { successor: Hex | null; settledUpTo: bigint | null },
): Promise<Retirement> {
  const { chainId, operatorAddress } = old;
  await followTransactions(deps, old, settledUpTo);
  const open = await deps.outgoing.open(chainId, operatorAddress, openLimit);
  if (open.length > 0) return { kind: "waits", open };
  if (successor === null) return { kind: "idle" };
  const sent = await sendCoin(old, successor);
  if (sent.kind !== "done") return sent;
  if (!(await isFinal(old, settledUpTo))) return { kind: "settling" };
  await resolveIncidents(deps, old);
  return sent;
}

/** Whether no reorg can undo what the wallet sent: without its key nobody could send it again. */
async function isFinal(old: ChainSender, settledUpTo: bigint | null): Promise<boolean> {
  const used = await old.minedNonce();
  return used === 0n || (settledUpTo !== null && (await old.minedNonceAt(settledUpTo)) >= used);
}

async function sendCoin(old: ChainSender, successor: Hex): Promise<Retirement> {
  try {
    const call = await old.prepareEmptying(successor);
    if (call.valueWei < call.maxCostWei) return { kind: "done", balanceWei: await old.balance() };
    const { txHash, rawTransaction } = await old.sign(call, await old.minedNonce());
    const { accepted, message } = await old.broadcast(rawTransaction);
    if (accepted && message !== null)
      return { kind: "refused", reason: "an earlier transfer of its coin is on its way" };
    if (!accepted) return { kind: "refused", reason: `the node refused it: ${message}` };
    return { kind: "sent", txHash, valueWei: call.valueWei };
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    if (error.reason === "NO_GAS_MONEY") return { kind: "done", balanceWei: await old.balance() };
    return { kind: "refused", reason: error.message };
  }
}

/** Nothing about this wallet needs an operator any more. */
async function resolveIncidents(deps: SenderDeps, { chainId, operatorAddress }: ChainSender): Promise<void> {
  const subject = walletSubject(chainId, operatorAddress);
  for (const incident of await deps.incidents.openAbout([subject, `${subject}/refunds`]))
    await deps.incidents.resolve(incident.kind, incident.subject, deps.clock.now());
}

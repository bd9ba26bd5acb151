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
  /** Its coin is on the way to its successor. */
  | { kind: "sent"; txHash: Hex; valueWei: bigint }
  /** Its coin cannot be sent now. */
  | { kind: "refused"; reason: string }
  /** Nothing. What it has is less than twice what it costs to send. */
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
  if (sent.kind === "done") await resolveIncidents(deps, old);
  return sent;
}

async function sendCoin(old: ChainSender, successor: Hex): Promise<Retirement> {
  try {
    const call = await old.prepareEmptying(successor);
    if (call.valueWei < call.maxCostWei) return { kind: "done", balanceWei: await old.balance() };
    const { txHash, rawTransaction } = await old.sign(call, await old.minedNonce());
    const { accepted, message } = await old.broadcast(rawTransaction);
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

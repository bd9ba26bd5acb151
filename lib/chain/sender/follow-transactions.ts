import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import type { OpenTransaction } from "@/lib/chain/sender/outgoing/outgoing-store.port";
import type { IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { minuteMs, startOfDay } from "@/lib/platform/values/time.rules";
import { CallRefused, type ChainSender } from "./chain-sender.port";
import { broadcastNewest, fillHole, newestAttempt, rebroadcastMs } from "./send-call";
import {
  aboutWallet,
  killPrefix,
  raiseOutOfGas,
  resolveOutOfGas,
  type SenderDeps,
  walletSubject,
} from "./sender-deps";
import { type Fees, raiseFees } from "./sending.rules";

/** So many times the patience of the chain, and an operator is told of what the ceiling does not let through. */
const patienceBeforeAlarm = 10;

/**
 * Signs the wallet's next transaction again with higher fees when no block took it in time: the same call under the
 * same nonce, so that at most one of the attempts is ever mined. Those behind it need none before it is through.
 *
 * @returns `stuck` when it pays the ceiling already and waits in vain for so long that an operator was told
 * @throws ChainUnavailable
 */
async function raiseStuckFees(
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

/** So long nodes may tell different things of a transaction before an operator is told. */
const disputeMs = 10 * minuteMs;

/** A wrong nonce that no one met with for so long, though each minute has a look, is over. */
const leapMs = 10 * minuteMs;

/** Transactions looked at in one go. */
const openLimit = 100;

/**
 * One look at what a wallet has on its way: ends what is final, sends again what is quiet, raises the fees of what is
 * stuck, fills holes in the nonces, and reopens what a reorg took. Any attempt may be the one that was mined. Ends the
 * wallet's incidents once their cause is gone.
 *
 * @param settledUpTo up to and with this block the chain is final by its settle policy; null when not known
 * @returns how many transactions are still open
 * @throws ChainUnavailable after it has looked at all of them
 */
export async function followTransactions(
  deps: SenderDeps,
  sender: ChainSender,
  settledUpTo: bigint | null,
): Promise<{ open: number }> {
  const { chainId, operatorAddress } = sender;
  const chain = enabledChain(deps.chains, chainId);
  const open = await deps.outgoing.open(chainId, operatorAddress, openLimit);
  const incidents = await deps.incidents.openAbout([walletSubject(chainId, operatorAddress)]);
  if (open.length === 0) {
    await resolveIncidents(deps, sender, incidents, false);
    return { open: 0 };
  }

  const minedNonce = await sender.minedNonce();
  const used = open.filter(({ nonce }) => nonce < minedNonce);
  const waiting = open.filter(({ nonce }) => nonce >= minedNonce);
  let ended = 0;
  const failures: unknown[] = [];
  // One that cannot be looked at holds up none of the others.
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error));
  for (const transaction of used) {
    await attempt(
      endWhenFinal(deps, sender, transaction, settledUpTo).then((isEnded) => {
        if (isEnded) ended += 1;
      }),
    );
  }
  // Who could not look does not say that nothing is stuck any more.
  let isStuck = true;
  await attempt(
    pushOn(deps, sender, chain, waiting, minedNonce).then((stuck) => {
      isStuck = stuck;
    }),
  );
  await attempt(resolveIncidents(deps, sender, incidents, isStuck));
  if (failures.length > 0) throw failures[0];
  return { open: open.length - ended };
}

/** Ends a transaction whose nonce is used, once that can no longer change. */
async function endWhenFinal(
  deps: SenderDeps,
  sender: ChainSender,
  transaction: OpenTransaction,
  settledUpTo: bigint | null,
): Promise<boolean> {
  if (settledUpTo === null) return false;
  const { id, nonce, owner, attempts } = transaction;
  const { purpose } = owner;
  const seen = await sender.mined(attempts.map(({ txHash }) => txHash));
  const now = deps.clock.now();
  if (seen !== null) {
    const { isAgreed, ...mined } = seen;
    if (mined.blockNumber > settledUpTo) return false;
    const { chainId } = sender;
    const { txHash, status } = mined;
    const subject = `${chainId}/${txHash}`;
    if (!isAgreed) {
      deps.log.warn({ chainId, txHash, purpose }, "one node alone tells that a transaction reverted");
      // Another that only lags comes to tell the same.
      if (now.getTime() - transaction.createdAt.getTime() < disputeMs) return false;
      const details = { wallet: sender.operatorAddress, purpose, blockHash: mined.blockHash };
      await deps.incidents.raise(
        { kind: "NODES_DISAGREE", subject, chainId, checkoutId: null, details },
        now,
      );
      return false;
    }
    const isEnded = await deps.outgoing.complete(id, { kind: "mined", ...mined }, now);
    if (isEnded) deps.log.info({ txHash, purpose, status }, "a transaction is final");
    await deps.incidents.resolve("NODES_DISAGREE", subject, now);
    return true;
  }
  if ((await sender.minedNonceAt(settledUpTo)) <= nonce) return false;
  const isEnded = await deps.outgoing.complete(id, { kind: "replaced" }, now);
  if (isEnded) deps.log.warn({ id, nonce, purpose }, "another transaction took the nonce");
  return isEnded;
}

/**
 * Moves on what no block holds yet.
 * @returns whether the lowest of it waits in vain although it pays as much as it may
 */
async function pushOn(
  deps: SenderDeps,
  sender: ChainSender,
  chain: Chain,
  waiting: readonly OpenTransaction[],
  minedNonce: bigint,
): Promise<boolean> {
  const [lowest] = waiting;
  if (lowest === undefined) return false;
  if (lowest.nonce > minedNonce && isQuiet(deps, lowest)) await closeGap(deps, sender, lowest, minedNonce);
  const stuck = lowest.nonce === minedNonce ? await raiseStuckFees(deps, sender, chain, lowest) : "waits";
  for (const transaction of stuck === "raised" ? waiting.slice(1) : waiting) {
    if (isQuiet(deps, transaction)) await broadcastNewest(deps, sender, transaction);
  }
  return stuck === "stuck";
}

function isQuiet({ clock }: SenderDeps, transaction: OpenTransaction): boolean {
  const { lastBroadcastAt } = newestAttempt(transaction);
  return lastBroadcastAt === null || clock.now().getTime() - lastBroadcastAt.getTime() >= rebroadcastMs;
}

/**
 * Nothing of ours that is open comes next on the chain, so all that waits is held up. A reorg that went past the
 * settle policy takes transactions which had ended: their bytes are sent again. A node that merely lags has this said
 * of transactions it has not seen yet: they end a second time, and nothing is sent that was not on its way before.
 * What then is still missing never was, and is filled.
 */
async function closeGap(
  deps: SenderDeps,
  sender: ChainSender,
  lowest: OpenTransaction,
  minedNonce: bigint,
): Promise<void> {
  const { chainId, operatorAddress } = sender;
  const reopened = await deps.outgoing.reopen(chainId, operatorAddress, minedNonce, lowest.nonce);
  if (reopened > 0)
    deps.log.warn({ chainId, from: minedNonce, reopened }, "a reorg took transactions: they are sent again");
  for (const nonce of await deps.outgoing.holes(chainId, operatorAddress, minedNonce)) {
    const filled = await fillHole(deps, sender, { nonce, firstNonce: minedNonce });
    if (filled !== null) deps.log.warn({ chainId, nonce }, "a hole in the nonces is filled");
  }
}

/** Ends what the wallet's incidents told of, where it is over. @throws ChainUnavailable */
async function resolveIncidents(
  deps: SenderDeps,
  sender: ChainSender,
  incidents: readonly OpenIncident[],
  isStuck: boolean,
): Promise<void> {
  const now = deps.clock.now();
  const { subject } = aboutWallet(sender);
  const end = (kind: IncidentKind) => deps.incidents.resolve(kind, subject, now);
  for (const incident of incidents) {
    if (incident.kind === "OUT_OF_GAS") await resolveOutOfGas(deps, sender, incident);
    if (incident.kind === "TRANSACTION_STUCK" && !isStuck) await end("TRANSACTION_STUCK");
    // Raised again with whatever is to be signed as long as it lasts.
    if (incident.kind === "NONCE_LEAP" && now.getTime() - incident.lastSeenAt.getTime() >= leapMs)
      await end("NONCE_LEAP");
    // Raised again as long as something does not fit under the cap: one from yesterday is over.
    if (incident.kind === "DAILY_CAP_REACHED" && incident.lastSeenAt < startOfDay(now))
      await end("DAILY_CAP_REACHED");
  }
}

import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { endDispute, noteDispute } from "@/lib/chain/witness";
import type { IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { minuteMs, startOfDay } from "@/lib/platform/values/time.rules";
import { CallRefused, type ChainSender, type OpenTransaction } from "./chain-sender.port";
import {
  aboutWallet,
  broadcastNewest,
  fillHole,
  newestAttempt,
  raiseOutOfGas,
  rebroadcastMs,
  resolveOutOfGas,
  type SenderDeps,
  walletSubject,
} from "./send-call";
import { type Fees, raiseFees } from "./sending.rules";

/** Alert after this many times `stuckAfterMs` when the fee ceiling blocks a transaction. */
const patienceBeforeAlarm = 10;

/**
 * Replaces the wallet's next transaction by one with higher fees when no block took it in time: same call and nonce, so
 * at most one attempt is ever mined. Later nonces need no raise before this one is mined.
 *
 * @returns `stuck` when it already pays the ceiling and has waited long enough for an alert
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
  // The broadcast count tells how long nodes had it: time while the service was down does not count.
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
    // Nodes would refuse it, and they still have the earlier attempts.
    await raiseOutOfGas(deps, sender, balanceWei, signed.maxCostWei);
    return "waits";
  }
  const raised = await deps.outgoing.addAttempt(transaction.id, transaction.attempts.length, signed, now);
  if (raised === null) return "waits";
  const { txHash, nonce } = signed;
  deps.log.warn({ txHash, nonce, attempt: raised.attempts.length }, "raised the fees of a stuck transaction");
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

/** A wrong nonce that did not recur for this long, with a pass each minute, is resolved. */
const leapMs = 10 * minuteMs;

/** Transactions checked in one pass. */
const openLimit = 100;

/**
 * One pass over a wallet's open transactions: completes final ones, resends unmined ones, raises the fees of stuck
 * ones, fills nonce gaps, and reopens transactions that a reorg took. Any attempt may be the mined one. Resolves the
 * wallet's incidents once their cause is gone.
 *
 * @param settledUpTo the chain is final up to this block by its settle policy; null when unknown
 * @returns how many transactions are still open
 * @throws ChainUnavailable after trying all of them
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
  // A transaction that cannot be checked does not delay the others.
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error));
  for (const transaction of used) {
    await attempt(
      endWhenFinal(deps, sender, transaction, settledUpTo).then((isEnded) => {
        if (isEnded) ended += 1;
      }),
    );
  }
  // Without a check, we must not conclude that nothing is stuck.
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

/** Completes a transaction whose nonce is used, once that is final. */
async function endWhenFinal(
  deps: SenderDeps,
  sender: ChainSender,
  transaction: OpenTransaction,
  settledUpTo: bigint | null,
): Promise<boolean> {
  if (settledUpTo === null) return false;
  const { id, nonce, owner, attempts } = transaction;
  const { purpose } = owner;
  const seen = await sender.mined(attempts);
  const now = deps.clock.now();
  if (seen !== null) {
    const { isAgreed, ...mined } = seen;
    if (mined.blockNumber > settledUpTo) return false;
    const { chainId } = sender;
    const { txHash, status } = mined;
    const subject = `${chainId}/${txHash}`;
    if (!isAgreed) {
      deps.log.warn({ chainId, txHash, purpose }, "only one node reports that a transaction reverted");
      const details = { wallet: sender.operatorAddress, purpose, blockHash: mined.blockHash };
      const waitedMs = now.getTime() - transaction.createdAt.getTime();
      await noteDispute(deps, { subject, chainId, checkoutId: null, details }, "receipt", waitedMs);
      return false;
    }
    const isEnded = await deps.outgoing.complete(id, { kind: "mined", ...mined }, now);
    if (isEnded) deps.log.info({ txHash, purpose, status }, "a transaction is final");
    await endDispute(deps, subject);
    return true;
  }
  if ((await sender.minedNonceAt(settledUpTo)) <= nonce) return false;
  const isEnded = await deps.outgoing.complete(id, { kind: "replaced" }, now);
  if (isEnded) deps.log.warn({ id, nonce, purpose }, "another transaction used the nonce");
  return isEnded;
}

/**
 * Pushes transactions that are in no block yet.
 * @returns whether the lowest one waits although it pays the maximum
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
 * No open transaction of ours has the chain's next nonce, so all later ones are blocked. After a reorg deeper than the
 * settle policy, completed transactions are gone: we resend their bytes. With a node that merely lags, they complete a
 * second time and nothing new is sent. A nonce still missing then was never used, and is filled.
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
    deps.log.warn(
      { chainId, from: minedNonce, reopened },
      "a reorg removed transactions; sending them again",
    );
  for (const nonce of await deps.outgoing.holes(chainId, operatorAddress, minedNonce)) {
    const filled = await fillHole(deps, sender, { nonce, firstNonce: minedNonce });
    if (filled !== null) deps.log.warn({ chainId, nonce }, "filled a nonce gap");
  }
}

/** An incident without a hash is about what was not sent, since gas costs more than the limit. @throws ChainUnavailable */
async function canSend(sender: ChainSender, { details }: OpenIncident): Promise<boolean> {
  return typeof details.txHash === "string" || (await marketFees(sender)) !== null;
}

/** Resolves the wallet's incidents whose cause is gone. @throws ChainUnavailable */
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
    if (incident.kind === "TRANSACTION_STUCK" && !isStuck && (await canSend(sender, incident)))
      await end("TRANSACTION_STUCK");
    // Each later signature raises it again while it lasts.
    if (incident.kind === "NONCE_LEAP" && now.getTime() - incident.lastSeenAt.getTime() >= leapMs)
      await end("NONCE_LEAP");
    // Raised again while something exceeds the cap: one from yesterday is resolved.
    if (incident.kind === "DAILY_CAP_REACHED" && incident.lastSeenAt < startOfDay(now))
      await end("DAILY_CAP_REACHED");
  }
}

import { enabledChain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type {
  Attempt,
  OpenTransaction,
  RefundCap,
  UnsentOwner,
} from "@/lib/chain/sender/outgoing/outgoing-store.port";
import { startOfDay } from "@/lib/platform/values/time.rules";
import type { ChainSender, PreparedCall } from "./chain-sender.port";
import { aboutWallet, checkReserve, killPrefix, raiseOutOfGas, type SenderDeps } from "./sender-deps";

export type CallToSend = {
  sender: ChainSender;
  /** The purpose; nothing is signed when another worker signed for it. */
  owner: UnsentOwner;
  /** The merchant for whom the gas is spent; null for none. */
  projectId: string | null;
  call: PreparedCall;
  /** For a refund: the daily cap of its wallet. */
  refundCap?: RefundCap;
};

/**
 * Signs a prepared call with a nonce of the sender's wallet and broadcasts it. Each step is stored in Postgres before
 * the next begins: signed and stored with its owner → broadcast → final. After a crash `followTransactions` sends the
 * same bytes.
 */
export async function sendCall(
  deps: SenderDeps,
  toSend: CallToSend,
): Promise<"sent" | "taken" | "over_cap" | "nonce_leap"> {
  const { sender, owner, call } = toSend;
  const { dailyCapWei } = enabledChain(deps.chains, sender.chainId).sending;
  const firstNonce = await sender.minedNonce();
  const now = deps.clock.now();
  const prefix = killPrefix(owner);
  deps.killPoint(`${prefix}.prepared`);
  const stored = await deps.outgoing.storeSigned({
    ...walletOf(sender),
    transactionId: deps.newId("otx"),
    owner,
    projectId: toSend.projectId,
    firstNonce,
    onlyNonce: null,
    cap: dailyCapWei === null ? null : { limitWei: dailyCapWei, since: startOfDay(now) },
    refundCap: toSend.refundCap,
    maxCostWei: call.maxCostWei,
    sign: (nonce) => sender.sign(call, nonce),
    at: now,
  });
  if (stored.kind === "taken") return "taken";
  if (stored.kind === "over_cap") {
    const details = {
      wallet: sender.operatorAddress,
      spentWei: stored.spentWei.toString(),
      projectId: toSend.projectId,
      byOwnerWei: stored.byOwnerWei.toString(),
      capWei: String(dailyCapWei),
      callWei: call.maxCostWei.toString(),
    };
    await deps.incidents.raise({ kind: "DAILY_CAP_REACHED", ...aboutWallet(sender), details }, now);
    return "over_cap";
  }
  if (stored.kind === "nonce_leap") {
    await raiseNonceLeap(deps, sender, firstNonce, stored.knownNonce);
    return "nonce_leap";
  }
  deps.killPoint(`${prefix}.signed`);
  await broadcastNewest(deps, sender, stored.transaction);
  deps.killPoint(`${prefix}.broadcast`);
  // It is sent; if no node returns the balance now, the next transaction checks it.
  await checkReserve(deps, sender, call.maxCostWei).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
  });
  return "sent";
}

/**
 * Uses up a nonce that blocks later ones. The wallet's daily cap does not apply: this unblocks transactions that were
 * signed within it.
 * @throws ChainUnavailable
 * @throws CallRefused
 */
export async function fillHole(
  deps: SenderDeps,
  sender: ChainSender,
  hole: { nonce: bigint; firstNonce: bigint },
): Promise<OpenTransaction | null> {
  const call = await sender.prepareFill();
  deps.killPoint("fill.prepared");
  const stored = await deps.outgoing.storeSigned({
    ...walletOf(sender),
    transactionId: deps.newId("otx"),
    owner: { purpose: "FILL" },
    projectId: null,
    firstNonce: hole.firstNonce,
    onlyNonce: hole.nonce,
    cap: null,
    maxCostWei: call.maxCostWei,
    sign: (nonce) => sender.sign(call, nonce),
    at: deps.clock.now(),
  });
  if (stored.kind === "nonce_leap") await raiseNonceLeap(deps, sender, hole.firstNonce, stored.knownNonce);
  if (stored.kind !== "stored") return null;
  deps.killPoint("fill.signed");
  await broadcastNewest(deps, sender, stored.transaction);
  deps.killPoint("fill.broadcast");
  return stored.transaction;
}

/** If the nonce is right, the key was used elsewhere unusually often: the operator has to update the wallet's row. */
async function raiseNonceLeap(
  deps: SenderDeps,
  sender: ChainSender,
  toldNonce: bigint,
  knownNonce: bigint,
): Promise<void> {
  const details = {
    wallet: sender.operatorAddress,
    toldNonce: toldNonce.toString(),
    knownNonce: knownNonce.toString(),
  };
  await deps.incidents.raise({ kind: "NONCE_LEAP", ...aboutWallet(sender), details }, deps.clock.now());
}

function walletOf({ chainId, operatorAddress }: ChainSender) {
  return { chainId, walletAddress: operatorAddress };
}

/** What no node has mined for so long is sent to it again. */
export const rebroadcastMs = 15_000;

/** What nodes say of a wallet that cannot pay for what it signed. */
const noGasMoney = /insufficient (?:funds|balance)/i;

/** The attempt with the highest fees, which is the only one that nodes still take. */
export function newestAttempt({ id, attempts }: OpenTransaction): Attempt {
  const newest = attempts.at(-1);
  if (newest === undefined) throw new Error(`transaction ${id} has no attempt`);
  return newest;
}

/** Sends the newest attempt's bytes and notes what the node said. @throws ChainUnavailable */
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

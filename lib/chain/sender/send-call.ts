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
  /** For what; nothing is signed when someone else has signed for it. */
  owner: UnsentOwner;
  /** For which merchant the gas is spent; null where it is for none. */
  projectId: string | null;
  call: PreparedCall;
  /** For a refund: what its wallet may refund in a day. */
  refundCap?: RefundCap;
};

/**
 * Signs a prepared call under a nonce of the sender's wallet and puts it on the network. Each step is a fact in
 * Postgres before the next begins: signed and stored with its owner → broadcast → final. A process that dies in between is
 * followed by `followTransactions`, which finds the fact and sends the same bytes.
 *
 * @returns `taken` when the owner has a transaction already or is not to be sent now; `over_cap` when the wallet has
 * spent what it may in a day, or its share for this project, and `nonce_leap` when a node tells a nonce that cannot be
 * true: an incident tells of either, and the owner stays as it is
 * @throws ChainUnavailable also after the transaction was stored
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
  // It is sent, whether a node tells the balance now or with the next one.
  await checkReserve(deps, sender, call.maxCostWei).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
  });
  return "sent";
}

/**
 * Uses up a nonce that nothing is sent under though later ones wait for it. What a wallet may spend in a day does not
 * hold this up: it lets go on what was signed within that already.
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

/** Where it is true, the key was used elsewhere more often than anyone should: the wallet's row is to be brought up. */
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

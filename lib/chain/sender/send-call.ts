import { type Chain, enabledChain } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { IncidentStore, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startOfDay } from "@/lib/platform/values/time.rules";
import type {
  Attempt,
  CallRefused,
  ChainSender,
  OpenTransaction,
  PreparedCall,
  RefundCap,
  StoreSigned,
  StoreSignedResult,
  UnsentOwner,
} from "./chain-sender.port";
import type { OutgoingStore } from "./outgoing/outgoing.store";

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
  const { sender, call, projectId } = toSend;
  const { dailyCapWei } = enabledChain(deps.chains, sender.chainId).sending;
  const firstNonce = await sender.minedNonce();
  const now = deps.clock.now();
  const cap = dailyCapWei === null ? null : { limitWei: dailyCapWei, since: startOfDay(now) };
  const stored = await storeAndBroadcast(deps, toSend, { firstNonce, onlyNonce: null, cap });
  if (stored.kind === "over_cap") {
    const details = {
      wallet: sender.operatorAddress,
      spentWei: stored.spentWei.toString(),
      projectId,
      byOwnerWei: stored.byOwnerWei.toString(),
      capWei: String(dailyCapWei),
      callWei: call.maxCostWei.toString(),
    };
    await deps.incidents.raise({ kind: "DAILY_CAP_REACHED", ...aboutWallet(sender), details }, now);
  }
  if (stored.kind !== "stored") return stored.kind;
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
  { nonce, firstNonce }: { nonce: bigint; firstNonce: bigint },
): Promise<OpenTransaction | null> {
  const fill = {
    sender,
    owner: { purpose: "FILL" },
    projectId: null,
    call: await sender.prepareFill(),
  } as const;
  const stored = await storeAndBroadcast(deps, fill, { firstNonce, onlyNonce: nonce, cap: null });
  return stored.kind === "stored" ? stored.transaction : null;
}

async function storeAndBroadcast(
  deps: SenderDeps,
  { sender, owner, projectId, call, refundCap }: CallToSend,
  limits: Pick<StoreSigned, "firstNonce" | "onlyNonce" | "cap">,
): Promise<StoreSignedResult> {
  const stored = await deps.outgoing.storeSigned({
    ...limits,
    chainId: sender.chainId,
    walletAddress: sender.operatorAddress,
    transactionId: deps.newId("otx"),
    owner,
    projectId,
    refundCap,
    maxCostWei: call.maxCostWei,
    sign: (nonce) => sender.sign(call, nonce),
    at: deps.clock.now(),
  });
  if (stored.kind === "nonce_leap") await raiseNonceLeap(deps, sender, limits.firstNonce, stored.knownNonce);
  if (stored.kind !== "stored") return stored;
  await broadcastNewest(deps, sender, stored.transaction);
  return stored;
}

/** If the nonce is right, the key was used elsewhere unusually often: the operator has to update the wallet's row. */
async function raiseNonceLeap(
  deps: SenderDeps,
  sender: ChainSender,
  nodeNonce: bigint,
  knownNonce: bigint,
): Promise<void> {
  const details = {
    wallet: sender.operatorAddress,
    toldNonce: nodeNonce.toString(),
    knownNonce: knownNonce.toString(),
  };
  await deps.incidents.raise({ kind: "NONCE_LEAP", ...aboutWallet(sender), details }, deps.clock.now());
}

/** A transaction unmined for this long is broadcast again. */
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

export type SenderDeps = {
  clock: Clock;
  log: Log;
  newId: NewId;
  chains: readonly Chain[];
  outgoing: OutgoingStore;
  incidents: Pick<IncidentStore, "raise" | "resolve" | "openAbout">;
};

/** The subject of incidents about a wallet on a chain. */
export function walletSubject(chainId: number, walletAddress: Hex): string {
  return `${chainId}/${walletAddress}`;
}

/** Details of a sender's wallet for every incident about it. */
export function aboutWallet({ chainId, operatorAddress }: ChainSender) {
  return { subject: walletSubject(chainId, operatorAddress), chainId, checkoutId: null };
}

/** A wallet should be able to pay for this many more calls like the last one. */
const callsInReserve = 10n;

/** Raises an incident when a call was refused because the wallet cannot pay, or gas costs more than the limit; not for other refusals. */
export async function noteRefusal(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  refusal: CallRefused,
): Promise<void> {
  const { reason, message, neededWei } = refusal;
  if (reason === "NO_GAS_MONEY") await raiseOutOfGas(deps, sender, await sender.balance(), neededWei);
  if (reason !== "FEE_ABOVE_CEILING") return;
  const details = { wallet: sender.operatorAddress, reason: message };
  await deps.incidents.raise(
    { kind: "TRANSACTION_STUCK", ...aboutWallet(sender), details },
    deps.clock.now(),
  );
}

/** Raises an incident when the wallet could not pay for ten more such calls. @throws ChainUnavailable */
async function checkReserve(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  maxCostWei: bigint,
): Promise<void> {
  const neededWei = callsInReserve * maxCostWei;
  const balanceWei = await sender.balance();
  if (balanceWei < neededWei) await raiseOutOfGas(deps, sender, balanceWei, neededWei);
}

/** @param neededWei the balance that resolves the incident; null when unknown, then any increase does */
export async function raiseOutOfGas(
  { clock, incidents }: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  balanceWei: bigint,
  neededWei: bigint | null,
): Promise<void> {
  const details = {
    wallet: sender.operatorAddress,
    balanceWei: balanceWei.toString(),
    neededWei: neededWei?.toString() ?? null,
  };
  await incidents.raise({ kind: "OUT_OF_GAS", ...aboutWallet(sender), details }, clock.now());
}

/** Resolves the incident once the wallet has enough. @throws ChainUnavailable */
export async function resolveOutOfGas(
  { clock, incidents }: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  { subject, details }: OpenIncident,
): Promise<void> {
  const balanceWei = await sender.balance();
  const { neededWei, balanceWei: before } = details;
  const isEnough = neededWei === null ? balanceWei > asWei(before) : balanceWei >= asWei(neededWei);
  if (isEnough) await incidents.resolve("OUT_OF_GAS", subject, clock.now());
}

function asWei(value: string | number | null | undefined): bigint {
  return value === null || value === undefined ? 0n : BigInt(value);
}

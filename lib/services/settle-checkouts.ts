import { type Chain, enabledChain } from "@/lib/core/chains";
import { highestFinalBlock } from "@/lib/core/confirmation-policy";
import { type AgreeDeps, agreedDeposits } from "./balances/agree-on-deposits";
import { chainHead } from "./confirm-payments";
import { CallRefused, type ChainSender, type PreparedCall } from "./ports/chain-sender";
import type { NewId } from "./ports/ids";
import type { ChainPosition } from "./ports/payment-store";
import type {
  OpenSettlement,
  OpenTransaction,
  SettleableCheckout,
  SettlementStore,
} from "./ports/settlement-store";

const batchSize = 50;
const batchWaitMs = 10 * 60_000;
/** A deposit that could not be swept is left alone this long, so that it does not burn gas in a loop. */
const parkedMs = 24 * 60 * 60_000;
const rebroadcastMs = 15_000;
const openLimit = 100;

export type SettleDeps = AgreeDeps & {
  chains: readonly Chain[];
  newId: NewId;
  settlements: SettlementStore;
  sender: (chainId: number) => ChainSender;
  /** Named points at which tests end the process; nothing in production. */
  killPoint: (name: string) => void;
};

/**
 * One look at the settlements of a chain: ends what was mined, sends again what was not, opens new ones and
 * signs them. Each step is a fact in Postgres before the next begins: chosen → signed and stored → on the
 * network → final. Whoever dies in between is followed by a run that finds the same fact and goes on, with
 * the same bytes. A checkout becomes SETTLED when the scanner sees its sweep final, not here.
 *
 * @returns settlements that are still open
 * @throws ChainUnavailable
 */
export async function settleCheckouts(deps: SettleDeps, chainId: number): Promise<{ open: number }> {
  const position = await deps.payments.position(chainId);
  if (position === null) return { open: 0 };
  const settledUpTo = highestFinalBlock(
    enabledChain(deps.chains, chainId).confirmations.settle,
    chainHead(position, deps.clock.now()),
  );

  for (const transaction of await deps.settlements.openTransactions(chainId, openLimit)) {
    await follow(deps, transaction, settledUpTo);
  }
  if (settledUpTo !== null) await openSettlements(deps, position, settledUpTo);
  let failure: unknown;
  for (const settlement of await deps.settlements.unsigned(chainId, openLimit)) {
    // One that cannot be sent holds up none of those behind it.
    await send(deps, settlement).catch((error: unknown) => {
      failure = error;
    });
  }
  if (failure !== undefined) throw failure;
  return { open: (await deps.settlements.openTransactions(chainId, openLimit)).length };
}

/** Ends a transaction that is final; sends one again that no node has mined for a while. */
async function follow(
  deps: SettleDeps,
  transaction: OpenTransaction,
  settledUpTo: bigint | null,
): Promise<void> {
  const receipt = await deps.reader(transaction.chainId).receipt(transaction.txHash);
  const now = deps.clock.now();
  if (receipt !== null) {
    if (settledUpTo === null || receipt.blockNumber > settledUpTo) return;
    const { status, blockNumber, blockHash } = receipt;
    await deps.settlements.complete(transaction.id, { kind: "mined", status, blockNumber, blockHash }, now);
    deps.log.info({ txHash: transaction.txHash, status }, "settlement transaction is final");
    return;
  }
  const quietMs = now.getTime() - (transaction.lastBroadcastAt?.getTime() ?? 0);
  if (quietMs < rebroadcastMs) return;
  const sender = deps.sender(transaction.chainId);
  const minedNonce = await sender.minedNonce();
  if (minedNonce < transaction.nonce) await reopenBelow(deps, sender, minedNonce, transaction);
  if (minedNonce > transaction.nonce && (await isReplaced(deps, transaction))) {
    deps.log.warn(
      { txHash: transaction.txHash, nonce: transaction.nonce },
      "another transaction took the nonce",
    );
    await deps.settlements.complete(transaction.id, { kind: "replaced" }, now);
    return;
  }
  await broadcast(deps, transaction);
}

/**
 * A reorg that went past the settle policy takes transactions which had ended. Their nonces are a hole that nothing
 * behind them gets over, so the same bytes are sent again. A node that merely lags has this said of transactions it
 * has not seen yet: they end a second time, and nothing is sent that was not on its way before.
 */
async function reopenBelow(
  deps: SettleDeps,
  { chainId, operatorAddress }: ChainSender,
  minedNonce: bigint,
  { nonce }: OpenTransaction,
): Promise<void> {
  const reopened = await deps.settlements.reopen(chainId, operatorAddress, minedNonce, nonce);
  if (reopened > 0)
    deps.log.warn({ chainId, from: minedNonce, reopened }, "a reorg took transactions: they are sent again");
}

/** Asked once more after the nonce was seen used: the transaction itself may have been mined in between. */
async function isReplaced(deps: SettleDeps, transaction: OpenTransaction): Promise<boolean> {
  return (await deps.reader(transaction.chainId).receipt(transaction.txHash)) === null;
}

async function openSettlements(
  deps: SettleDeps,
  position: ChainPosition,
  settledUpTo: bigint,
): Promise<void> {
  const { chainId } = position;
  const now = deps.clock.now();
  const ready = await deps.settlements.settleable(
    chainId,
    settledUpTo,
    {
      batchedBefore: new Date(now.getTime() - batchWaitMs),
      failedBefore: new Date(now.getTime() - parkedMs),
    },
    batchSize * 4,
  );
  const agreed = await agreedDeposits(deps, position, settledUpTo, ready);
  for (const [projectId, checkouts] of byProject(agreed)) {
    for (let start = 0; start < checkouts.length; start += batchSize) {
      const items = checkouts.slice(start, start + batchSize);
      await deps.settlements.open(deps.newId("stl"), projectId, chainId, items, now);
    }
  }
}

async function send(deps: SettleDeps, settlement: OpenSettlement): Promise<void> {
  const { chainId, settlementId } = settlement;
  const sender = deps.sender(chainId);
  const call = await prepare(deps, settlement);
  if (call === null) return;
  const firstNonce = await sender.minedNonce();
  deps.killPoint("settlement.prepared");
  const stored = await deps.settlements.storeSigned({
    transactionId: deps.newId("otx"),
    settlementId,
    chainId,
    operatorAddress: sender.operatorAddress,
    firstNonce,
    sign: (nonce) => sender.sign(call, nonce),
    at: deps.clock.now(),
  });
  deps.killPoint("settlement.signed");
  if (stored !== null) await broadcast(deps, stored);
  deps.killPoint("settlement.broadcast");
}

/** Null when there is nothing to sign now: gas cannot be paid and it waits, or the sweep would do nothing and is parked. */
async function prepare(
  deps: SettleDeps,
  { chainId, settlementId, items }: OpenSettlement,
): Promise<PreparedCall | null> {
  try {
    return await deps.sender(chainId).prepareSweep(items);
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    deps.log.warn({ chainId, settlementId, reason: error.reason, error }, "a settlement is not signed");
    if (error.reason === "REVERTED" || error.reason === "NOTHING_SWEPT") {
      await deps.settlements.abandon(settlementId, error.reason, deps.clock.now());
    }
    return null;
  }
}

async function broadcast(deps: SettleDeps, transaction: OpenTransaction): Promise<void> {
  const { accepted, message } = await deps.sender(transaction.chainId).broadcast(transaction.rawTransaction);
  await deps.settlements.noteBroadcast(transaction.id, deps.clock.now(), message);
  if (!accepted)
    deps.log.error({ txHash: transaction.txHash, message }, "the node refused a settlement transaction");
}

function byProject(checkouts: readonly SettleableCheckout[]): Map<string, SettleableCheckout[]> {
  const groups = new Map<string, SettleableCheckout[]>();
  for (const checkout of checkouts) {
    const group = groups.get(checkout.projectId);
    if (group === undefined) groups.set(checkout.projectId, [checkout]);
    else group.push(checkout);
  }
  return groups;
}

import { enabledChain } from "@/lib/core/chains";
import { batchSize, chooseBatches, type Waiting } from "@/lib/core/settlement-policy";
import { agreedDeposits } from "../balances/agree-on-deposits";
import { CallRefused } from "../ports/chain-sender";
import type { ChainPosition } from "../ports/payment-store";
import type { Hindrance, WaitingDeposit } from "../ports/settlement-store";
import { noteRefusal } from "../sender/gas-money";
import type { SettleDeps } from "./settle-deps";
import { worthSweeping } from "./settlement-floor";
import { settlementTerms } from "./settlement-terms";

/** Deposits opened in one look; while transactions are open, the next look is seconds away. */
const perLook = 4 * batchSize;
/** Deposits of one project that are judged in one look: a batch, and as many that may turn out to wait. */
const perProject = 2 * batchSize;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/**
 * When to look again at a deposit that cannot be settled now. Whatever changes what it holds brings it back at once;
 * the times bound how long a change of anything else goes unnoticed.
 */
const pauseMs: Readonly<Record<Hindrance | "below_floor", number>> = {
  not_final: 2 * secondMs,
  being_settled: 10 * secondMs,
  refund_open: minuteMs,
  frozen: 10 * minuteMs,
  stray: 10 * minuteMs,
  not_paid: 10 * minuteMs,
  parked: 10 * minuteMs,
  below_floor: 10 * minuteMs,
  closed: 60 * minuteMs,
};

/** Opens settlements over whatever is due by the policies of its merchants. @throws ChainUnavailable */
export async function openDueSettlements(
  deps: SettleDeps,
  position: ChainPosition,
  settledUpTo: bigint,
): Promise<void> {
  const { chainId } = position;
  const sender = deps.sender(chainId);
  const terms = settlementTerms(deps, sender, settledUpTo);
  const waiting = await deps.settlements.waiting(terms, perProject);
  const free = waiting.filter(({ hindrance }) => hindrance === null);
  const isWorth = free.length === 0 ? () => true : await floorNow(deps, chainId);
  if (isWorth === null) return;

  await deps.settlements.postpone(
    chainId,
    waiting.flatMap((deposit) => {
      const reason = deposit.hindrance ?? (isWorth(deposit) ? null : "below_floor");
      if (reason === null) return [];
      const until = new Date(terms.at.getTime() + pauseMs[reason]);
      return [{ ...deposit, until, waitsForMerchant: reason === "closed" }];
    }),
    terms.at,
  );

  const batches = chooseBatches(grouped(free.filter(isWorth)), terms.at, perLook);
  const agreed = new Set(await agreedDeposits(deps, position, settledUpTo, batches.flat()));
  for (const batch of batches) {
    const deposits = batch.filter((deposit) => agreed.has(deposit));
    const [first] = deposits;
    if (first === undefined) continue;
    const settlementId = deps.newId("stl");
    await deps.settlements.open(
      { settlementId, projectId: first.projectId, requested: false },
      terms,
      deposits,
    );
  }
}

/** Null while nothing can be sent for lack of gas money, or because the chain is too dear. */
async function floorNow(deps: SettleDeps, chainId: number) {
  const sender = deps.sender(chainId);
  try {
    return await worthSweeping(enabledChain(deps.chains, chainId), sender);
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    deps.log.warn({ chainId, reason: error.reason, error }, "no settlement is opened");
    await noteRefusal(deps, sender, error);
    return null;
  }
}

/**
 * By project; those that a batch failed with have each a batch to themselves: the one at fault is found, and the others
 * are paid.
 */
function grouped(deposits: readonly WaitingDeposit[]): Waiting<WaitingDeposit>[] {
  const groups = new Map<string, Waiting<WaitingDeposit> & { deposits: WaitingDeposit[] }>();
  for (const deposit of deposits) {
    const { projectId, policy, openSettlements, alone, checkoutId, tokenAddress } = deposit;
    const key = alone ? `${checkoutId} ${tokenAddress}` : projectId;
    const group = groups.get(key) ?? { policy, openSettlements, deposits: [] };
    groups.set(key, group);
    group.deposits.push(deposit);
  }
  return [...groups.values()];
}

import { type Chain, enabledChain, findToken } from "@/lib/chain/chains.rules";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { CallRefused, type ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { noteRefusal } from "@/lib/chain/sender/send-call";
import { agreedDeposits } from "@/lib/checkouts/balances/agree-on-deposits";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import { minuteMs, secondMs } from "@/lib/platform/values/time.rules";
import {
  batchSize,
  chooseBatches,
  nextBatchAt,
  type Waiting,
} from "@/lib/projects/settings/settlement-policy.rules";
import { gasFloorUnits, usdOf } from "@/lib/rates/gas-floor.rules";
import type { SettlementBlocker } from "./settlement-blocker.rules";
import type { WaitingDeposit } from "./settlement-candidates.store";
import type { SettleParts } from "./settlement-terms";
import { learnWallets, settlementTerms } from "./settlement-terms";

/**
 * The deposits whose sweep is worth its gas now. The chain itself gives the cost: the simulated sweep of an unused
 * deposit, with the rollup's data fee, approximates one item's share.
 *
 * @throws ChainUnavailable
 * @throws CallRefused when gas is above the limit, or the wallet cannot pay
 */
async function worthSweeping(
  { chains, coinPrices, gasFloorMultiple }: SettleParts,
  sender: ChainSender,
): Promise<(deposit: DepositKey & { units: bigint }) => boolean> {
  const chain = enabledChain(chains, sender.chainId);
  const costUsd = await itemCostUsd(chain, sender, await coinPrices(chain));
  return ({ tokenAddress, units }) => {
    const token = findToken([chain], { chainId: chain.chainId, tokenAddress })?.token ?? { decimals: 6 };
    return units >= gasFloorUnits(costUsd, gasFloorMultiple, token);
  };
}

/** Null where gas has no price. */
async function itemCostUsd(
  chain: Chain,
  sender: ChainSender,
  coinUsd: number | null,
): Promise<number | null> {
  const [token] = chain.tokens;
  if (coinUsd === null || token === undefined) return null;
  const wallet = sender.operatorAddress;
  const { call } = await sender.prepareSweep([
    {
      checkoutId: "chk_nobody",
      depositAddress: wallet,
      merchantAddress: wallet,
      refundAuthority: wallet,
      openSweep: true,
      tokenAddress: token.address,
    },
  ]);
  return usdOf(call.costNowWei, coinUsd, chain.nativeCurrency.decimals);
}

/** Deposits opened in one pass; while transactions are open, the next pass is seconds away. */
const perPass = 4 * batchSize;

/** Deposits of one project checked in one pass: a batch, and as many that may have to wait. */
const perProject = 2 * batchSize;

/**
 * When to check a deposit again that cannot be settled now. A change of its balance brings it back at once; these times
 * bound how long any other change goes unnoticed.
 */
const pauseMs: Readonly<Record<Exclude<SettlementBlocker, "parked" | "held"> | "below_floor", number>> = {
  // Shorter than the time between two passes: a wake-up by a new block must find it due.
  not_final: secondMs,
  being_settled: 10 * secondMs,
  refund_open: minuteMs,
  frozen: 10 * minuteMs,
  stray: 10 * minuteMs,
  not_paid: 10 * minuteMs,
  below_floor: 10 * minuteMs,
  closed: 60 * minuteMs,
  not_deployed: 60 * minuteMs,
  wallet_unknown: 10 * secondMs,
};

/** Opens settlements for all deposits due by their merchants' policies. @throws ChainUnavailable */
export async function openDueSettlements(
  deps: SettleParts,
  position: ChainPosition,
  settledUpTo: bigint,
): Promise<void> {
  const { chainId } = position;
  const terms = settlementTerms(deps, deps.sender(chainId), settledUpTo);
  let waiting = await deps.settlements.waiting(terms, perProject);
  if (await learnWallets(deps, waiting)) waiting = await deps.settlements.waiting(terms, perProject);
  await deps.settlements.wakeLater(chainId, { times: [], block: nextBlock(waiting) });
  const free = waiting.filter(({ blocker }) => blocker === null);
  const isWorth = await floorsNow(deps, chainId, free);

  await deps.settlements.postpone(
    chainId,
    waiting.flatMap((deposit) => {
      const reason = deposit.blocker ?? (isWorth(deposit) === false ? "below_floor" : null);
      if (reason === null) return [];
      const until =
        reason === "parked" || reason === "held"
          ? (deposit.retryAt ?? terms.at)
          : new Date(terms.at.getTime() + pauseMs[reason]);
      return [{ ...deposit, until, waitsForMerchant: reason === "closed" || reason === "not_deployed" }];
    }),
    terms.at,
  );

  const groups = grouped(free.filter((deposit) => isWorth(deposit) === true));
  await deps.settlements.wakeLater(chainId, { times: nextTimes(waiting, groups, terms.at), block: null });
  const batches = chooseBatches(groups, terms.at, perPass);
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

/** The block that must become trusted before more deposits can be swept. */
function nextBlock(waiting: readonly WaitingDeposit[]): bigint | null {
  return waiting.reduce<bigint | null>((lowest, { blocker, untilBlock }) => {
    if (blocker !== "not_final" || untilBlock === null) return lowest;
    return lowest === null || untilBlock < lowest ? untilBlock : lowest;
  }, null);
}

/**
 * When the next batch's delay ends, and each project's hold, and each pause after a refused sweep: deposits are
 * postponed until then.
 */
function nextTimes(
  waiting: readonly WaitingDeposit[],
  groups: readonly Waiting<WaitingDeposit>[],
  now: Date,
): Date[] {
  const retries = waiting.flatMap(({ blocker, retryAt }) =>
    blocker === "parked" || blocker === "held" ? (retryAt ?? []) : [],
  );
  return [...retries, nextBatchAt(groups, now) ?? []].flat();
}

/** Whether a deposit is worth its sweep now; null while its wallet has no gas money, or gas is above the limit. */
async function floorsNow(
  deps: SettleParts,
  chainId: number,
  free: readonly WaitingDeposit[],
): Promise<(deposit: WaitingDeposit) => boolean | null> {
  const floorOf = async (byRefundKey: boolean) => {
    const sender = byRefundKey ? deps.refundSender(chainId) : deps.sender(chainId);
    const isNeeded = free.some((deposit) => deposit.byRefundKey === byRefundKey);
    return isNeeded && sender !== null ? floorNow(deps, chainId, sender) : null;
  };
  const [byOperator, byRefundKey] = [await floorOf(false), await floorOf(true)];
  return (deposit) => (deposit.byRefundKey ? byRefundKey : byOperator)?.(deposit) ?? null;
}

async function floorNow(deps: SettleParts, chainId: number, sender: ChainSender) {
  try {
    return await worthSweeping(deps, sender);
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    deps.log.warn({ chainId, reason: error.reason, error }, "opened no settlement");
    await noteRefusal(deps, sender, error);
    return null;
  }
}

/**
 * By project and by the sweeping wallet. A deposit that was in a failed batch gets a batch of its own: this isolates
 * the faulty one, and the others are paid.
 */
function grouped(deposits: readonly WaitingDeposit[]): Waiting<WaitingDeposit>[] {
  const groups = new Map<string, Waiting<WaitingDeposit> & { deposits: WaitingDeposit[] }>();
  for (const deposit of deposits) {
    const { projectId, policy, openSettlements, alone, byRefundKey, checkoutId, tokenAddress } = deposit;
    const key = alone ? `${checkoutId} ${tokenAddress}` : `${projectId} ${byRefundKey}`;
    const group = groups.get(key) ?? { policy, openSettlements, deposits: [] };
    groups.set(key, group);
    group.deposits.push(deposit);
  }
  return [...groups.values()];
}

import { enabledChain } from "@/lib/chain/chains.rules";
import { highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { chainHead } from "@/lib/checkouts/chain-head";
import { openDueSettlements } from "./open-due-settlements";
import { releaseWhatMoves, reportRefusals } from "./refused-sweeps";
import { sendSettlement } from "./send-settlement";
import type { SettleDeps } from "./settle-deps";

const unsignedLimit = 100;

type Settled = { open: number; sentByRefundKey: boolean };

/**
 * One look at the settlements of a chain: ends what was mined, sends again what was not, opens new ones and
 * signs them. Each step is a fact in Postgres before the next begins: chosen → signed and stored → on the
 * network → final. Whoever dies in between is followed by a run that finds the same fact and goes on, with
 * the same bytes. A checkout becomes SETTLED when the scanner sees its sweep final, not here.
 *
 * @returns transactions of the operator that are still open, and whether the refund wallet sent one: `sendRefunds`
 *   follows all that is that wallet's
 * @throws ChainUnavailable
 */
export async function settleCheckouts(deps: SettleDeps, chainId: number): Promise<Settled> {
  const position = await deps.payments.position(chainId);
  if (position === null) return { open: 0, sentByRefundKey: false };
  const sender = deps.sender(chainId);
  const settledUpTo = highestFinalBlock(
    enabledChain(deps.chains, chainId).confirmations.settle,
    chainHead(position, deps.clock.now()),
  );

  let { open } = await followTransactions(deps, sender, settledUpTo);
  await releaseWhatMoves(deps, sender);
  if (settledUpTo !== null) await openDueSettlements(deps, position, settledUpTo);
  let sentByRefundKey = false;
  let failure: unknown;
  for (const settlement of await deps.settlements.unsigned(chainId, unsignedLimit)) {
    try {
      const end = await sendSettlement(deps, settlement);
      if (end === "sent") open += 1;
      if (end === "sent by refund key") sentByRefundKey = true;
    } catch (error) {
      // One that cannot be sent holds up none of those behind it.
      failure = error;
    }
  }
  await reportRefusals(deps, chainId);
  if (failure !== undefined) throw failure;
  return { open, sentByRefundKey };
}

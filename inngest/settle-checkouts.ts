import { inngest, notedOf } from "@/inngest/worker/client";
import { tellRefunds } from "@/inngest/worker/tell";
import { getDeps } from "@/lib/api/deps";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { leaseNames, settlementDue } from "./events";
import { runInTurns, type Turn } from "./turn";

const lookEveryMs = 2_000;
/** Deposits postponed just before the wake-up are due again by the last of these. */
const looksAtLeast = 3;

/** Settles one chain: runs while transactions are open, otherwise ends soon. */
export const settle = inngest.createFunction(
  { id: "settle-checkouts", name: "Settle payments", triggers: [settlementDue], retries: 3 },
  async ({ event, step }) => {
    const { chainId } = event.data;
    await runInTurns(step, leaseNames.settle(chainId), (turn) => follow(chainId, turn));
  },
);

async function follow(chainId: number, turn: Turn): Promise<void> {
  for (let look = 1; ; look++) {
    const { open } = await settleChain(chainId);
    if ((open === 0 && look >= looksAtLeast) || turn.hasEnded()) return;
    await turn.pause(lookEveryMs);
  }
}

/** One pass over due settlements. @returns how many are in progress */
export async function settleChain(chainId: number): Promise<{ open: number }> {
  const deps = getDeps();
  try {
    const { open, sentByRefundKey } = await notedOf(chainId, "settle-checkouts", () =>
      settleCheckouts(deps, chainId),
    );
    // The sending of refunds tracks all transactions of the refund wallet.
    if (sentByRefundKey) tellRefunds(chainId);
    return { open };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "settlement waits: no node of the chain answers");
    return { open: 1 };
  }
}

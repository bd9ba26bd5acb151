import { inngest, notedOf } from "@/inngest/worker/client";
import { tell } from "@/inngest/worker/tell";
import { getDeps } from "@/lib/api/deps";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { sendRefunds } from "@/lib/refunds/send-refunds";
import { leaseNames, refundsDue } from "./events";
import { runInTurns, type Turn } from "./turn";

const lookEveryMs = 2_000;

/** Sends the refunds of one chain, and tracks those being sent. */
export const sendDueRefunds = inngest.createFunction(
  { id: "send-refunds", name: "Send refunds", triggers: [refundsDue], retries: 3 },
  async ({ event, step }) => {
    const { chainId } = event.data;
    await runInTurns(step, leaseNames.refund(chainId), (turn) => follow(chainId, turn));
  },
);

async function follow(chainId: number, turn: Turn): Promise<void> {
  for (;;) {
    const { open } = await sendOnChain(chainId);
    if (open === 0 || turn.hasEnded()) return;
    await turn.pause(lookEveryMs);
  }
}

/** One pass over due refunds. @returns how many are in progress */
export async function sendOnChain(chainId: number): Promise<{ open: number }> {
  const deps = getDeps();
  try {
    const { open, events } = await notedOf(chainId, "send-refunds", () => sendRefunds(deps, chainId));
    tell(events);
    return { open };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "refunds wait: no node of the chain answers");
    return { open: 1 };
  }
}

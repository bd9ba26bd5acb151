import { inngest, notedOf } from "@/inngest/worker/client";
import { tellSettlement } from "@/inngest/worker/tell";
import { getDeps } from "@/lib/api/deps";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { relayAuthorizations } from "@/lib/payments/gasless/relay-authorizations";
import { leaseNames, relayDue } from "./events";
import { runInTurns, type Turn } from "./turn";

const lookEveryMs = 2_000;

/** Submits customers' signed payments on one chain; keeps running while one waits for gas money or a node. */
export const relay = inngest.createFunction(
  { id: "relay-payments", name: "Submit signed payments", triggers: [relayDue], retries: 3 },
  async ({ event, step }) => {
    const { chainId } = event.data;
    await runInTurns(step, leaseNames.relay(chainId), (turn) => follow(chainId, turn));
  },
);

async function follow(chainId: number, turn: Turn): Promise<void> {
  for (;;) {
    const { waiting } = await relayOn(chainId);
    if (waiting === 0 || turn.hasEnded()) return;
    await turn.pause(lookEveryMs);
  }
}

/** One pass over the signed payments. @returns how many wait */
export async function relayOn(chainId: number): Promise<{ waiting: number }> {
  const deps = getDeps();
  try {
    const { sent, waiting } = await notedOf(chainId, "relay-payments", () =>
      relayAuthorizations(deps, chainId),
    );
    // Settlement tracks all transactions of the operator.
    if (sent > 0) tellSettlement(chainId);
    return { waiting };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "signed payments wait: no node of the chain answers");
    return { waiting: 1 };
  }
}

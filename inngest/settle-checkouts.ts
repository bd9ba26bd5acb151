import { getDeps } from "@/lib/server/deps";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { settleCheckouts } from "@/lib/services/settlement/settle-checkouts";
import { inngest } from "./client";
import { settlementDue } from "./events";
import { notedOf } from "./noted";
import { tellRefunds } from "./tell";

const looksPerRun = 30;
const secondsBetween = 2;
/** What was put off by a look just before the wake-up is due again by the last of these. */
const looksAtLeast = 3;

/** Settles one chain: while transactions are on their way it stays with them, else it soon ends. */
export const settle = inngest.createFunction(
  {
    id: "settle-checkouts",
    triggers: [settlementDue],
    retries: 2,
    // The newer run sees all that the older would: ending that one loses no wake-up.
    singleton: { key: "event.data.chainId", mode: "cancel" },
  },
  async ({ event, step }) => {
    const { chainId } = event.data;
    for (let look = 0; look < looksPerRun; look++) {
      const { open } = await step.run(`settle-${look}`, () => settleChain(chainId));
      if (open === 0 && look + 1 >= looksAtLeast) return;
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

/** Finds whatever became due, or was left by a run that died. */
export const keepSettling = inngest.createFunction(
  { id: "keep-settling", triggers: [{ cron: "* * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.sendEvent(
      "settle",
      getDeps().chains.map(({ chainId }) => settlementDue.create({ chainId })),
    );
  },
);

async function settleChain(chainId: number): Promise<{ open: number }> {
  const deps = getDeps();
  try {
    const { open, sentByRefundKey } = await notedOf(chainId, "settle-checkouts", () =>
      settleCheckouts(deps, chainId),
    );
    // The sending of refunds follows all that the refund wallet sends.
    if (sentByRefundKey) tellRefunds(chainId);
    return { open };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "settlement waits for the chain's node");
    return { open: 1 };
  }
}

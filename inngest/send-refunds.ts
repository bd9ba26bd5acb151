import { getDeps } from "@/lib/server/deps";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { refundLatePayments } from "@/lib/services/refunds/refund-late-payments";
import { sendRefunds } from "@/lib/services/refunds/send-refunds";
import { inngest } from "./client";
import { refundsDue } from "./events";
import { notedOf } from "./noted";
import { tell } from "./tell";

const looksPerRun = 30;
const secondsBetween = 2;

/** Sends the refunds of one chain: while some are on their way it stays with them, else it ends. */
export const sendDueRefunds = inngest.createFunction(
  {
    id: "send-refunds",
    triggers: [refundsDue],
    retries: 2,
    // The newer run sees all that the older would: ending that one loses no wake-up.
    singleton: { key: "event.data.chainId", mode: "cancel" },
  },
  async ({ event, step }) => {
    const { chainId } = event.data;
    for (let look = 0; look < looksPerRun; look++) {
      const { open } = await step.run(`send-${look}`, () => sendOnChain(chainId));
      if (open === 0) return;
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

/** Opens refunds of late payments by their projects' policy, and finds whatever is due or was left by a run that died. */
export const keepRefunding = inngest.createFunction(
  { id: "keep-refunding", triggers: [{ cron: "* * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.run("late-payments", async () => (await refundLatePayments(getDeps())).length);
    await step.sendEvent(
      "refund",
      getDeps().chains.map(({ chainId }) => refundsDue.create({ chainId })),
    );
  },
);

async function sendOnChain(chainId: number): Promise<{ open: number }> {
  const deps = getDeps();
  try {
    const { open, events } = await notedOf(chainId, "send-refunds", () => sendRefunds(deps, chainId));
    tell(events);
    return { open };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "refunds wait for the chain's node");
    return { open: 1 };
  }
}

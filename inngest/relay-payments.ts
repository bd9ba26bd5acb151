import { getDeps } from "@/lib/server/deps";
import { relayAuthorizations } from "@/lib/services/gasless/relay-authorizations";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { inngest } from "./client";
import { relayDue } from "./events";
import { notedOf } from "./noted";
import { tellSettlement } from "./tell";

const looksPerRun = 15;
const secondsBetween = 2;

/** Hands in customers' signed payments on one chain; stays while one waits for gas money or a node. */
export const relay = inngest.createFunction(
  {
    id: "relay-payments",
    triggers: [relayDue],
    retries: 2,
    // The newer run sees all that the older would: ending that one loses no wake-up.
    singleton: { key: "event.data.chainId", mode: "cancel" },
  },
  async ({ event, step }) => {
    const { chainId } = event.data;
    for (let look = 0; look < looksPerRun; look++) {
      const { waiting } = await step.run(`relay-${look}`, () => relayOn(chainId));
      if (waiting === 0) return;
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

/** Finds whatever was left by a run that died, or by a wake-up that was lost. */
export const keepRelaying = inngest.createFunction(
  { id: "keep-relaying", triggers: [{ cron: "* * * * *" }], retries: 1 },
  async ({ step }) => {
    await step.sendEvent(
      "relay",
      getDeps().chains.map(({ chainId }) => relayDue.create({ chainId })),
    );
  },
);

async function relayOn(chainId: number): Promise<{ waiting: number }> {
  const deps = getDeps();
  try {
    const { sent, waiting } = await notedOf(chainId, "relay-payments", () =>
      relayAuthorizations(deps, chainId),
    );
    // Whoever settles follows all transactions of the operator to their end.
    if (sent > 0) tellSettlement(chainId);
    return { waiting };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "signed payments wait for the chain's node");
    return { waiting: 1 };
  }
}

import { getDeps } from "@/lib/server/deps";
import { expireCheckouts } from "@/lib/services/expire-checkouts";
import { inngest } from "./client";
import { isOurs } from "./is-ours";
import { noted } from "./noted";
import { tell } from "./tell";

const looksPerRun = 11;
const secondsBetween = 5;

/** Another instance takes over after two looks that did not come. */
const leaseMs = 3_000 * secondsBetween;

/** Expires what is over, every few seconds; each minute a fresh run takes over. */
export const expire = inngest.createFunction(
  { id: "expire-checkouts", triggers: [{ cron: "* * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    for (let look = 0; look < looksPerRun; look++) {
      await step.run(`expire-${look}`, async () => {
        // Each look asks nodes for balances; two instances that look at once would ask for the same ones.
        if (!(await isOurs("expire-checkouts", leaseMs))) return;
        const { events } = await noted("expire-checkouts", () => expireCheckouts(getDeps()));
        tell(events);
      });
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

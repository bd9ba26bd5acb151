import { getDeps } from "@/lib/server/deps";
import { expireCheckouts } from "@/lib/services/expire-checkouts";
import { inngest } from "./client";
import { outboxCreated } from "./events";

const looksPerRun = 11;
const secondsBetween = 5;

/** Expires what is over, every few seconds; each minute a fresh run takes over. */
export const expire = inngest.createFunction(
  { id: "expire-checkouts", triggers: [{ cron: "* * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    for (let look = 0; look < looksPerRun; look++) {
      const { events } = await step.run(`expire-${look}`, () => expireCheckouts(getDeps()));
      if (events > 0) await step.sendEvent(`tell-${look}`, outboxCreated.create({}));
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

import { getDeps } from "@/lib/server/deps";
import { expireCheckouts } from "@/lib/services/expire-checkouts";
import { inngest } from "./client";
import { tell } from "./tell";

const looksPerRun = 11;
const secondsBetween = 5;

/** Expires what is over, every few seconds; each minute a fresh run takes over. */
export const expire = inngest.createFunction(
  { id: "expire-checkouts", triggers: [{ cron: "* * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    for (let look = 0; look < looksPerRun; look++) {
      await step.run(`expire-${look}`, async () => {
        const { events } = await expireCheckouts(getDeps());
        tell(events);
      });
      await step.sleep(`wait-${look}`, `${secondsBetween}s`);
    }
  },
);

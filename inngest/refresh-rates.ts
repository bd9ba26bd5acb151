import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";

/** Asks for the rates before a customer needs them: they are fetched again once they are ten minutes old. */
export const refreshRates = inngest.createFunction(
  { id: "refresh-rates", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("refresh", async () => {
      const { log, rates } = getDeps();
      await rates
        .current()
        .catch((error: unknown) => log.warn({ error }, "there are no usable exchange rates"));
    });
  },
);

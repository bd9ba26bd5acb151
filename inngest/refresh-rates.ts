import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { noted } from "./noted";

/** Fetches the rates shortly before they are ten minutes old, so that no customer waits for a provider. */
export const refreshRates = inngest.createFunction(
  { id: "refresh-rates", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("refresh", async () => {
      const { log, rates } = getDeps();
      await noted("refresh-rates", () => rates.refresh()).catch((error: unknown) =>
        log.warn({ error }, "there are no usable exchange rates"),
      );
    });
  },
);

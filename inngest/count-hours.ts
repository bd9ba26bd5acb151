import { getDeps } from "@/lib/server/deps";
import { countHours } from "@/lib/services/overview/count-hours";
import { inngest } from "./client";
import { isOurs } from "./is-ours";
import { noted } from "./noted";

/** Another instance takes over after a run that did not come. */
const leaseMs = 90_000;

/** Brings the counts behind the dashboard's charts up to date. */
export const countProjectHours = inngest.createFunction(
  { id: "count-hours", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    await step.run("count", async () => {
      if (!(await isOurs("count-hours", leaseMs))) return;
      await noted("count-hours", () => countHours(getDeps()));
    });
  },
);

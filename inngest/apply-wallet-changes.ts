import { getDeps } from "@/lib/server/deps";
import { applyWalletChanges } from "@/lib/services/settings/apply-wallet-changes";
import { inngest } from "./client";
import { noted } from "./noted";

/** Puts settlement wallets in place whose day of waiting is over. */
export const applyDueWalletChanges = inngest.createFunction(
  { id: "apply-wallet-changes", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    await step.run("apply", () => noted("apply-wallet-changes", () => applyWalletChanges(getDeps())));
  },
);

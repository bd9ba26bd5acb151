import { getDeps } from "@/lib/server/deps";
import { sendLetters } from "@/lib/services/mail/send-letters";
import { writeDigests } from "@/lib/services/mail/write-digests";
import { writeLetters } from "@/lib/services/mail/write-letters";
import { inngest } from "./client";
import { noted } from "./noted";

const batchesPerRun = 30;

/** Writes letters of what happened, and hands in those that are due. Without a mail server it does nothing. */
export const sendMail = inngest.createFunction(
  { id: "send-mail", triggers: [{ cron: "* * * * *" }], retries: 0, concurrency: 1 },
  async ({ step }) => {
    if (getDeps().mail === null) return;
    await step.run("write", () => writeLetters(getDeps()));
    for (let batch = 0; batch < batchesPerRun; batch++) {
      const due = await step.run(`send-${batch}`, () => noted("send-mail", () => sendLetters(getDeps())));
      if (due === 0) return;
    }
  },
);

/** Writes the digests of the day before; hourly, so that one that failed is written an hour later. */
export const writeDailyDigests = inngest.createFunction(
  { id: "write-digests", triggers: [{ cron: "7 * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => {
    if (getDeps().mail === null) return;
    await step.run("write", () => noted("write-digests", () => writeDigests(getDeps())));
  },
);

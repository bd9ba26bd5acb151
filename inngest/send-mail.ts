import { getDeps } from "@/lib/api/deps";
import { writeDigests } from "@/lib/letters/write-digests";
import { sendLetters } from "@/lib/mail/send-letters";
import { inngest } from "./client";
import { mailDue } from "./events";
import { leaseNames } from "./leases";
import { noted } from "./noted";
import { runInTurns } from "./turn";

/** Sends the letters that are due. */
export const sendMail = inngest.createFunction(
  { id: "send-mail", name: "Send e-mails", triggers: [mailDue], retries: 3 },
  async ({ step }) => {
    await runInTurns(step, leaseNames.mail, async (turn) => {
      while (!turn.hasEnded()) if ((await noted("send-mail", () => sendLetters(getDeps()))) === 0) return;
    });
  },
);

/** Writes the digests of the day before; hourly, so that one that failed is written an hour later. */
export const writeDailyDigests = inngest.createFunction(
  {
    id: "write-digests",
    name: "Write daily digests",
    triggers: [{ cron: "7 * * * *" }],
    retries: 1,
    concurrency: 1,
  },
  async ({ step }) => {
    if (getDeps().mail === null) return;
    await step.run("write", () => noted("write-digests", () => writeDigests(getDeps())));
  },
);

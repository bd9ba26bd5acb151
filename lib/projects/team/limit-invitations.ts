import { startOfDay } from "@/lib/platform/day.rules";
import { dayMs } from "@/lib/platform/durations.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { SentInvitations, TeamTransaction } from "./team.store";

/** Links of a day (UTC), first ones and new ones: each is a letter to somebody who may not want it. */
const mostADay: Readonly<Record<keyof SentInvitations, number>> = {
  /** From this project, and from this person's others. */
  toAddress: 5,
  byProject: 50,
  byPerson: 100,
};

const words: Readonly<Record<keyof SentInvitations, string>> = {
  toAddress: `This address was sent ${mostADay.toAddress} links today, the most of a day.`,
  byProject: `This project has sent ${mostADay.byProject} invitations today, the most of a day.`,
  byPerson: `You have sent ${mostADay.byPerson} invitations today, the most of a day over all your projects.`,
};

/**
 * Lets one more invitation go out, in the transaction that writes it down.
 * @throws CheckoutError RATE_LIMIT_EXCEEDED until the next day (UTC)
 */
export async function limitInvitations(
  tx: TeamTransaction,
  { userId }: Pick<ProjectAccess, "userId">,
  email: string,
  at: Date,
): Promise<void> {
  const today = startOfDay(at);
  const sent = await tx.countSent(today, { email, userId });
  const reached = (["toAddress", "byProject", "byPerson"] as const).find(
    (each) => sent[each] >= mostADay[each],
  );
  if (reached === undefined) return;
  throw new CheckoutError("RATE_LIMIT_EXCEEDED", `${words[reached]} Go on tomorrow (UTC).`, {
    retryAfterSeconds: Math.ceil((today.getTime() + dayMs - at.getTime()) / 1_000),
  });
}

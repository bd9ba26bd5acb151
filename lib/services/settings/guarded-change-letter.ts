import { describeTime, inert, paragraphs } from "../mail/plain-text";
import type { Letter } from "../ports/mail-store";

const nameLength = 60;

/** The settings that say where money may go back to, and who may send it, as a letter names them. */
export const guardedNames = {
  refundMode: "who can send refunds",
  refundDailyLimitUnits: "the refunds of a day that need no approval",
  allowedWallets: "the wallets that a request may name",
} as const;

export type GuardedChange = {
  setting: keyof typeof guardedNames;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
};

/** Somebody changed who may move the project's money: to everybody who can change it back. */
export function guardedChangeLetter(
  change: {
    projectId: string;
    projectName: string;
    changedBy: string;
    changes: readonly GuardedChange[];
    at: Date;
    dashboardUrl: string;
  },
  { userId, email }: { userId: string; email: string },
): Letter {
  const { projectId, changes, at, dashboardUrl } = change;
  const name = inert(change.projectName, nameLength);
  const lines = changes.map(
    ({ setting, before, after }) =>
      `${guardedNames[setting]}: ${textOf(before)} before, ${textOf(after)} now`,
  );
  return {
    dedupeKey: `project.guarded_change/${projectId}/${at.getTime()}/${userId}`,
    kind: "project.guarded_change",
    projectId,
    recipient: email,
    subject: `${name}: who may move its money was changed`,
    body: paragraphs(
      `${inert(change.changedBy, nameLength)} changed settings of ${name} at ${describeTime(at)}:`,
      lines.join("\n"),
      "They hold for checkouts and refunds made from now on. If you know of this, there is nothing to do. If you do not, change it back now, and have everybody's sessions and passwords looked after:",
      `${dashboardUrl}/dashboard/projects/${projectId}/settings/security`,
    ),
  };
}

function textOf(value: GuardedChange["before"]): string {
  return value === null ? "none" : String(value).toLowerCase();
}

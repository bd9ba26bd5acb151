import type { Letter } from "@/lib/mail/mail-store.port";
import { describeTime, inert, paragraphs } from "@/lib/mail/plain-text";
import type { Hex } from "@/lib/platform/hex.rules";

const nameLength = 60;

/** Somebody asked for payments to go to another wallet: to everybody who can stop it. */
export function walletChangeLetter(
  change: {
    changeId: string;
    projectId: string;
    projectName: string;
    fromWallet: Hex;
    toWallet: Hex;
    requestedBy: string;
    effectiveAt: Date;
    dashboardUrl: string;
  },
  { userId, email }: { userId: string; email: string },
): Letter {
  const name = inert(change.projectName, nameLength);
  return {
    dedupeKey: `project.wallet_change/${change.changeId}/${userId}`,
    kind: "project.wallet_change",
    projectId: change.projectId,
    recipient: email,
    subject: `${name}: a new settlement wallet was asked for`,
    body: paragraphs(
      `${inert(change.requestedBy, nameLength)} asked that payments to ${name} go to another wallet.`,
      `Now:  ${change.fromWallet}\nThen: ${change.toWallet}`,
      `It takes effect on ${describeTime(change.effectiveAt)}, or sooner if the wallet in use signs for it.`,
      "If you know of this, there is nothing to do. If you do not, cancel it now, and have everybody's sessions and passwords looked after:",
      `${change.dashboardUrl}/dashboard/projects/${change.projectId}/settings/security`,
    ),
  };
}

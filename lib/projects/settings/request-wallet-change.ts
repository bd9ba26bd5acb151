import type { Mail } from "@/lib/mail/mail-deps";
import type { Letter } from "@/lib/mail/mail-store.port";
import { describeTime, inert, paragraphs } from "@/lib/mail/plain-text";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { NewId } from "@/lib/platform/ids.port";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import { type RequireWalletDeps, requireWallet } from "@/lib/projects/require-wallet";
import { walletChangeWaitMs } from "@/lib/projects/wallet-change-text.schema";
import { type WalletChangeDeps, walletEntry } from "./wallet-change-deps";

const nameLength = 60;

/** Somebody asked for payments to go to another wallet: to everybody who can stop it. */
function walletChangeLetter(
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

export type RequestWalletChangeDeps = WalletChangeDeps &
  RequireWalletDeps & {
    newId: NewId;
    /** Origin of the dashboard. */
    dashboardUrl: string;
    mail: Mail;
  };

/**
 * Asks for another settlement wallet: it takes the place of the one in use a day later, so that every owner and admin
 * hears of it before money goes there. The wallet in use may sign for it to be sooner.
 *
 * @param toWallet lower-case
 * @throws CheckoutError FORBIDDEN; VALIDATION_ERROR for nobody's wallet and the one in use; CONFLICT while another one
 *   waits
 */
export async function requestWalletChange(
  deps: RequestWalletChangeDeps,
  access: ProjectAccess,
  toWallet: Hex,
): Promise<{ changeId: string; effectiveAt: Date }> {
  access.require("settlementWallet.change");
  await requireWallet(deps, toWallet, "settlementWallet");
  const at = deps.clock.now();
  const changeId = deps.newId("wch");
  const effectiveAt = new Date(at.getTime() + walletChangeWaitMs);
  const done = await deps.walletChanges.transaction(access.projectId, async (tx) => {
    // They may have ceased to be one since the page was opened.
    if (!(await tx.isOwner(access.userId))) throw projectNotFound();
    if (tx.waiting !== null) {
      throw new CheckoutError("CONFLICT", "Another wallet waits already. Cancel that change first.", {
        param: "settlementWallet",
      });
    }
    const fromWallet = tx.settlementWallet;
    if (fromWallet === toWallet) {
      throw new CheckoutError("VALIDATION_ERROR", "This is the settlement wallet already.", {
        param: "settlementWallet",
      });
    }
    const change = { changeId, fromWallet, toWallet, createdAt: at, effectiveAt };
    await tx.insert({ ...change, requestedById: access.userId });
    const details = { before: fromWallet, after: toWallet, effectiveAt: effectiveAt.toISOString() };
    await tx.audit(
      walletEntry(access.as("settlementWallet.change"), "wallet_change_requested", changeId, details, at),
    );
    if (deps.mail !== null) {
      const { signedIn, projectId } = access;
      const facts = { ...change, projectId, projectName: tx.projectName, dashboardUrl: deps.dashboardUrl };
      const requestedBy = signedIn.name ?? signedIn.email;
      const readers = await tx.readers();
      await tx.write(
        readers.map((reader) => walletChangeLetter({ ...facts, requestedBy }, reader)),
        at,
      );
    }
    return { changeId, effectiveAt };
  });
  if (done === null) throw projectNotFound();
  return done;
}

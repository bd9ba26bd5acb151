import type { SignatureParts } from "@/lib/accounts/accounts.parts";
import type { AuditEntry } from "@/lib/accounts/audit.store";
import { isSignedByWallet } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { describeTime, inert, type LetterReader, letterWords, paragraphs } from "@/lib/letters/letter-text";
import type { Letter } from "@/lib/letters/mail.store";
import { fault } from "@/lib/platform/faults/fault.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  type Acting,
  type ProjectAccess,
  type ProjectActor,
  projectNotFound,
} from "@/lib/projects/project-access";
import type { ProjectParts, TeamParts } from "@/lib/projects/projects.parts";
import { requireWallet } from "@/lib/projects/wallets/require-wallet";
import { walletChangeText, walletChangeWaitMs } from "./settings.schema";
import type { WalletChange, WalletChangeTransaction } from "./wallet-change.store";

function walletChangeNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", fault("projects.walletChangeOver"));
}

function walletEntry(
  actor: ProjectActor,
  act: "wallet_change_requested" | "wallet_change_cancelled" | "settlement_wallet_changed",
  target: string,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { ...actor, action: `project.${act}`, target, details, at };
}

const nameLength = 60;

/** The e-mail about a requested change of the settlement wallet, to everyone who can stop it. */
function walletChangeLetter(
  change: {
    changeId: string;
    projectId: string;
    projectName: string;
    timeZone: string | null;
    fromWallet: Hex;
    toWallet: Hex;
    requestedBy: string;
    effectiveAt: Date;
    dashboardUrl: string;
  },
  { userId, email, language: stored }: LetterReader,
): Letter {
  const { language, words } = letterWords(stored);
  const { subject, requested, current, next, effect, advice } = words.walletChange;
  const project = inert(change.projectName, nameLength);
  return {
    dedupeKey: `project.wallet_change/${change.changeId}/${userId}`,
    kind: "project.wallet_change",
    projectId: change.projectId,
    recipient: email,
    language,
    subject: fill(subject, { project }),
    body: paragraphs(
      fill(requested, { who: inert(change.requestedBy, nameLength), project }),
      `${fill(current, { wallet: change.fromWallet })}\n${fill(next, { wallet: change.toWallet })}`,
      fill(effect, { time: describeTime(change.effectiveAt, change.timeZone, language) }),
      advice,
      `${change.dashboardUrl}/dashboard/projects/${change.projectId}/settings/wallet`,
    ),
  };
}

/**
 * Requests another settlement wallet. It takes effect a day later, so that every owner and admin is notified before
 * money goes there. The present wallet may sign to apply it sooner.
 *
 * @param toWallet lower-case
 * @throws CheckoutError FORBIDDEN; VALIDATION_ERROR for an address that is not a wallet or is the present one; CONFLICT
 * while another change is pending
 */
export async function requestWalletChange(
  deps: ProjectParts & TeamParts,
  access: ProjectAccess,
  toWallet: Hex,
): Promise<{ changeId: string; effectiveAt: Date }> {
  access.require("settlementWallet.change");
  await requireWallet(deps, toWallet, "settlementWallet");
  const at = deps.clock.now();
  const changeId = deps.newId("wch");
  const effectiveAt = new Date(at.getTime() + walletChangeWaitMs);
  const done = await deps.walletChanges.transaction(access.projectId, async (tx) => {
    // They may have lost the role since the page was opened.
    if (!(await tx.isOwner(access.userId))) throw projectNotFound();
    if (tx.waiting !== null) {
      throw new CheckoutError("CONFLICT", fault("projects.walletChangePending"), {
        param: "settlementWallet",
      });
    }
    const fromWallet = tx.settlementWallet;
    if (fromWallet === toWallet) {
      throw new CheckoutError("VALIDATION_ERROR", fault("projects.sameWallet"), {
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
      const { signedIn, projectId, timeZone } = access;
      const { projectName } = tx;
      const facts = { ...change, projectId, projectName, timeZone, dashboardUrl: deps.dashboardUrl };
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

type SigningParts = ProjectParts & SignatureParts;

/**
 * Applies a pending settlement wallet at once, by a signature of the present one.
 *
 * @throws CheckoutError FORBIDDEN; NOT_FOUND when it is not pending; INVALID_SIGNATURE; CONFLICT while a chain that has
 * to be asked does not answer
 */
export async function signWalletChange(
  deps: SigningParts,
  access: ProjectAccess,
  { changeId, signature }: { changeId: string; signature: Hex },
): Promise<void> {
  access.require("settlementWallet.change");
  const waiting = await deps.walletChanges.waiting(access.projectId);
  if (waiting?.changeId !== changeId) throw walletChangeNotFound();
  // Before the transaction, which must not wait for a chain.
  if (!(await isSigned(deps, waiting, access.projectName, signature))) {
    throw new CheckoutError("INVALID_SIGNATURE", fault("projects.notCurrentWallet"), { param: "signature" });
  }
  const at = deps.clock.now();
  const done = await deps.walletChanges.transaction(access.projectId, async (tx) => {
    if (tx.waiting?.changeId !== changeId || tx.settlementWallet !== waiting.fromWallet)
      throw walletChangeNotFound();
    if (!(await tx.isOwner(access.userId))) throw projectNotFound();
    await tx.apply(tx.waiting, at);
    const details = { before: waiting.fromWallet, after: waiting.toWallet, how: "signed" };
    await tx.audit(
      walletEntry(access.as("settlementWallet.change"), "settlement_wallet_changed", changeId, details, at),
    );
    return true;
  });
  if (done === null) throw projectNotFound();
}

async function isSigned(
  deps: SigningParts,
  change: WalletChange,
  projectName: string,
  signature: Hex,
): Promise<boolean> {
  const message = walletChangeText({ ...change, projectName });
  try {
    return await isSignedByWallet(deps, { address: change.fromWallet, message, signature });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new CheckoutError("CONFLICT", fault("projects.walletUnchecked"), { cause: error });
  }
}

/**
 * Keeps the present settlement wallet and cancels the pending one.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND when it is not pending (any more)
 */
export async function cancelWalletChange(
  { clock, walletChanges }: ProjectParts,
  access: Acting,
  changeId: string,
): Promise<void> {
  access.require("settlementWallet.cancelChange");
  const at = clock.now();
  const done = await walletChanges.transaction(access.projectId, async ({ waiting, cancel, audit }) => {
    if (waiting?.changeId !== changeId) throw walletChangeNotFound();
    await cancel(changeId, at);
    const details = { before: waiting.toWallet, after: waiting.fromWallet };
    await audit(
      walletEntry(
        access.as("settlementWallet.cancelChange"),
        "wallet_change_cancelled",
        changeId,
        details,
        at,
      ),
    );
    return true;
  });
  if (done === null) throw projectNotFound();
}

/**
 * The same for the change that is pending.
 * @throws CheckoutError FORBIDDEN; NOT_FOUND when none is
 */
export async function keepWallet(parts: ProjectParts, access: Acting): Promise<WalletChange> {
  const waiting = await parts.walletChanges.waiting(access.projectId);
  if (waiting === null) throw new CheckoutError("NOT_FOUND", fault("commands.noWalletChange"));
  await cancelWalletChange(parts, access, waiting.changeId);
  return waiting;
}

const perRun = 100;

/**
 * Applies pending settlement wallets whose day has passed; a failure does not delay the others. If the requester is no
 * longer an owner, the change is cancelled instead. Safe to repeat and to run concurrently: the decision is made under
 * the project's lock.
 *
 * @throws the first failure, after trying all
 */
export async function applyWalletChanges({ clock, walletChanges }: ProjectParts): Promise<void> {
  const now = clock.now();
  const failures: unknown[] = [];
  for (const projectId of await walletChanges.due(now, perRun)) {
    try {
      await walletChanges.transaction(projectId, (tx) => applyDue(tx, projectId, now));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function applyDue(tx: WalletChangeTransaction, projectId: string, now: Date): Promise<void> {
  const { waiting, settlementWallet } = tx;
  if (waiting === null || waiting.effectiveAt > now) return;
  const { changeId, requestedById: userId, fromWallet: before, toWallet: after } = waiting;
  const isOwners = userId !== null && (await tx.isOwner(userId));
  if (!isOwners || settlementWallet !== before) {
    await tx.cancel(changeId, now);
    const reason = isOwners
      ? "The current wallet has changed in the meantime."
      : "The person who requested it is no longer an owner.";
    const operator = { projectId, userId: null };
    await tx.audit(walletEntry(operator, "wallet_change_cancelled", changeId, { reason }, now));
    return;
  }
  await tx.apply(waiting, now);
  const details = { before, after, how: "waited" };
  await tx.audit(walletEntry({ projectId, userId }, "settlement_wallet_changed", changeId, details, now));
}

import type { LetterReader } from "@/lib/letters/letter-text";
import { insertMail, type Letter } from "@/lib/letters/mail.store";
import { mailAddressPattern } from "@/lib/letters/mail-kinds.rules";
import {
  type PrismaTransaction,
  type Queryable,
  read,
  run,
  type Statement,
  statementsOf,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

// SQL: the row is locked and read in one trip; Prisma has no FOR NO KEY UPDATE.

/** Not FOR UPDATE: that would wait for everyone who merely inserts a row naming the project. */
const lockRow: Statement = {
  name: "projects_lock",
  text: `
    SELECT name, settlement_wallet, refund_daily_limit_units::text AS refund_limit, deleted_at
    FROM projects WHERE id = $1 FOR NO KEY UPDATE`,
};

/** Own columns of the locked row: they are current even after a wait. */
const lockRule: Statement = {
  name: "projects_lock_late_rule",
  text: `
    SELECT late_accept_bps AS bps, late_accept_since AS since FROM projects
    WHERE id = $1 AND late_accept_bps IS NOT NULL AND late_payment_policy = 'HOLD' AND deleted_at IS NULL
    FOR NO KEY UPDATE`,
};

/** Locks a project that has a rule for late payments, and returns the rule; null without one. */
export async function lockLateRule(
  connection: Queryable,
  projectId: string,
): Promise<{ bps: number; since: Date } | null> {
  const [row] = await run<{ bps: number; since: Date }>(connection, lockRule, [projectId]);
  return row ?? null;
}

type Row = { name: string; settlement_wallet: Hex; refund_limit: string; deleted_at: Date | null };

/** A locked project's present settings: what was read before the lock may have changed. */
export type LockedProject = { name: string; settlementWallet: Hex; refundDailyLimitUnits: bigint };

/**
 * From here to the end of the transaction no one else changes the project, its people or its limits.
 * @returns null when there is no such project (any more)
 */
export async function lockProject(
  connection: Queryable,
  projectId: string | null,
): Promise<LockedProject | null> {
  const [row] = await run<Row>(connection, lockRow, [projectId]);
  if (row === undefined || row.deleted_at !== null) return null;
  return {
    name: row.name,
    settlementWallet: row.settlement_wallet,
    refundDailyLimitUnits: BigInt(row.refund_limit),
  };
}

/** Security e-mails for a transaction that changes where a project's money may go, or who decides on it. */
export type SecurityEmails = {
  /** Owners and admins who can receive e-mail. */
  readers(): Promise<LetterReader[]>;
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

/** E-mails to a project's owners and admins, written in the transaction of the change. */
export function securityEmails(tx: PrismaTransaction, projectId: string): SecurityEmails {
  return {
    readers: () => readLetterReaders(statementsOf(tx), projectId),
    write: async (letters, at) => {
      await insertMail(statementsOf(tx), letters, at);
    },
  };
}

/** SQL: runs on `pg` and in a transaction of Prisma. */
const selectReaders: Statement = {
  name: "project_letter_readers",
  text: `
    SELECT person.id AS user_id, person.email, person.language
    FROM memberships AS member JOIN users AS person ON person.id = member.user_id
    WHERE member.project_id = $1 AND member.role IN ('OWNER', 'ADMIN') AND person.disabled_at IS NULL
      AND person.email ~ $2 AND length(person.email) <= 254
    ORDER BY person.id LIMIT 500`,
};

export function readLetterReaders(connection: Queryable, projectId: string): Promise<LetterReader[]> {
  return read<LetterReader>(connection, selectReaders, [projectId, mailAddressPattern]);
}

import {
  type Connections,
  countOf,
  type PruneBatch,
  type Queryable,
  read,
  run,
  type Statement,
  transact,
} from "@/lib/platform/database";
import { deletedWhenOver, type MailKind, mailAddressPattern } from "./mail-kinds.rules";

export type Letter = {
  /** Identifies the fact and the recipient: a second e-mail with the same key is never written. */
  dedupeKey: string;
  kind: MailKind;
  /** Null for one to the operator. */
  projectId: string | null;
  recipient: string;
  subject: string;
  body: string;
  /** Of its words, as BCP 47; null for English. */
  language?: string | null;
};

/** An e-mail that this worker may send until its lease ends. */
export type ClaimedLetter = Letter & {
  id: string;
  createdAt: Date;
  attemptsMade: number;
  fencingToken: number;
};

export type MailResult =
  | { kind: "sent" }
  | { kind: "retry"; at: Date; error: string }
  | { kind: "failed"; error: string };

/** Actions of which one owner or admin of one project has not been notified yet. */
export type PendingNotice = {
  projectId: string;
  projectName: string;
  /** The project's; null for none. */
  timeZone: string | null;
  isDeleted: boolean;
  userId: string;
  recipient: string;
  /** Of the recipient, as stored. */
  readerLanguage: string | null;
  /** Oldest first. */
  acts: readonly NoticedAct[];
};

export type NoticedAct = {
  auditId: string;
  action: string;
  target: string | null;
  details: Readonly<Record<string, unknown>> | null;
  at: Date;
  /** Null for the operator and a server key. */
  who: string | null;
  /** The last characters of the server key that acted; null for a person and the operator. */
  keyLastFour: string | null;
  /** The person whom the action concerns, if any. */
  affected: string | null;
};

export type MailStore = {
  /** Writes new e-mails, due at once; skips existing keys. @returns how many were new */
  write(letters: readonly Letter[], at: Date): Promise<number>;
  /**
   * Turns waiting notices into one e-mail per recipient and project, in one transaction: none is lost or sent twice.
   * Notices from before `since` end without one.
   */
  writeNotices(
    since: Date,
    limit: number,
    at: Date,
    compose: (notice: PendingNotice) => Letter,
  ): Promise<void>;
  /** Whether an e-mail of this key was written. */
  has(dedupeKey: string): Promise<boolean>;
  /** Whether an e-mail is due now. */
  hasDue(now: Date): Promise<boolean>;
  /** Due e-mails, leased to this worker (`FOR UPDATE SKIP LOCKED`); oldest first. */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<ClaimedLetter[]>;
  /** Stores how an attempt ended. False when the lease was lost to another worker: nothing is written then. */
  record(letter: ClaimedLetter, result: MailResult, at: Date): Promise<boolean>;
  /** Drops letters that were written before then and still wait: their news is too old. */
  giveUp(writtenBy: Date, at: Date): Promise<void>;
};

/** Takes the oldest notices, grouped by project and recipient. The commit deletes them. */
async function takeNotices(connection: Queryable, since: Date, limit: number): Promise<PendingNotice[]> {
  const byReader = new Map<string, PendingNotice & { acts: NoticedAct[] }>();
  const rows = await read<NoticeRow>(connection, deleteNotices, [since, limit, mailAddressPattern]);
  for (const {
    projectId,
    projectName,
    timeZone,
    isDeleted,
    userId,
    recipient,
    readerLanguage,
    ...act
  } of rows) {
    const key = `${projectId}/${userId}`;
    const project = { projectId, projectName, timeZone, isDeleted };
    const notice = byReader.get(key) ?? { ...project, userId, recipient, readerLanguage, acts: [] };
    notice.acts.push(act);
    byReader.set(key, notice);
  }
  return [...byReader.values()];
}

type NoticeRow = Omit<PendingNotice, "acts"> & NoticedAct;

/** SQL: Prisma has no SKIP LOCKED; the deleted notices come back with all that their letters name. */
const deleteNotices: Statement = {
  name: "owner_notices_take",
  text: `
    WITH due AS MATERIALIZED (
      SELECT audit_id, user_id FROM owner_notices ORDER BY audit_id, user_id LIMIT $2 FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM owner_notices AS notice USING due
      WHERE notice.audit_id = due.audit_id AND notice.user_id = due.user_id RETURNING notice.*
    )
    SELECT entry.id::text AS audit_id, entry.action, entry.target, entry.details, entry.created_at AS at,
      project.id AS project_id, project.name AS project_name, project.time_zone, project.deleted_at IS NOT NULL AS is_deleted,
      reader.id AS user_id, reader.email AS recipient, reader.language AS reader_language,
      coalesce(actor.name, actor.email) AS who, key.last_four AS key_last_four, coalesce(affected.name, affected.email) AS affected
    FROM taken
    JOIN audit_log AS entry ON entry.id = taken.audit_id
    JOIN projects AS project ON project.id = entry.project_id
    JOIN users AS reader ON reader.id = taken.user_id AND reader.disabled_at IS NULL
      AND reader.email ~ $3 AND length(reader.email) <= 254
    LEFT JOIN users AS actor ON actor.id = entry.user_id
    LEFT JOIN api_keys AS key ON key.id = entry.key_id
    LEFT JOIN users AS affected ON affected.id = entry.target
    WHERE taken.created_at > $1::timestamptz
    ORDER BY entry.id, reader.id`,
};

const dueAt = (now: Date) => ({
  status: "PENDING" as const,
  nextAttemptAt: { lte: now },
  OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }],
});

/** Letters in Postgres, which is their queue: a lease, and a fencing token against a worker that lost it. */
export function createMailStore({ pool, prisma }: Connections): MailStore {
  return {
    write: (letters, at) => insertMail(pool, letters, at),

    writeNotices: (since, limit, at, compose) =>
      transact(pool, async (connection) => {
        const notices = await takeNotices(connection, since, limit);
        await insertMail(connection, notices.map(compose), at);
      }),

    has: async (dedupeKey) => (await prisma.mailMessage.count({ where: { dedupeKey } })) > 0,

    hasDue: async (now) => {
      return (await prisma.mailMessage.findFirst({ where: dueAt(now), select: { id: true } })) !== null;
    },
    claimDue: async (now, leaseMs, limit) => {
      const leasedUntil = new Date(now.getTime() + leaseMs);
      return read<ClaimedLetter>(pool, claimDueLetters, [now, leasedUntil, limit]);
    },

    // The lease ends with it, if it is still this worker's.
    record: async ({ id, fencingToken, kind }, result, at) => {
      const isFinal = result.kind !== "retry";
      const { count } = await prisma.mailMessage.updateMany({
        where: { id, fencingToken, status: "PENDING" },
        data: {
          status: statusAfter(result),
          attemptCount: { increment: 1 },
          leasedUntil: null,
          lastError: result.kind === "sent" ? null : result.error,
          completedAt: isFinal ? at : null,
          ...(isFinal ? {} : { nextAttemptAt: result.at }),
          ...(isFinal ? deletedWhenOver.find(({ kinds }) => kinds.includes(kind))?.emptied : {}),
        },
      });
      return count > 0;
    },

    giveUp: async (writtenBy, at) => {
      // In a worker's hands they end with its record.
      const waiting = { ...dueAt(at), createdAt: { lte: writtenBy } };
      const data = { status: "FAILED" as const, completedAt: at, lastError: "not sent in time" };
      for (const { kinds, emptied } of deletedWhenOver)
        await prisma.mailMessage.updateMany({
          where: { ...waiting, kind: { in: [...kinds] } },
          data: { ...data, ...emptied },
        });
      const others = { notIn: deletedWhenOver.flatMap(({ kinds }) => kinds) };
      await prisma.mailMessage.updateMany({ where: { ...waiting, kind: others }, data });
    },
  };
}

/**
 * Notes that the project's owners and admins of this moment get an e-mail about the audit entry, in the transaction of
 * its action: a minute later a thief may have removed them.
 */
export async function insertNotices(
  connection: Queryable,
  auditId: string,
  projectId: string,
  at: Date,
): Promise<void> {
  await run(connection, insertOwnerNotices, [auditId, projectId, at]);
}

/** SQL: recipients are selected and written in one statement, on the connection of the action's transaction. */
const insertOwnerNotices: Statement = {
  name: "owner_notices_write",
  text: `
    INSERT INTO owner_notices (audit_id, user_id, created_at)
    SELECT $1::bigint, user_id, $3::timestamptz FROM memberships
    WHERE project_id = $2 AND role IN ('OWNER', 'ADMIN')`,
};

/** The same within a transaction: for e-mails that the actor must not be able to prevent. */
export async function insertMail(
  connection: Queryable,
  letters: readonly Letter[],
  at: Date,
): Promise<number> {
  if (letters.length === 0) return 0;
  const written = await run(connection, insertLetters, [
    letters.map(({ dedupeKey }) => dedupeKey),
    letters.map(({ kind }) => kind),
    letters.map(({ projectId }) => projectId),
    letters.map(({ recipient }) => recipient),
    letters.map(({ subject }) => subject),
    letters.map(({ body }) => body),
    at,
    letters.map(({ language = null }) => language),
  ]);
  return written.length;
}

/**
 * In the order of their keys, so that two writers never deadlock. SQL: a letter may be written in a `pg` transaction or
 * in Prisma's; a plain statement runs on both.
 */
const insertLetters: Statement = {
  name: "mail_write",
  text: `
    INSERT INTO mail_messages
      (id, dedupe_key, kind, project_id, recipient, subject, body, language, next_attempt_at, created_at)
    SELECT 'mail_' || new_ulid(), dedupe_key, kind, project_id, recipient, subject, body, language, $7::timestamptz,
      $7::timestamptz
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::text[])
      AS letter (dedupe_key, kind, project_id, recipient, subject, body, language)
    ORDER BY dedupe_key
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id`,
};

const isDue = (letter: string) => `
  ${letter}.status = 'PENDING' AND ${letter}.next_attempt_at <= $1::timestamptz
    AND (${letter}.leased_until IS NULL OR ${letter}.leased_until <= $1::timestamptz)`;

/** SQL: Prisma has no SKIP LOCKED and cannot number the letters of each project (row_number). */
const claimDueLetters: Statement = {
  name: "mail_claim_due",
  text: `
    WITH turn AS MATERIALIZED (
      SELECT waiting.id, row_number() OVER (PARTITION BY waiting.project_id ORDER BY waiting.next_attempt_at, waiting.id)
        AS place
      FROM mail_messages AS waiting WHERE ${isDue("waiting")}
    ), due AS MATERIALIZED (
      SELECT letter.id FROM mail_messages AS letter JOIN turn ON turn.id = letter.id
      WHERE ${isDue("letter")}
      ORDER BY turn.place, letter.next_attempt_at, letter.id LIMIT $3 FOR UPDATE OF letter SKIP LOCKED
    ), claimed AS (
      UPDATE mail_messages AS letter SET fencing_token = letter.fencing_token + 1, leased_until = $2::timestamptz
      FROM due WHERE letter.id = due.id
      RETURNING letter.*
    )
    SELECT id, dedupe_key, kind, project_id, recipient, subject, body, language, attempt_count AS attempts_made, fencing_token, created_at
    FROM claimed ORDER BY next_attempt_at, id`,
};

function statusAfter(result: MailResult): "PENDING" | "SENT" | "FAILED" {
  switch (result.kind) {
    case "sent":
      return "SENT";
    case "retry":
      return "PENDING";
    case "failed":
      return "FAILED";
    default:
      return result satisfies never;
  }
}

/** Deletes letters written at or before the time. */
export const pruneLetters =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    countOf(prisma.mailMessage.deleteMany({ where: { createdAt: { lte: before } }, limit }));

/** Deletes owners' notices of at or before the time. */
export const pruneNotices =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) =>
    countOf(prisma.ownerNotice.deleteMany({ where: { createdAt: { lte: before } }, limit }));

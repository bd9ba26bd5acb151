import type { MailKind } from "./mail-kinds.rules";

export type Letter = {
  /** Names the fact and the recipient: a second letter of the same is never written. */
  dedupeKey: string;
  kind: MailKind;
  /** Null for one to the operator. */
  projectId: string | null;
  recipient: string;
  subject: string;
  body: string;
};

/** A letter that this worker may send until its lease ends. */
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

/** Acts that one owner or admin of one project is still to be told of. */
export type UntoldActs = {
  projectId: string;
  projectName: string;
  isDeleted: boolean;
  userId: string;
  recipient: string;
  /** Oldest first. */
  acts: readonly ToldAct[];
};

export type ToldAct = {
  auditId: string;
  action: string;
  target: string | null;
  details: Readonly<Record<string, unknown>> | null;
  at: Date;
  /** Null for the operator. */
  who: string | null;
  /** The person whom the act concerns, if it is one. */
  affected: string | null;
};

export type MailStore = {
  /** Writes those that were not written before, due at once. @returns how many were new */
  write(letters: readonly Letter[], at: Date): Promise<number>;
  /**
   * Turns waiting notices into one letter for each reader and project, in one transaction: none is lost or sent twice.
   * Notices from before `since` end without a letter.
   * @returns how many letters were new
   */
  writeNotices(
    since: Date,
    limit: number,
    at: Date,
    compose: (untold: UntoldActs) => Letter,
  ): Promise<number>;
  /** Whether a letter waits to be sent now. */
  hasDue(now: Date): Promise<boolean>;
  /** Due letters, leased to this worker (`FOR UPDATE SKIP LOCKED`); oldest first. */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<ClaimedLetter[]>;
  /** Stores how an attempt ended. False when the lease was lost to another worker: nothing is written then. */
  record(letter: Pick<ClaimedLetter, "id" | "fencingToken">, result: MailResult, at: Date): Promise<boolean>;
  /** Gives up letters that were written by then and still wait: what they tell is no news. */
  giveUp(writtenBy: Date, at: Date): Promise<void>;
};

import type { Letter } from "@/lib/mail/mail.store";
import { insertMail } from "@/lib/mail/mail.store";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";

/** Within a transaction that changes where a project's money may go, or who decides it: whom to tell, and how. */
export type GraveLetters = {
  /** Owners and admins who can get letters. */
  readers(): Promise<{ userId: string; email: string }[]>;
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

/** Letters to a project's owners and admins, written in the transaction of what they tell of. */
export function graveLetters(connection: Queryable, projectId: string): GraveLetters {
  return {
    readers: async () => {
      const rows = await run<{ id: string; email: string }>(connection, selectReaders, [projectId]);
      return rows.filter(({ email }) => isMailAddress(email)).map(({ id, email }) => ({ userId: id, email }));
    },
    write: async (letters, at) => {
      await insertMail(connection, letters, at);
    },
  };
}

const selectReaders: Statement = {
  name: "grave_letter_readers",
  text: `
    SELECT person.id, person.email FROM memberships AS member
    JOIN users AS person ON person.id = member.user_id AND person.disabled_at IS NULL
    WHERE member.project_id = $1 AND member.role IN ('OWNER', 'ADMIN') ORDER BY person.id LIMIT 500`,
};

import type { Letter } from "@/lib/mail/mail.store";
import { insertMail } from "@/lib/mail/mail.store";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";
import { type PrismaTransaction, statementsOf } from "@/lib/platform/database";

/** Security e-mails for a transaction that changes where a project's money may go, or who decides on it. */
export type SecurityEmails = {
  /** Owners and admins who can receive e-mail. */
  readers(): Promise<{ userId: string; email: string }[]>;
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

/** E-mails to a project's owners and admins, written in the transaction of the change. */
export function securityEmails(tx: PrismaTransaction, projectId: string): SecurityEmails {
  return {
    readers: async () => {
      const members = await tx.membership.findMany({
        where: { projectId, role: { in: ["OWNER", "ADMIN"] }, user: { disabledAt: null } },
        select: { userId: true, user: { select: { email: true } } },
        orderBy: { userId: "asc" },
        take: 500,
      });
      return members
        .map(({ userId, user }) => ({ userId, email: user.email }))
        .filter(({ email }) => isMailAddress(email));
    },
    write: async (letters, at) => {
      await insertMail(statementsOf(tx), letters, at);
    },
  };
}

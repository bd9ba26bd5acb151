import type { Letter } from "@/lib/mail/mail-store.port";

/** Within a transaction that changes where a project's money may go, or who decides it: whom to tell, and how. */
export type GraveLetters = {
  /** Owners and admins who can get letters. */
  readers(): Promise<{ userId: string; email: string }[]>;
  write(letters: readonly Letter[], at: Date): Promise<void>;
};

import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";

export type FoundedProject = {
  projectId: string;
  name: string;
  /** Lower-case. */
  settlementWallet: Hex;
  acceptedTokens: readonly TokenRef[];
  ownerId: string;
};

/** How projects come and go. */
export type ProjectLifecycle = {
  /** Somebody who owns a project, or the first account of the service: the others are members by invitation. */
  mayFound(userId: string): Promise<boolean>;
  /**
   * Makes a project with its owner and writes it down, in one transaction. The operator (no user in the entry) may make
   * one for any account.
   * @returns false where that person may not, or owns as many as one can
   */
  found(project: FoundedProject, mostOwned: number, entry: AuditEntry): Promise<boolean>;
  /**
   * Ends a project: its keys die with it, what waits in it is withdrawn; its deposit addresses stay watched.
   * @param entry names the project
   * @returns false when there is no such project (any more), or it has another name by now
   */
  remove(name: string, entry: AuditEntry): Promise<boolean>;
};

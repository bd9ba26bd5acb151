import type { AuditEntry } from "@/lib/accounts/audit.port";
import type { Hex } from "@/lib/platform/hex.rules";
import type { GraveLetters } from "./grave-letters.port";

/** A new settlement wallet that waits until it takes the place of the one in use. */
export type WalletChange = {
  changeId: string;
  projectId: string;
  fromWallet: Hex;
  toWallet: Hex;
  /** Who asked for it, as others know them; null for one who is gone. */
  requestedBy: string | null;
  requestedById: string | null;
  createdAt: Date;
  effectiveAt: Date;
};

export type NewWalletChange = Omit<WalletChange, "requestedBy" | "projectId" | "requestedById"> & {
  requestedById: string;
};

/** One transaction in which nobody else changes the project's wallet or people. */
export type WalletChangeTransaction = GraveLetters & {
  projectName: string;
  settlementWallet: Hex;
  waiting: WalletChange | null;
  /** Whether this person owns the project and can still sign in. */
  isOwner(userId: string): Promise<boolean>;
  insert(change: NewWalletChange): Promise<void>;
  cancel(changeId: string, at: Date): Promise<void>;
  /** Its wallet is the project's from now on. */
  apply(change: WalletChange, at: Date): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
};

export type WalletChangeStore = {
  waiting(projectId: string): Promise<WalletChange | null>;
  /** Projects whose wallet's time has come, the longest due first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Null when there is no such project (any more): nothing was done. */
  transaction<T>(projectId: string, work: (tx: WalletChangeTransaction) => Promise<T>): Promise<T | null>;
};

import type { Permission } from "@/lib/accounts/roles.rules";

/** The lists whose filters can be saved. */
export const savedLists = ["checkouts", "refunds", "settlements", "audit", "requests"] as const;

export type SavedList = (typeof savedLists)[number];

/** A filter of one of the project's lists under a name; everyone who may read the list sees it. */
export type SavedView = { name: string; query: string };

/** Who may read each list. */
export const listReaders: Readonly<Record<SavedList, Permission>> = {
  checkouts: "project.read",
  refunds: "project.read",
  settlements: "project.read",
  audit: "audit.read",
  requests: "requestLog.read",
};

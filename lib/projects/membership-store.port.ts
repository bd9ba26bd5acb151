import type { Role } from "@/lib/accounts/roles.rules";

/** A project as its members see it in lists and headings. */
export type MemberProject = {
  projectId: string;
  name: string;
  /** SHA-256 of its logo, hex; null where there is none. */
  logoDigest: string | null;
  role: Role;
};

export type MembershipStore = {
  /** Null for who is no member, and for a project that is deleted or was never there: nobody can tell which. */
  find(userId: string, projectId: string): Promise<MemberProject | null>;
  /** Those of a person that are not deleted, by name. */
  list(userId: string): Promise<MemberProject[]>;
};

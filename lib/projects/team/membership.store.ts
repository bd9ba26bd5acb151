import type { Role } from "@/lib/accounts/roles.rules";
import { type Connections, read, type Statement } from "@/lib/platform/database";

/** A project in its members' lists and headings. */
export type MemberProject = {
  projectId: string;
  name: string;
  /** SHA-256 of its logo, hex; null without a logo. */
  logoDigest: string | null;
  /** Null for the zone of each reader's browser. */
  timeZone: string | null;
  role: Role;
};

export type MembershipStore = {
  /** Null for a non-member and for a deleted or unknown project, so that the two look alike. */
  find(userId: string, projectId: string): Promise<MemberProject | null>;
  /** A person's projects, by name, without deleted ones. */
  list(userId: string): Promise<MemberProject[]>;
};

/** Who is a member of what, in Postgres. */
export function createMembershipStore({ pool }: Connections): MembershipStore {
  return {
    find: async (userId, projectId) => {
      const [project] = await read<MemberProject>(pool, selectMemberships, [userId, projectId]);
      return project ?? null;
    },
    list: (userId) => read<MemberProject>(pool, selectMemberships, [userId, null]),
  };
}

/** SQL: every page of the dashboard runs it, and Prisma cannot order by `lower(name)`. */
const selectMemberships: Statement = {
  name: "memberships_read",
  text: `
    SELECT project.id AS project_id, project.name, logo.digest AS logo_digest, project.time_zone, member.role
    FROM memberships AS member
    JOIN projects AS project ON project.id = member.project_id AND project.deleted_at IS NULL
    LEFT JOIN project_logos AS logo ON logo.project_id = project.id
    WHERE member.user_id = $1 AND ($2::text IS NULL OR member.project_id = $2)
    ORDER BY lower(project.name), project.id LIMIT 500`,
};

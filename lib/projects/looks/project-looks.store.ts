import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Connections } from "@/lib/platform/database";
import { changeProject } from "@/lib/projects/project-lifecycle.store";

/** A picture as served. */
export type Logo = {
  /** SHA-256 of the bytes, lower-case hex. */
  digest: string;
  mediaType: "image/webp";
  bytes: Uint8Array;
};

/** How a project looks on its customers' pages. */
export type ProjectLooks = {
  /**
   * @param logo null removes it
   * @param entry the audit entry; names the project
   * @returns false when there is no such project
   */
  saveLogo(logo: Logo | null, entry: AuditEntry): Promise<boolean>;
  /** The same for the colour. @param accentColor #rrggbb, lower-case; null for the service's default */
  saveAccent(accentColor: string | null, entry: AuditEntry): Promise<boolean>;
};

/** Finds the picture at an address. */
export type LogoReader = {
  /** From any project that shows it; null when none does. */
  findLogo(digest: string): Promise<{ mediaType: string; bytes: Uint8Array } | null>;
};

/** Logos and colours of projects in Postgres. */
export function createProjectLooks({ prisma }: Connections): ProjectLooks & LogoReader {
  return {
    saveLogo: (logo, entry) =>
      changeProject({ prisma }, entry, async (tx, projectId) => {
        await tx.projectLogo.deleteMany({ where: { projectId } });
        if (logo !== null) {
          const { digest, mediaType } = logo;
          const bytes = Uint8Array.from(logo.bytes);
          await tx.projectLogo.create({
            data: { projectId, digest, mediaType, bytes, uploadedAt: entry.at },
          });
        }
        return "changed";
      }),

    saveAccent: (accentColor, entry) =>
      changeProject({ prisma }, entry, async (tx, id) => {
        await tx.project.update({ where: { id }, data: { accentColor } });
        return "changed";
      }),

    findLogo: async (digest) => {
      const logo = await prisma.projectLogo.findFirst({ where: { digest } });
      return logo === null ? null : { mediaType: logo.mediaType, bytes: Buffer.from(logo.bytes) };
    },
  };
}

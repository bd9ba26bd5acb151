import type { Database } from "@/lib/platform/database";
import { changeProject } from "@/lib/projects/project-lifecycle.store";
import type { LogoReader, ProjectLooks } from "./project-looks.port";

/** Logos and colours of projects in Postgres. */
export function createProjectLooks({ prisma }: Pick<Database, "prisma">): ProjectLooks & LogoReader {
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

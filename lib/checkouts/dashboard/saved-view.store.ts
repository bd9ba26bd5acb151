import { type Database, statementsOf, transactByPrisma } from "@/lib/platform/database";
import { lockProject } from "@/lib/projects/project-lock.store";

/** A filter of a project's checkout list under a name; everyone in the project sees it. */
export type SavedView = { name: string; query: string };

export type SavedViewStore = {
  /** By name. */
  list(projectId: string): Promise<SavedView[]>;
  /** Replaces the one of that name. @returns false when the project has `limit` others */
  save(projectId: string, view: SavedView, limit: number): Promise<boolean>;
  remove(projectId: string, name: string): Promise<void>;
};

export function createSavedViewStore({ prisma }: Pick<Database, "prisma">): SavedViewStore {
  return {
    list: (projectId) =>
      prisma.savedView.findMany({
        where: { projectId },
        select: { name: true, query: true },
        orderBy: { name: "asc" },
      }),
    save: (projectId, { name, query }, limit) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Two at once would both find room for one.
        await lockProject(statementsOf(tx), projectId);
        const others = await tx.savedView.count({ where: { projectId, name: { not: name } } });
        if (others >= limit) return false;
        const key = { projectId_name: { projectId, name } };
        await tx.savedView.upsert({ where: key, create: { projectId, name, query }, update: { query } });
        return true;
      }),
    remove: async (projectId, name) => {
      await prisma.savedView.deleteMany({ where: { projectId, name } });
    },
  };
}

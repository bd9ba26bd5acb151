import type { Database } from "@/lib/platform/database";

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
    save: async (projectId, { name, query }, limit) => {
      const others = await prisma.savedView.count({ where: { projectId, name: { not: name } } });
      if (others >= limit) return false;
      const key = { projectId_name: { projectId, name } };
      await prisma.savedView.upsert({ where: key, create: { projectId, name, query }, update: { query } });
      return true;
    },
    remove: async (projectId, name) => {
      await prisma.savedView.deleteMany({ where: { projectId, name } });
    },
  };
}

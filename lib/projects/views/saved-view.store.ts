import { type Connections, statementsOf, transactByPrisma } from "@/lib/platform/database";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { SavedList, SavedView } from "./saved-view.rules";

export type SavedViewStore = {
  /** By name. */
  list(projectId: string, list: SavedList): Promise<SavedView[]>;
  /**
   * Replaces the list's view of that name.
   *
   * @returns "full" when the list has `limit` others; "taken" when a view of another list has the name
   */
  save(
    projectId: string,
    list: SavedList,
    view: SavedView,
    limit: number,
  ): Promise<"saved" | "full" | "taken">;
  remove(projectId: string, list: SavedList, name: string): Promise<void>;
};

export function createSavedViewStore({ prisma }: Connections): SavedViewStore {
  return {
    list: (projectId, list) =>
      prisma.savedView.findMany({
        where: { projectId, list },
        select: { name: true, query: true },
        orderBy: { name: "asc" },
      }),
    save: (projectId, list, { name, query }, limit) =>
      transactByPrisma({ prisma }, async (tx) => {
        // Two at once would both find room for one.
        await lockProject(statementsOf(tx), projectId);
        const key = { projectId_name: { projectId, name } };
        const present = await tx.savedView.findUnique({ where: key, select: { list: true } });
        if (present !== null && present.list !== list) return "taken";
        const others = await tx.savedView.count({ where: { projectId, list, name: { not: name } } });
        if (others >= limit) return "full";
        await tx.savedView.upsert({
          where: key,
          create: { projectId, list, name, query },
          update: { query },
        });
        return "saved";
      }),
    remove: async (projectId, list, name) => {
      await prisma.savedView.deleteMany({ where: { projectId, list, name } });
    },
  };
}

import "server-only";
import { checkWallet, foundProject, removeProject } from "@/lib/projects/project-lifecycle";
import type { foundingActions, projectLifeActions } from "@/lib/projects/projects.schema";
import type { AccountHandlers, ProjectHandlers } from "./handler";

export const foundingHandlers: AccountHandlers<typeof foundingActions> = {
  createProject: ({ deps, signedIn, input }) => foundProject(deps, signedIn, input),
  checkWallet: ({ deps, signedIn, input }) => checkWallet(deps, signedIn, input.wallet),
};

export const projectLifeHandlers: ProjectHandlers<typeof projectLifeActions> = {
  deleteProject: async ({ deps, access, input }) => {
    await removeProject(deps, access, input.name);
    return {};
  },
};

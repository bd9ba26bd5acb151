import "server-only";
import type { foundingActions, projectLifeActions } from "@/lib/schemas/dashboard/projects";
import { checkWallet } from "@/lib/services/projects/check-wallet";
import { foundProject } from "@/lib/services/projects/found-project";
import { removeProject } from "@/lib/services/projects/remove-project";
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

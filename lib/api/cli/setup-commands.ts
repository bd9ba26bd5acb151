import { z } from "zod";
import { address, text } from "@/lib/platform/primitives.schema";
import { foundProjectFor } from "@/lib/projects/found-project";
import { projectName } from "@/lib/projects/projects.schema";
import type { AdminCommand } from "./command";
import { parseOptions } from "./parse-options";

const newProject = z.object({ owner: text(254), name: projectName, wallet: address });

/** What comes before a shop's first checkout. */
export const setupCommands = {
  "projects create": {
    usage: "--owner EMAIL --name NAME --wallet ADDRESS   a project that accepts every token in CHAINS",
    needs: {},
    takes: ["owner", "name", "wallet"],
    run: async (deps, { options }) => {
      const { owner, name, wallet } = parseOptions(newProject, options);
      const { projectId } = await foundProjectFor(deps, owner, { name, settlementWallet: wallet });
      return [projectId, `${owner} owns it. Payments settle to ${options.wallet}.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

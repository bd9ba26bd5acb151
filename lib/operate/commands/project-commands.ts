import { alignColumns } from "@/lib/platform/values/text.rules";
import type { AdminCommand } from "./command";

const maxRows = 100;

/** Lists the ids that other commands need. */
export const listCommands = {
  "projects list": {
    usage: "",
    says: "lists the newest 100 projects and their owners",
    reads: true,
    run: async (deps) => {
      const projects = await deps.projectLifecycle.list(maxRows);
      if (projects.length === 0) return ["There are no projects. To create one, run `projects create`."];
      return alignColumns(
        projects.map(({ projectId, name, owner, createdAt }) => [
          projectId,
          createdAt.toISOString(),
          owner === null ? "no owner" : owner,
          name,
        ]),
      );
    },
  },
} as const satisfies Record<string, AdminCommand>;

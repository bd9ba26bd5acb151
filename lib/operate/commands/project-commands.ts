import { listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { type AdminCommand, openProject, parseOptions } from "./command";

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
  "checkouts list": {
    usage: "--project ID [--status STATUS] [--reference ORDER]",
    says: "lists the newest 100 checkouts",
    reads: true,
    run: async (deps, given) => {
      const { status, reference } = given.options;
      const query = parseOptions(listCheckoutsQuery, {
        status,
        referenceId: reference,
        take: String(maxRows),
      });
      const { projectId } = await openProject(deps, given);
      const { items, total } = await deps.checkouts.list(projectId, query);
      if (items.length === 0) return ["No checkouts found."];
      const rows = items.map(({ id, createdAt, referenceId, itemName, ...checkout }) => [
        id,
        createdAt.toISOString(),
        checkout.status,
        referenceId === null ? "-" : referenceId,
        itemName === null ? "" : itemName,
      ]);
      const older = total - items.length;
      return [...alignColumns(rows), ...(older > 0 ? [`… and ${older} older checkouts`] : [])];
    },
  },
} as const satisfies Record<string, AdminCommand>;

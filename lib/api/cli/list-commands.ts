import { listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { OperatorAccess } from "@/lib/projects/project-access";
import { type AdminCommand, parseOptions, printable } from "./command";
import { alignColumns } from "./usage";

const shown = 100;

/** Lists the ids that other commands need. */
export const listCommands = {
  "projects list": {
    usage: "",
    says: "lists the newest 100 projects and their owners",
    reads: true,
    run: async (deps) => {
      const projects = await deps.projectLifecycle.list(shown);
      if (projects.length === 0) return ["There are no projects. To create one, run `projects create`."];
      return alignColumns(
        projects.map(({ projectId, name, owner, createdAt }) => [
          projectId,
          createdAt.toISOString(),
          owner === null ? "no owner" : printable(owner),
          printable(name),
        ]),
      );
    },
  },
  "checkouts list": {
    usage: "--project ID [--status STATUS] [--reference ORDER]",
    says: "lists the newest 100 checkouts",
    reads: true,
    run: async (deps, { project, options: { status, reference } }) => {
      const query = parseOptions(listCheckoutsQuery, { status, referenceId: reference, take: String(shown) });
      const { projectId } = await OperatorAccess.open(deps, project ?? "");
      const { items, total } = await deps.checkouts.list(projectId, query);
      if (items.length === 0) return ["No checkouts found."];
      const rows = items.map(({ id, createdAt, referenceId, itemName, ...checkout }) => [
        id,
        createdAt.toISOString(),
        checkout.status,
        referenceId === null ? "-" : printable(referenceId),
        itemName === null ? "" : printable(itemName),
      ]);
      const older = total - items.length;
      return [...alignColumns(rows), ...(older > 0 ? [`… and ${older} older checkouts`] : [])];
    },
  },
} as const satisfies Record<string, AdminCommand>;

import { listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { OperatorAccess } from "@/lib/projects/project-access";
import { type AdminCommand, parseOptions, printable } from "./command";
import { alignColumns } from "./usage";

const shown = 100;

/** Where the ids are that other verbs take. */
export const listCommands = {
  "projects list": {
    usage: "",
    says: "the newest 100 projects, with their owners",
    reads: true,
    run: async (deps) => {
      const projects = await deps.projectLifecycle.list(shown);
      if (projects.length === 0) return ["There is no project. `projects create` makes one."];
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
    says: "the newest 100 checkouts",
    reads: true,
    run: async (deps, { project, options: { status, reference } }) => {
      const query = parseOptions(listCheckoutsQuery, { status, referenceId: reference, take: String(shown) });
      const { projectId } = await OperatorAccess.open(deps, project ?? "");
      const { items, total } = await deps.checkouts.list(projectId, query);
      if (items.length === 0) return ["There is none."];
      const rows = items.map(({ id, createdAt, referenceId, itemName, ...checkout }) => [
        id,
        createdAt.toISOString(),
        checkout.status,
        referenceId === null ? "-" : printable(referenceId),
        itemName === null ? "" : printable(itemName),
      ]);
      const older = total - items.length;
      return [...alignColumns(rows), ...(older > 0 ? [`… and ${older} older ones`] : [])];
    },
  },
} as const satisfies Record<string, AdminCommand>;

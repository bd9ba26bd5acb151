import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { nothing, text } from "@/lib/platform/primitives.schema";
import type { ByInProject } from "./project-access";
import { removeProject } from "./project-lifecycle";
import type { ProjectParts } from "./projects.parts";

/** The end of projects. */
export const projectActs = {
  remove: act(
    { permission: "project.delete", fresh: true, input: z.object({ name: text(400) }) },
    async (parts: ProjectParts, { access }: ByInProject, { name }) => {
      await removeProject(parts, access, name);
      return access.projectId;
    },
    {
      dashboard: { name: "deleteProject", output: nothing },
      command: {
        name: "projects delete",
        says: "deletes a project and its keys; payments still reach its wallet",
        word: "NAME",
        typed: { read: ({ word }) => ({ name: word }) },
        show: (projectId) => [`${projectId}: deleted.`],
      },
    },
  ),
};

import "server-only";
import type { ProjectActions } from "@/lib/schemas/dashboard/project-actions";
import type { ProjectHandlers } from "./handler";

/** What does each action in a project; each area has its own table, joined here. */
export const projectHandlers: ProjectHandlers<ProjectActions> = {};

import "server-only";
import type { ProjectActions } from "@/lib/schemas/dashboard/project-actions";
import type { ProjectHandlers } from "./handler";
import { keyHandlers } from "./keys";
import { testToolHandlers } from "./test-tools";
import { webhookHandlers } from "./webhooks";

/** What does each action in a project; each area has its own table, joined here. */
export const projectHandlers: ProjectHandlers<ProjectActions> = { ...keyHandlers, ...webhookHandlers, ...testToolHandlers };

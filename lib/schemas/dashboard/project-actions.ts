import type { ProjectAction } from "./action";
import { keyActions } from "./keys";
import { testToolActions } from "./test-tools";
import { webhookActions } from "./webhooks";

/** Every action in a project; each area has its own table, joined here. */
export const projectActions = { ...keyActions, ...webhookActions, ...testToolActions } as const satisfies Record<string, ProjectAction>;

export type ProjectActions = typeof projectActions;

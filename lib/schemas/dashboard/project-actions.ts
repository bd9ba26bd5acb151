import type { ProjectAction } from "./action";

/** Every action in a project; each area has its own table, joined here. */
export const projectActions = {} as const satisfies Record<string, ProjectAction>;

export type ProjectActions = typeof projectActions;

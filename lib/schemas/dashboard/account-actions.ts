import type { AccountAction } from "./action";

/** Every action on a person's own account; each area has its own table, joined here. */
export const accountActions = {} as const satisfies Record<string, AccountAction>;

export type AccountActions = typeof accountActions;

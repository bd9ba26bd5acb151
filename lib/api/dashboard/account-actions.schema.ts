import { ownAccountActions } from "@/lib/accounts/account.schema";
import type { AccountAction } from "@/lib/accounts/action.schema";
import { foundingActions } from "@/lib/projects/projects.schema";

/** Every action on a person's own account; each area has its own table, joined here. */
export const accountActions = { ...ownAccountActions, ...foundingActions } as const satisfies Record<
  string,
  AccountAction
>;

export type AccountActions = typeof accountActions;

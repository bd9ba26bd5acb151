import "server-only";
import type { AccountActions } from "@/lib/api/dashboard/account-actions.schema";
import { ownAccountHandlers } from "./account";
import type { AccountHandlers } from "./handler";
import { foundingHandlers } from "./projects";

/** What does each action on an account; each area has its own table, joined here. */
export const accountHandlers: AccountHandlers<AccountActions> = {
  ...ownAccountHandlers,
  ...foundingHandlers,
};

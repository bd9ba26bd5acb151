import { commandWords as words } from "@/components/dashboard/messages/shell";
import type { Permission } from "@/lib/accounts/roles.rules";

/** Frequent tasks, and the page below the project's own where each is done. */
export const doings: readonly { label: string; path: string; permission: Permission }[] = [
  { label: words.newCheckout, path: "/checkouts/new", permission: "checkouts.create" },
  { label: words.newLink, path: "/links", permission: "links.manage" },
  { label: words.newKey, path: "/developers/keys", permission: "keys.manage" },
  { label: words.newEndpoint, path: "/developers/webhooks/new", permission: "webhooks.manage" },
  { label: words.invite, path: "/settings/team", permission: "team.manage" },
];

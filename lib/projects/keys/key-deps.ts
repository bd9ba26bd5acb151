import type { Permission } from "@/lib/accounts/roles.rules";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ApiKeyKind } from "@/lib/projects/api-key.rules";
import type { ProjectKeys } from "@/lib/projects/project-keys.port";

export type KeyDeps = { clock: Clock; projectKeys: ProjectKeys };

/** A server key can do far more, so fewer may have to do with it. */
export const keyPermissions: Readonly<Record<ApiKeyKind, Permission>> = {
  api: "keys.manage",
  server: "keys.manageServer",
};

export function keyNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "There is no such key, or it has ended already.");
}

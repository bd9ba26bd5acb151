import type { Permission } from "@/lib/accounts/roles.rules";
import type { ApiKeyKind } from "@/lib/core/api-key";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectKeys } from "../ports/dashboard/project-keys";

export type KeyDeps = { clock: Clock; projectKeys: ProjectKeys };

/** A server key can do far more, so fewer may have to do with it. */
export const keyPermissions: Readonly<Record<ApiKeyKind, Permission>> = {
  api: "keys.manage",
  server: "keys.manageServer",
};

export function keyNotFound(): CheckoutError {
  return new CheckoutError("NOT_FOUND", "There is no such key, or it has ended already.");
}

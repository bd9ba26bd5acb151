import "server-only";
import { KeyAccess } from "@/lib/projects/project-access";
import type { Call } from "./note-request";

/** The access of the request's server key to its project. @throws Error without an admitted key */
export function keyAccess({ caller }: Call): KeyAccess {
  if (caller === undefined) throw new Error("the request has no key");
  return KeyAccess.of(caller);
}

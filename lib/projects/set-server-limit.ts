import type { Clock } from "@/lib/platform/clock.port";
import type { ProjectActor } from "./project-actor";
import { projectNotFound } from "./project-not-found";
import type { SaveServerLimit } from "./server-limit.store";

/**
 * Sets how many requests a minute a project may send to the Server API.
 *
 * @param perMinute null for the service's default
 * @throws CheckoutError PROJECT_NOT_FOUND
 */
export async function setServerLimit(
  { clock, saveServerLimit }: { clock: Clock; saveServerLimit: SaveServerLimit },
  { projectId, userId }: ProjectActor,
  perMinute: number | null,
): Promise<void> {
  const entry = { projectId, userId, action: "project.limit_changed", target: projectId } as const;
  const saved = await saveServerLimit(perMinute, { ...entry, details: { perMinute }, at: clock.now() });
  if (!saved) throw projectNotFound();
}

import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { parseAccentColor } from "./accent.rules";
import type { ProjectActor } from "./project-actor";
import type { ProjectLooks } from "./project-looks.port";
import { projectNotFound } from "./project-not-found";

export type SetAccentDeps = { clock: Clock; looks: Pick<ProjectLooks, "saveAccent"> };

/**
 * Gives a project's pages a colour of their own. What they show is brought to a contrast that can be read.
 *
 * @param color #rrggbb, in any case; null for the service's own
 * @throws CheckoutError VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function setProjectAccent(
  { clock, looks }: SetAccentDeps,
  { projectId, userId }: ProjectActor,
  color: string | null,
): Promise<string | null> {
  const accentColor = color === null ? null : parseAccentColor(color);
  if (color !== null && accentColor === null) {
    throw new CheckoutError("VALIDATION_ERROR", "A colour is # and six hex digits, such as #0a7d4b.", {
      param: "accentColor",
    });
  }
  const saved = await looks.saveAccent(accentColor, {
    projectId,
    userId,
    action: "project.accent_changed",
    target: projectId,
    details: { accentColor },
    at: clock.now(),
  });
  if (!saved) throw projectNotFound();
  return accentColor;
}

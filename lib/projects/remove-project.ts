import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import type { ProjectLifecycle } from "./project-lifecycle.store";

/**
 * Deletes a project: its keys die at once, and what waits in it is withdrawn. What was or will be paid to its deposit
 * addresses still goes to its wallet.
 *
 * @param name typed by who deletes it, so that it is not another one
 * @throws CheckoutError VALIDATION_ERROR where it is not the project's
 */
export async function removeProject(
  { clock, projectLifecycle }: { clock: Clock; projectLifecycle: Pick<ProjectLifecycle, "remove"> },
  access: Acting,
  name: string,
): Promise<void> {
  const removed = await projectLifecycle.remove(name, {
    ...access.as("project.delete"),
    action: "project.deleted",
    target: access.projectId,
    details: { name },
    at: clock.now(),
  });
  if (removed) return;
  throw new CheckoutError("VALIDATION_ERROR", "Type the project's name as it stands above.", {
    param: "name",
  });
}
